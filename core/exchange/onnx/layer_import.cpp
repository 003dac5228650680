#include "core/exchange/onnx/layer_import.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/network/network_edit.h"

namespace fovea {

std::vector<LayerMakers> generatedLayerMakers();

namespace {

constexpr std::int64_t kOpenExtent = 224;
constexpr double kColumn = 260, kRow = 88;

const LayerMaker* findMaker(std::string_view op) {
  static const std::vector<LayerMakers> families = generatedLayerMakers();
  for (const LayerMakers& family : families)
    for (const LayerMaker& maker : family)
      if (maker.op == op) return &maker;
  return nullptr;
}

// Without what a layer's name must not hold.
std::string layerName(const std::string& wish) {
  std::string name;
  for (const char c : wish.substr(0, 60))
    if (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7f) name += c == ' ' ? '_' : c;
  return name;
}

template <class T>
T valueOr(const OnnxNode& node, std::string_view name, T otherwise) {
  const OnnxAttribute* attribute = node.find(name);
  const T* value = attribute ? std::get_if<T>(&attribute->value) : nullptr;
  return value ? *value : otherwise;
}

}  // namespace

std::int64_t attributeOf(const OnnxNode& node, std::string_view name, std::int64_t otherwise) {
  return valueOr(node, name, otherwise);
}
double attributeOf(const OnnxNode& node, std::string_view name, double otherwise) {
  return valueOr(node, name, otherwise);
}
std::string attributeOf(const OnnxNode& node, std::string_view name, const char* otherwise) {
  return valueOr(node, name, std::string(otherwise));
}
std::vector<std::int64_t> attributeOf(const OnnxNode& node, std::string_view name,
                                      const std::vector<std::int64_t>& otherwise) {
  return valueOr(node, name, otherwise);
}

Tensor plainWeights(const Tensor& tensor, const Shape& shape) {
  return tensorOf(DataType::Float32, shape, numbersOf(tensor));
}

const OnnxProgram::Fact& LayerImport::fact(const std::string& value) const {
  static const OnnxProgram::Fact none;
  const auto found = program_.values.find(value);
  return found == program_.values.end() ? none : found->second;
}

Result<LayerSource> LayerImport::source(const std::string& value) const {
  const auto found = sources_.find(value);
  if (found != sources_.end()) return found->second;
  return unsupported(fmt::format("no layer gives \"{}\", which it needs", value));
}

std::size_t LayerImport::readersOf(const std::string& value) const {
  std::size_t readers = 0;
  for (const OnnxNode& node : model_.graph.nodes)
    readers += static_cast<std::size_t>(std::count(node.inputs.begin(), node.inputs.end(), value));
  for (const OnnxValueInfo& output : model_.graph.outputs) readers += output.name == value ? 1 : 0;
  return readers;
}

Result<LayerId> LayerImport::add(const OnnxNode& node, const std::string& type, FieldValues parameters,
                                 const std::vector<LayerSource>& inputs,
                                 const std::vector<std::pair<std::string, Tensor>>& weights) {
  Network& network = checkpoint_.network;
  Layer layer;
  layer.id = network.nextId();
  layer.type = type;
  layer.name = network.uniqueName(layerName(node.name).empty() ? type : layerName(node.name));
  layer.parameters = std::move(parameters);
  int depth = 0;
  for (const LayerSource& input : inputs) depth = std::max(depth, depths_[input.layer.index] + 1);
  depths_[layer.id.index] = depth;
  layer.position = {kColumn * lanes_[depth]++, kRow * depth};
  const std::string name = layer.name;
  const LayerId id = layer.id;
  FOVEA_TRY([[maybe_unused]] auto undo, applyEdit(network, {AddLayer{std::move(layer)}, ""}));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const Edge edge{inputs[i].layer, inputs[i].output, id, static_cast<int>(i)};
    FOVEA_TRY([[maybe_unused]] auto back, applyEdit(network, {AddEdge{edge}, ""}));
  }
  for (const auto& [variable, value] : weights) checkpoint_.tensors.emplace_back(name + "." + variable, value);
  report_.mapped.push_back(fmt::format("{} ({}): {}", name, node.op, findLayer(type)->title));
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
  FOVEA_TRY(const LayerSource input, source(node.inputs[0]));
  give(node.outputs[0], input);
  return {};
}

