#include "core/exchange/onnx/layer_import.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/onnx_patterns.h"
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

bool sameNumbers(const Tensor& a, const Tensor& b) {
  if (!a.defined() || !b.defined() || a.type() != b.type()) return false;
  return a.raw() == b.raw() || std::memcmp(a.raw(), b.raw(), a.type().bytes()) == 0;
}

const OnnxProgram::Fact& LayerImport::fact(const std::string& value) const {
  static const OnnxProgram::Fact none;
  const auto found = program_.values.find(value);
  return found == program_.values.end() ? none : found->second;
}

bool LayerImport::isKnown(const std::string& value) const {
  const Tensor& known = fact(value).known;
  if (!known.defined()) return false;
  const auto more = more_.values.find(value);
  return more != more_.values.end() && sameNumbers(known, more->second.known);
}

void LayerImport::give(const std::string& value, LayerSource source) {
  sources_[value] = source;
  if (const ValueId id = fact(value).value; id.valid()) opSources_.emplace(id.index, source);
}

std::size_t LayerImport::readersOf(const std::string& value) const {
  const auto found = readers_.find(value);
  return found == readers_.end() ? 0 : found->second;
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
  mapped_[id.index] = fmt::format("{} ({}): {}", name, node.op, findLayer(type)->title);
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
  const Layer* layer = checkpoint_.network.find(source.layer);
  if (!layer || (layer->type != "linear" && layer->type != "convolution") || layer->parameters.boolean("bias"))
    return false;
  const bool linear = layer->type == "linear";
  const std::int64_t units = layer->parameters.integer(linear ? "units" : "filters");
  // The numbers must lie along the units: the last axis of a linear layer, the second of a convolution.
  const Shape shape = bias.shape(), y = fact(value).shape;
  const int axis = linear ? shape.rank() - 1 : shape.rank() - y.rank() + 1;
  if (bias.elementCount() != units || axis < 0 || shape[axis] != units) return false;
  const std::string name = layer->name;
  if (!applyEdit(checkpoint_.network, {SetParameter{layer->id, "bias", true}, ""}).ok()) return false;
  checkpoint_.tensors.emplace_back(name + ".bias", plainWeights(bias, Shape{units}));
  return true;
}

Result<std::vector<std::int64_t>> LayerImport::inputExtents(const OnnxValueInfo& info) {
  if (info.kind != "tensor" || !info.hasShape || info.shape.size() < 2)
    return unsupported("unsupported model: its input is no batch of values of a known shape");
  std::vector<std::int64_t> extents;
  for (std::size_t i = 0; i < info.shape.size(); ++i) {
    const bool open = info.shape[i].extent < 1;
    extents.push_back(open ? (i == 0 ? 0 : kOpenExtent) : info.shape[i].extent);
    if (open && i > 0)
      approximate(fmt::format("Extent {} of the input is open in the model; the network has {}.", i, kOpenExtent));
  }
  return extents;
}

// Twice and three times the samples that the model was made for: what differs depends on them.
Status LayerImport::translate(const OnnxValueInfo& info, const std::vector<std::int64_t>& extents) {
  const std::int64_t made = extents[0];
  const auto program = [&](std::int64_t samples, const OnnxProgram* original) -> Result<OnnxProgram> {
    std::vector<std::int64_t> own = extents;
    own[0] = samples;
    FOVEA_TRY(const Shape shape, Shape::make(own));
    if (shape.elementCount() > (std::int64_t{1} << 28)) return unsupported("unsupported model: its input is too large");
    const OnnxTensor example{info.name, info.element, Tensor::zeros({storedType(info.element), shape})};
    OnnxProgramOptions options;
    options.steps = true;
    options.made = original;
    return std::move(translateOnnx(model_, {&example, 1}, options).program);
  };
  OnnxProgram original;
  if (made > 0) {
    FOVEA_TRY(original, program(made, nullptr));
    report_.notes.push_back(fmt::format("The model was made for {} at a time; the network takes any number.",
                                        made == 1 ? "one sample" : fmt::format("{} samples", made)));
  }
  batch_ = 2 * std::max<std::int64_t>(made, 1);
  FOVEA_TRY(program_, program(batch_, made > 0 ? &original : nullptr));
  FOVEA_TRY(more_, program(batch_ / 2 * 3, made > 0 ? &original : nullptr));
  return {};
}

Status LayerImport::addInputLayer(const OnnxValueInfo& info, const std::vector<std::int64_t>& sample) {
  FieldValues parameters{{"shape", sample}};
  if (isWhole(info.element)) {
    std::int64_t symbols = 0;  // as many as the table has that they are looked up in
    for (const OnnxNode& node : model_.graph.nodes)
      if (node.op == "Gather" && node.inputs.size() > 1 && node.inputs[1] == info.name)
        if (const Shape table = fact(node.inputs[0]).shape; table.rank() > 0) symbols = table[0];
    parameters.set("values", std::string("symbols"));
    parameters.set("symbols", std::max<std::int64_t>(symbols, 2));
  } else if (!isReal(info.element)) {
    return unsupported(fmt::format("unsupported type {} of the input", onnxElementName(info.element)));
  }
  OnnxNode named;
  named.name = info.name;
  named.op = "input";
  FOVEA_TRY(const LayerId id, add(named, "input", std::move(parameters), {}));
  LayerSource source{id, 0};
  if (info.element == OnnxElement::Double) {
    named.name = info.name + "_f64";
    FOVEA_TRY(const LayerId cast, add(named, "op_cast", {{"to", std::string("f64")}}, {source}));
    source = {cast, 0};
  }
  for (const OnnxProgram::Input& input : program_.inputs)
    if (input.name == info.name && (input.rows > 0) == isWhole(info.element))
      opSources_.emplace(input.value.index, source);
  sources_[info.name] = source;
  input_ = info.name;
  return {};
}

