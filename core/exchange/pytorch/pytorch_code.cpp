#include "core/exchange/pytorch/pytorch_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/exchange/pytorch/pytorch_layers.h"
#include "core/network/shared_weights.h"

namespace fovea {
namespace {

constexpr const char* kHead =
    R"(# {0}: written by Fovea. `load()` gives the network with its weights, ready for inference.
import json
import pathlib

import torch
from torch import nn
from torch.nn import functional


)";

constexpr const char* kNetwork = R"(class Network(nn.Module):
    def __init__(self):
        super().__init__()
)";

constexpr const char* kTail = R"(

def read_safetensors(path):
    data = pathlib.Path(path).read_bytes()
    size = int.from_bytes(data[:8], "little")
    tensors = {{}}
    for name, entry in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            begin, end = entry["data_offsets"]
            numbers = torch.frombuffer(bytearray(data[8 + size + begin:8 + size + end]), dtype=torch.float32)
            tensors[name] = numbers.reshape(entry["shape"])
    return tensors


def load(path=pathlib.Path(__file__).with_name("{0}")):
    network = Network()
    network.load_state_dict(read_safetensors(path), strict=False)
    return network.eval()
)";

// A valid and unused Python identifier.
std::string identifier(const std::string& name, std::set<std::string>& taken) {
  static const std::set<std::string> words = {"and",   "as",    "class", "def",        "del", "elif", "else", "for",
                                              "from",  "if",    "in",    "is",         "not", "or",   "pass", "try",
                                              "while", "with",  "self",  "torch",      "nn",  "load", "type", "half",
                                              "float", "train", "eval",  "functional", "list"};
  std::string result;
  for (const char c : name) result += std::isalnum(static_cast<unsigned char>(c)) && c > 0 ? c : '_';
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0]))) result = "layer_" + result;
  while (words.contains(result) || taken.contains(result)) result += "_";
  taken.insert(result);
  return result;
}

// Lines that let the module `name` use the parameters of `owner`, whose module may come later.
std::string sharedParameters(const LoweredNetwork& lowered, const std::string& name, const Layer& owner,
                             const std::string& ownerName) {
  std::string lines;
  for (const VariableInfo& variable : lowered.variables) {
    if (variable.layer != owner.name || !variable.trainable) continue;
    const std::string parameter = pyTorchParameter(lowered.network, variable);
    lines += fmt::format("        self.{0}.{2} = self.{1}.{2}\n", name, ownerName, parameter);
  }
  return lines;
}

}  // namespace

Result<PyTorchCode> writePyTorchCode(const Checkpoint& checkpoint, const std::string& weightsFile) {
  FOVEA_TRY(const LoweredNetwork lowered,
            lowerNetwork(checkpoint.network, {.mode = NetworkMode::Inference, .batch = 2, .seed = 0}));
  const Network& network = lowered.network;
  FOVEA_TRY(const auto order, network.topologicalOrder());
  const Graph& graph = lowered.builder->graph();
  const std::vector<Feed> samples = lowered.feeds.samples();
  std::set<std::string> taken{"x"};
  std::map<std::string, std::string> modules;          // keyed by layer name
  std::map<LayerId, std::vector<std::string>> values;  // names of outputs in forward()
  std::vector<std::string> arguments;                  // arguments of forward()
  std::map<ValueId, std::string> said;                 // keyed by value of the graph
  std::string constructor, forward;
  std::set<std::string> classes;  // sorted by name, so that a class precedes those derived from it
  for (const LayerId id : order) {
    const Layer& layer = *network.find(id);
    const std::string name = identifier(layer.name, taken);
    modules[layer.name] = name;
    std::vector<std::string> inputs;
    std::vector<Shape> shapes;
    for (const Edge& edge : network.edgesInto(id)) {
      const auto output = static_cast<std::size_t>(edge.output);
      inputs.push_back(values[edge.source][output]);
      shapes.push_back(graph.value(lowered.layerOutputs.at(edge.source)[output]).type.shape);
    }
    std::vector<Shape> outputs;
    for (const ValueId value : lowered.layerOutputs.at(id)) outputs.push_back(graph.value(value).type.shape);
    const std::vector<ValueId>& outputIds = lowered.layerOutputs.at(id);
    if (layer.type == "input") {
      arguments.push_back(samples.size() == 1 ? "x" : name);
      values[id] = {arguments.back()};
      said.emplace(outputIds.front(), arguments.back());
      continue;
    }
    const auto code = pyTorchLayer({layer, name, inputs, shapes, outputs});
    if (!code.ok()) return code.error().within("\"" + layer.name + "\"");
    classes.insert(code->ownClasses.begin(), code->ownClasses.end());
    if (!code->module.empty()) constructor += fmt::format("        self.{} = {}\n", name, code->module);
    std::vector<std::string> names{name};
    for (std::size_t i = 1; i < outputs.size(); ++i) names.push_back(identifier(fmt::format("{}_{}", name, i), taken));
    forward += fmt::format("        {} = {}\n", fmt::join(names, ", "), code->expression);
    values[id] = names;
    for (std::size_t i = 0; i < outputIds.size(); ++i) said[outputIds[i]] = names[i];
  }
  std::vector<std::string> results;
  for (const NetworkOutput& output : lowered.outputs) results.push_back(said.at(output.value));
  PyTorchCode result;
  result.python = fmt::format(kHead, network.name());
  for (const std::string& own : classes) result.python += own;
  for (const LayerId id : order) {
    const Layer& layer = *network.find(id);
    if (const Layer* owner = ownerOfWeights(network, layer))
      constructor += sharedParameters(lowered, modules[layer.name], *owner, modules[owner->name]);
  }
  result.python += kNetwork + constructor;
  result.python += fmt::format("\n    def forward(self, {}):\n{}        return {}\n", fmt::join(arguments, ", "),
                               forward, fmt::join(results, ", "));
  result.python += fmt::format(kTail, weightsFile);
  const auto weight = weightsOf(checkpoint);
  for (const VariableInfo& variable : lowered.variables) {
    FOVEA_TRY(const Tensor value, weight(variable));
    result.weights.emplace_back(modules[variable.layer] + "." + pyTorchParameter(network, variable), value);
  }
  return result;
}

}  // namespace fovea