bool LayerImport::addBias(const std::string& value, const Tensor& bias) {
  const auto found = sources_.find(value);
  if (found == sources_.end() || readersOf(value) != 1) return false;
  const Layer* layer = checkpoint_.network.find(found->second.layer);
  if (!layer || (layer->type != "linear" && layer->type != "convolution") || layer->parameters.boolean("bias"))
    return false;
  const std::int64_t units = layer->parameters.integer(layer->type == "linear" ? "units" : "filters");
  if (bias.elementCount() != units) return false;
  const std::string name = layer->name;
  if (!applyEdit(checkpoint_.network, {SetParameter{layer->id, "bias", true}, ""}).ok()) return false;
  checkpoint_.tensors.emplace_back(name + ".bias", plainWeights(bias, Shape{units}));
  return true;
}

Status LayerImport::readInput() {
  const auto free = model_.graph.freeInputs();
  if (free.size() != 1)
    return unsupported(fmt::format("unsupported model: it has {} inputs, and a network has one", free.size()));
  const OnnxValueInfo& info = free[0];
  if (info.kind != "tensor" || !info.hasShape || info.shape.size() < 2)
    return unsupported("unsupported model: its input is no batch of values of a known shape");
  std::vector<std::int64_t> extents;
  for (std::size_t i = 0; i < info.shape.size(); ++i) {
    const bool open = info.shape[i].extent < 1;
    extents.push_back(open ? (i == 0 ? batch_ : kOpenExtent) : info.shape[i].extent);
    if (open && i > 0)
      approximate(fmt::format("Extent {} of the input is open in the model; the network has {}.", i, kOpenExtent));
  }
  batch_ = extents[0];
  const std::vector<std::int64_t> sample(extents.begin() + 1, extents.end());
  FieldValues parameters{{"shape", sample}};
  if (isWhole(info.element)) {
    std::int64_t symbols = 0;  // as many as the table has that they are looked up in
    for (const OnnxNode& node : model_.graph.nodes)
      if (node.op == "Gather" && node.inputs.size() > 1 && node.inputs[1] == info.name)
        if (const OnnxTensor* table = model_.graph.findInitializer(node.inputs[0]);
            table && table->tensor.shape().rank() > 0)
          symbols = table->tensor.shape()[0];
    parameters.set("values", std::string("symbols"));
    parameters.set("symbols", std::max<std::int64_t>(symbols, 2));
  } else if (!isReal(info.element)) {
    return unsupported(fmt::format("unsupported type {} of the input", onnxElementName(info.element)));
  }
  OnnxTensor example{info.name, info.element, {}};
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  if (shape.elementCount() > (std::int64_t{1} << 28)) return unsupported("unsupported model: its input is too large");
  example.tensor = Tensor::zeros({storedType(info.element), shape});
  OnnxTranslation translation = translateOnnx(model_, {&example, 1});
  if (!translation.program.ok()) return translation.program.error();
  program_ = std::move(*translation.program);
  OnnxNode named;
  named.name = info.name;
  named.op = "input";
  FOVEA_TRY(const LayerId id, add(named, "input", std::move(parameters), {}));
  give(info.name, {id, 0});
  return {};
}

Status LayerImport::readNode(const OnnxNode& node) {
  bool wanted = false;  // what is known needs no layer
  for (const std::string& output : node.outputs) wanted = wanted || (!output.empty() && !isKnown(output));
  if (!wanted) return {};
  const LayerMaker* maker = findMaker(node.op);
  if (!maker || !node.domain.empty()) return unsupported(fmt::format("unsupported op {}: no layer does that", node.op));
  if (node.inputs.empty() || node.outputs.empty()) return unsupported("unsupported op " + node.op);
  Status status = maker->make(*this, node);
  if (status.ok()) return {};
  const std::string& words = status.error().message;
  return unsupported(words.rfind("unsupported", 0) == 0 ? words : fmt::format("unsupported {}: {}", node.op, words));
}

Result<Checkpoint> LayerImport::read() {
  const std::string name = layerName(model_.graph.name);
  if (!name.empty()) {
    FOVEA_TRY([[maybe_unused]] auto undo, applyEdit(checkpoint_.network, {RenameNetwork{name}, ""}));
  }
  FOVEA_CHECK(readInput());
  for (const OnnxNode& node : model_.graph.nodes) FOVEA_CHECK(readNode(node));
  if (model_.graph.outputs.size() > 1)
    report_.dropped.push_back("All outputs but the first: a network shows what its last layer says.");
  return std::move(checkpoint_);
}

}  // namespace fovea
