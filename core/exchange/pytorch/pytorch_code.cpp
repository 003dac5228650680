#include "core/exchange/pytorch/pytorch_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

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
    unknown = network.load_state_dict(read_safetensors(path), strict=False).unexpected_keys
    if unknown:
        raise ValueError(f"{{path}} holds the weights of another network, such as {{unknown[0]}}")
    return network.eval()
)";

// Python's keywords, the attributes of nn.Module, which a layer must not hide, and the names that the code itself uses.
const std::set<std::string>& reservedWords() {
  static const std::set<std::string> words = [] {
    constexpr const char* kWords =
        "False None True and as assert async await break class continue def del elif else except finally for from "
        "global if import in is lambda nonlocal not or pass raise return try while with yield "
        "T_destination add_module apply bfloat16 buffers call_super_init children compile cpu cuda double dump_patches "
        "eval extra_repr float forward get_buffer get_extra_state get_parameter get_submodule half ipu load_state_dict "
        "modules mtia named_buffers named_children named_modules named_parameters parameters register_backward_hook "
        "register_buffer register_forward_hook register_forward_pre_hook register_full_backward_hook "
        "register_full_backward_pre_hook register_load_state_dict_post_hook register_load_state_dict_pre_hook "
        "register_module register_parameter register_state_dict_post_hook register_state_dict_pre_hook requires_grad_ "
        "set_extra_state set_submodule share_memory state_dict to to_empty train training type xpu zero_grad "
        "functional list load nn self torch";
    std::istringstream text(kWords);
    return std::set<std::string>(std::istream_iterator<std::string>(text), {});
  }();
  return words;
}

// A valid and unused Python identifier.
std::string identifier(const std::string& name, std::set<std::string>& taken) {
  std::string result;
  for (const char c : name) result += std::isalnum(static_cast<unsigned char>(c)) && c > 0 ? c : '_';
  // Names that begin with a line are nn.Module's own.
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0])) || result[0] == '_')
    result = "layer_" + result;
  while (reservedWords().contains(result) || taken.contains(result)) result += "_";
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
  // Constants and shapes read the number of samples and the device of the value x.
  const auto reads = [&](const char* words) { return forward.find(words) != std::string::npos; };
  if (samples.size() > 1 && (reads("x.shape[0]") || reads("x.device")))
    forward = fmt::format("        x = {}\n", arguments.front()) + forward;
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
    result.weights.emplace_back(modules[variable.layer] + "." + pyTorchParameter(network, variable),
                                pyTorchWeight(lowered, variable, value));
  }
  return result;
}

}  // namespace fovea
