// Builds the imported network: its layers, edges and weights, and a final cleanup.
#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "core/exchange/onnx/layer_import.h"
#include "core/exchange/onnx/node_context.h"
#include "core/layers/primitive_layers.h"
#include "core/network/network_editor.h"

namespace fovea {
namespace {

constexpr double kColumn = 260, kRow = 88;

// Removes characters that a layer's name must not contain; keeps the more specific end of a long name.
std::string layerName(const std::string& wish) {
  std::string name;
  for (const char c : wish.substr(wish.size() - std::min<std::size_t>(wish.size(), 60)))
    if (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f) name += c == ' ' ? '_' : c;
  name.erase(0, name.find_first_not_of('/'));  // torch.onnx begins with one
  return name;
}

}  // namespace

std::string LayerImport::uniqueName(const std::string& wish) {
  const auto [known, free] = names_.emplace(wish, 2);
  if (free) return wish;
  for (int& number = known->second;;) {
    const std::string name =
        fmt::format("{}{}{}", wish, std::isdigit(static_cast<unsigned char>(wish.back())) ? "_" : "", number++);
    if (names_.emplace(name, 2).second) return name;
  }
}

Result<LayerId> LayerImport::add(const OnnxNode& node, const std::string& type, FieldValues parameters,
                                 const std::vector<LayerSource>& inputs,
                                 const std::vector<std::pair<std::string, Tensor>>& weights) {
  Layer layer;
  layer.id = LayerId{static_cast<std::int32_t>(layers_.size()) + 1};
  layer.type = type;
  layer.name = uniqueName(layerName(node.name).empty() ? type : layerName(node.name));
  layer.parameters = std::move(parameters);
  int depth = 0;
  for (const LayerSource& input : inputs) depth = std::max(depth, depths_[input.layer.index] + 1);
  layer.position = {kColumn * lanes_[depth], kRow * depth};
  FOVEA_CHECK(NetworkEditor::checkLayer(layer));
  ++lanes_[depth];
  const LayerId id = layer.id;
  depths_[id.index] = depth;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    edges_.push_back({inputs[i].layer, inputs[i].output, id, static_cast<int>(i)});
  for (const auto& [variable, value] : weights) weights_.emplace_back(layer.name + "." + variable, value);
  if (!weights.empty()) weighted_[id.index] = node.inputs;
  mapped_[id.index] = fmt::format("{} ({}): {}", layer.name, node.op, findLayer(type)->title);
  layers_.push_back(std::move(layer));
  return id;
}

Status LayerImport::become(const OnnxNode& node, const std::string& type, FieldValues parameters,
                           const std::vector<std::pair<std::string, Tensor>>& weights) {
  FOVEA_TRY(const LayerSource input, source(node.inputs[0]));
  FOVEA_TRY(const LayerId id, add(node, type, std::move(parameters), {input}, weights));
  give(node.outputs[0], {id, 0});
  return {};
}

Status LayerImport::pass(const OnnxNode& node) {
  FOVEA_TRY(Turned input, turnedSource(node.inputs[0]));
  giveTurned(node, node.outputs[0], std::move(input));
  return {};
}

bool LayerImport::addBias(const std::string& value, const Tensor& bias) {
  const auto found = sources_.find(value);
  if (found == sources_.end() || readersOf(value) != 1) return false;
  LayerSource source = found->second;
  if (const auto before = reshapedSource_.find(source.layer.index); before != reshapedSource_.end())
    source = before->second;
  if (readOften_.contains(source.layer.index)) return false;
  Layer& layer = layerOf(source.layer);
  const bool linear = layer.type == "linear";
  if ((!linear && layer.type != "convolution") || layer.parameters.boolean("bias")) return false;
  const std::int64_t units = layer.parameters.integer(linear ? "units" : "filters");
  // The bias must be along the units: the last axis of a linear layer, the second of a convolution.
  const Shape shape = bias.shape(), y = fact(value).shape;
  const int axis = linear ? shape.rank() - 1 : shape.rank() - y.rank() + 1;
  if (bias.elementCount() != units || axis < 0 || shape[axis] != units) return false;
  layer.parameters.set("bias", true);
  weights_.emplace_back(layer.name + ".bias", plainWeights(bias, Shape{units}));
  return true;
}

bool LayerImport::rescale(const std::string& value, double scale, double bias) {
  const auto found = sources_.find(value);
  if (found == sources_.end() || readersOf(value) != 1 || readOften_.contains(found->second.layer.index)) return false;
  Layer& layer = layerOf(found->second.layer);
  if (layer.type != "scale_bias" || layer.parameters.boolean("learned")) return false;
  layer.parameters.set("scale", layer.parameters.real("scale") * scale);
  layer.parameters.set("bias", layer.parameters.real("bias") * scale + bias);
  return true;
}

void LayerImport::dropWeights(const std::unordered_set<std::string>& layers) {
  std::erase_if(weights_,
                [&](const auto& weight) { return layers.contains(weight.first.substr(0, weight.first.rfind('.'))); });
}

// Keeps inputs and the layers that the outputs depend on; removes what failed conversions have left over.
void LayerImport::dropUnused(const std::vector<LayerId>& saying) {
  std::unordered_map<std::int32_t, std::vector<LayerId>> before;
  for (const Edge& edge : edges_) before[edge.target.index].push_back(edge.source);
  std::unordered_set<std::int32_t> needed;
  for (const Layer& layer : layers_)
    if (layer.type == "input") needed.insert(layer.id.index);
  for (const LayerId id : saying) needed.insert(id.index);
  std::vector<LayerId> open = saying;
  while (!open.empty()) {
    const LayerId id = open.back();
    open.pop_back();
    for (const LayerId source : before[id.index])
      if (needed.insert(source.index).second) open.push_back(source);
  }
  std::unordered_set<std::string> names;
  for (const Layer& layer : layers_)
    if (!needed.contains(layer.id.index)) names.insert(layer.name);
  const auto unused = [&](LayerId id) { return !needed.contains(id.index); };
  dropWeights(names);
  std::erase_if(edges_, [&](const Edge& edge) { return unused(edge.target); });
  std::erase_if(layers_, [&](const Layer& layer) { return unused(layer.id); });
  std::erase_if(mapped_, [&](const auto& line) { return !needed.contains(line.first); });
}

// A network's outputs are the first outputs of layers without readers. Returns the layer for an output of the model;
// `named`: a separate layer with the output's name.
Result<LayerId> LayerImport::sayOutput(const std::string& output, bool named) {
  FOVEA_TRY(const auto grown, extentsOf(output));
  const auto first = std::find_if(grown.begin(), grown.end(), [](std::int64_t extent) { return extent < 0; });
  if (first == grown.end())
    return unsupported("unsupported model: its output is the same however many samples it is given");
  FOVEA_TRY(const LayerSource last, source(output));
  if (first != grown.begin()) approximate("The samples are not the first axis of the output, as a network's are.");
  if (last.output == 0 && !named) return last.layer;
  OnnxNode node;
  node.name = output;
  if (last.output == 0) return add(node, "reroute", {}, {last});
  return add(node, "op_reshape", {{"shape", grown}}, {last});
}

Result<Checkpoint> LayerImport::finish() {
  if (model_.graph.outputs.empty()) return unsupported("unsupported model: it has no outputs");
  // The first output comes last, since the last layer yields the predictions.
  std::vector<LayerId> saying;
  const bool several = model_.graph.outputs.size() > 1;
  for (std::size_t i = 1; i < model_.graph.outputs.size(); ++i) {
    const std::string& name = model_.graph.outputs[i].name;
    if (const auto said = sayOutput(name, several); said.ok())
      saying.push_back(*said);
    else
      report_.dropped.push_back(fmt::format("The output {}: {}", name, said.error().message));
  }
  FOVEA_TRY(saying.emplace_back(), sayOutput(model_.graph.outputs[0].name, several));
  dropUnused(saying);
  shareWeights();
  for (const auto& [id, line] : mapped_) report_.mapped.push_back(line);
  const auto primitive = std::count_if(layers_.begin(), layers_.end(),
                                       [](const Layer& layer) { return isPrimitive(*findLayer(layer.type)); });
  if (primitive > 0)
    report_.notes.push_back(fmt::format("{} of the {} layers are ops as they are, for which the library has no layer.",
                                        primitive, layers_.size()));
  if (const Status size = NetworkEditor::checkSize(layers_.size(), edges_.size(), 0); !size.ok())
    return unsupported(
        fmt::format("unsupported model: it becomes {} layers with {} edges, which is more than a network can have",
                    layers_.size(), edges_.size()));
  Checkpoint checkpoint;
  NetworkEditor editor(checkpoint.network);
  const std::vector<Edge> edges = edges_;
  const std::string name = layerName(options_.name.empty() ? model_.graph.name : options_.name);
  editor.assign(name.empty() ? "network" : name, std::move(layers_), std::move(edges_), {}, {});
  for (const Edge& edge : edges) FOVEA_CHECK(editor.checkPorts(edge));
  checkpoint.tensors = std::move(weights_);
  return checkpoint;
}

}  // namespace fovea