Status LayerImport::readInput() {
  const auto free = model_.graph.freeInputs();
  if (free.size() != 1)
    return unsupported(fmt::format("unsupported model: it has {} inputs, and a network has one", free.size()));
  FOVEA_TRY(const std::vector<std::int64_t> extents, inputExtents(free[0]));
  FOVEA_CHECK(translate(free[0], extents));
  return addInputLayer(free[0], {extents.begin() + 1, extents.end()});
}

// What the first output is computed from, but for what is known beforehand.
void LayerImport::findWanted() {
  const auto& nodes = nodes_;
  wanted_.assign(nodes.size(), false);
  std::unordered_set<std::string> values;
  if (!model_.graph.outputs.empty()) values.insert(model_.graph.outputs[0].name);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    for (const std::string& output : nodes[i].outputs)
      wanted_[i] = wanted_[i] || (values.contains(output) && !fact(output).known.defined());
    if (!wanted_[i]) continue;
    for (const std::string& input : nodes[i].inputs) {
      values.insert(input);
      ++readers_[input];
    }
    for (const OnnxAttribute& attribute : nodes[i].attributes)  // a subgraph may read all that is around it
      if (const auto* inner = std::get_if<std::shared_ptr<const OnnxGraph>>(&attribute.value); inner && *inner)
        for (const OnnxNode& node : (*inner)->nodes) values.insert(node.inputs.begin(), node.inputs.end());
  }
  for (const OnnxValueInfo& output : model_.graph.outputs) ++readers_[output.name];
}

Status LayerImport::readNode(const OnnxNode& node, std::size_t index) {
  if (!wanted_[index]) return {};
  const auto inWords = [&](const Status& status) -> Error {
    const std::string& words = status.error().message;
    return unsupported(words.rfind("unsupported", 0) == 0 ? words : fmt::format("unsupported {}: {}", node.op, words));
  };
  const LayerMaker* maker = findMaker(node.op);
  const bool real =
      !node.inputs.empty() && !node.outputs.empty() && computedType(fact(node.outputs[0]).element) == DataType::Float32;
  if (maker && real && (node.domain.empty() || node.domain == kOwnDomain)) {
    const Status status = maker->make(*this, node);
    if (status.ok()) return {};
    if (node.domain == kOwnDomain) return inWords(status);
  }
  const Status status = readAsOps(node, index);
  return status.ok() ? status : Status(inWords(status));
}

// The layers that the last one needs; the others were tried by makers that gave up.
Status LayerImport::dropUnused(LayerId last) {
  const Network& network = checkpoint_.network;
  std::unordered_map<std::int32_t, std::vector<LayerId>> before;
  for (const Edge& edge : network.edges()) before[edge.target.index].push_back(edge.source);
  std::unordered_set<std::int32_t> needed{last.index, network.layers().front().id.index};
  std::vector<LayerId> open{last};
  while (!open.empty()) {
    const LayerId id = open.back();
    open.pop_back();
    for (const LayerId source : before[id.index])
      if (needed.insert(source.index).second) open.push_back(source);
  }
  std::vector<Layer> unused;
  for (const Layer& layer : network.layers())
    if (!needed.contains(layer.id.index)) unused.push_back(layer);
  for (const Layer& layer : unused) {
    FOVEA_TRY([[maybe_unused]] auto undo, applyEdit(checkpoint_.network, {RemoveLayer{layer.id}, ""}));
    mapped_.erase(layer.id.index);
    std::erase_if(checkpoint_.tensors, [&](const auto& tensor) { return tensor.first.starts_with(layer.name + "."); });
  }
  return {};
}

// A network says what the first output of its last layer is.
Status LayerImport::finish() {
  if (model_.graph.outputs.empty()) return unsupported("unsupported model: it has no outputs");
  const std::string& output = model_.graph.outputs[0].name;
  FOVEA_TRY(LayerSource last, source(output));
  if (last.output != 0) {
    FOVEA_TRY(const auto extents, extentsOf(output));
    OnnxNode named;
    named.name = output;
    FOVEA_TRY(const LayerId id, add(named, "op_reshape", {{"shape", extents}}, {last}));
    last = {id, 0};
  }
  FOVEA_CHECK(dropUnused(last.layer));
  for (const auto& [id, line] : mapped_) report_.mapped.push_back(line);
  if (model_.graph.outputs.size() > 1)
    report_.dropped.push_back("All outputs but the first: a network shows what its last layer says.");
  return {};
}

Result<Checkpoint> LayerImport::read() {
  const std::string name = layerName(model_.graph.name);
  if (!name.empty()) {
    FOVEA_TRY([[maybe_unused]] auto undo, applyEdit(checkpoint_.network, {RenameNetwork{name}, ""}));
  }
  FOVEA_CHECK(readInput());
  nodes_ = withPatterns(model_.graph.nodes, [&](const std::string& value) -> const Tensor* {
    return isKnown(value) ? &fact(value).known : nullptr;
  });
  findWanted();
  for (std::size_t i = 0; i < nodes_.size(); ++i) FOVEA_CHECK(readNode(nodes_[i], i));
  FOVEA_CHECK(finish());
  return std::move(checkpoint_);
}

}  // namespace fovea
