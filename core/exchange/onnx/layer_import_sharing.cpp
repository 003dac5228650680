// Keeps the sharing of weights: nodes that read the same initializers become layers that use the same weights.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_set>

#include "core/exchange/onnx/layer_import.h"

namespace fovea {
namespace {

// Exporters store tensors of equal content once, such as the scales of all normalizations before training. Only a
// tensor whose numbers differ from each other shows that layers share it.
bool showsSharing(const Tensor& tensor) {
  if (!tensor.defined() || tensor.dtype() != DataType::Float32) return false;
  const std::span<const float> numbers = tensor.values<float>();
  return std::any_of(numbers.begin(), numbers.end(), [&](float number) { return number != numbers.front(); });
}

using Weights = std::vector<std::pair<std::string, const Tensor*>>;  // of one layer, by variable

bool sameWeights(const Weights& a, const Weights& b) {
  const auto same = [](const auto& x, const auto& y) {
    return x.first == y.first && sameNumbers(*x.second, *y.second);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

}  // namespace

// The initializers from which these values are computed, except those that are no evidence of sharing.
std::set<std::string> LayerImport::initializersOf(
    const std::vector<std::string>& values, const std::unordered_map<std::string, const OnnxNode*>& producers) const {
  std::set<std::string> found;
  std::vector<std::string> open = values;
  std::unordered_set<std::string> seen;
  while (!open.empty()) {
    const std::string value = std::move(open.back());
    open.pop_back();
    if (!isKnown(value) || !seen.insert(value).second) continue;
    const auto producer = producers.find(value);
    if (producer != producers.end() && !producer->second->inputs.empty())
      open.insert(open.end(), producer->second->inputs.begin(), producer->second->inputs.end());
    else if (showsSharing(fact(value).known))
      found.insert(value);
  }
  return found;
}

void LayerImport::shareWeights() {
  std::unordered_map<std::string, const OnnxNode*> producers;
  for (const OnnxNode& node : nodes_)
    for (const std::string& output : node.outputs) producers.emplace(output, &node);
  std::unordered_map<std::string, Weights> weights;
  for (const auto& [name, tensor] : weights_) {
    const std::size_t dot = name.rfind('.');
    weights[name.substr(0, dot)].emplace_back(name.substr(dot + 1), &tensor);
  }
  std::map<std::pair<std::string, std::set<std::string>>, std::vector<const Layer*>>
      owners;                                               // by type and initializers
  std::map<std::string, std::vector<std::string>> readers;  // by initializer: layers that read it and own weights
  std::unordered_set<std::string> sharing;
  for (Layer& layer : layers_) {
    const auto values = weighted_.find(layer.id.index);
    if (values == weighted_.end()) continue;
    const std::set<std::string> read = initializersOf(values->second, producers);
    if (read.empty()) continue;
    auto& alike = owners[{layer.type, read}];
    const auto owner = std::find_if(alike.begin(), alike.end(), [&](const Layer* other) {
      return other->parameters == layer.parameters && sameWeights(weights[other->name], weights[layer.name]);
    });
    // The moments of a batch normalization are its own.
    if (owner != alike.end() && layer.parameters.contains(kSharedWeights) && layer.type != "batch_normalization") {
      layer.parameters.set(kSharedWeights, (*owner)->name);
      sharing.insert(layer.name);
      continue;
    }
    alike.push_back(&layer);
    for (const std::string& name : read) readers[name].push_back(layer.name);
  }
  dropWeights(sharing);
  if (!sharing.empty())
    report_.notes.push_back(fmt::format("{} use{} the weights of other layers, as in the model.",
                                        sharing.size() == 1 ? "1 layer" : fmt::format("{} layers", sharing.size()),
                                        sharing.size() == 1 ? "s" : ""));
  for (const auto& [name, layers] : readers)
    if (layers.size() > 1)
      approximate(
          fmt::format("{} share {} in the model and have weights of their own here: training changes them apart.",
                      fmt::join(layers, ", "), name));
}

}  // namespace fovea
