#include "core/exchange/onnx/layer_import.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "core/exchange/onnx/emit_helpers.h"
#include "core/exchange/onnx/onnx_patterns.h"
#include "core/network/network_editor.h"

namespace fovea {

std::vector<LayerMakers> generatedLayerMakers();

namespace {

const LayerMaker* findMaker(std::string_view op) {
  static const std::vector<LayerMakers> families = generatedLayerMakers();
  for (const LayerMakers& family : families)
    for (const LayerMaker& maker : family)
      if (maker.op == op) return &maker;
  return nullptr;
}

}  // namespace

std::int64_t attributeOf(const OnnxNode& node, std::string_view name, std::int64_t otherwise) {
  return attributeOr(node, name, otherwise);
}
double attributeOf(const OnnxNode& node, std::string_view name, double otherwise) {
  return attributeOr(node, name, otherwise);
}
std::string attributeOf(const OnnxNode& node, std::string_view name, const char* otherwise) {
  return attributeOr(node, name, std::string(otherwise));
}
std::vector<std::int64_t> attributeOf(const OnnxNode& node, std::string_view name,
                                      const std::vector<std::int64_t>& otherwise) {
  return attributeOr(node, name, otherwise);
}

Tensor plainWeights(const Tensor& tensor, const Shape& shape) {
  if (tensor.dtype() != DataType::Float32) return tensorOf(DataType::Float32, shape, numbersOf(tensor));
  Tensor copy = Tensor::make({DataType::Float32, shape});
  std::copy_n(tensor.data<float>(), copy.elementCount(), copy.data<float>());
  return copy;
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

void LayerImport::noteReaders(const std::string& value, LayerSource source) {
  if (readersOf(value) < 2) return;
  readOften_.insert(source.layer.index);
  if (const auto before = reshapedSource_.find(source.layer.index); before != reshapedSource_.end())
    readOften_.insert(before->second.layer.index);
}

void LayerImport::give(const std::string& value, LayerSource source) {
  sources_[value] = source;
  noteReaders(value, source);
  if (const ValueId id = fact(value).value; id.valid()) opSources_.emplace(id.index, source);
}

std::size_t LayerImport::readersOf(const std::string& value) const {
  const auto found = readers_.find(value);
  return found == readers_.end() ? 0 : found->second;
}

// Marks the nodes that the outputs depend on, except for values that are known in advance.
void LayerImport::findWanted() {
  const auto& nodes = nodes_;
  wanted_.assign(nodes.size(), false);
  std::unordered_set<std::string> values;
  for (const OnnxValueInfo& output : model_.graph.outputs) values.insert(output.name);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    for (const std::string& output : nodes[i].outputs)
      wanted_[i] = wanted_[i] || (values.contains(output) && !fact(output).known.defined());
    if (!wanted_[i]) continue;
    for (const std::string& input : nodes[i].inputs) {
      values.insert(input);
      ++readers_[input];
    }
    for (const OnnxAttribute& attribute : nodes[i].attributes)  // a subgraph may read all outer values
      if (const auto* inner = std::get_if<std::shared_ptr<const OnnxGraph>>(&attribute.value); inner && *inner)
        for (const OnnxNode& node : (*inner)->nodes)
          for (const std::string& input : node.inputs) {
            values.insert(input);
            ++readers_[input];
          }
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
  const bool heeded = maker && checkOnnxAttributes(maker->attributes, node, opset(node)).ok();
  if (heeded && real && (node.domain.empty() || node.domain == kOwnDomain)) {
    const Status status = maker->make(*this, node);
    if (status.ok()) return {};
    if (node.domain == kOwnDomain) return inWords(status);
  }
  const Status status = readAsOps(node, index);
  return status.ok() ? status : Status(inWords(status));
}

Result<Checkpoint> LayerImport::read() {
  Result<Checkpoint> checkpoint = readAll();
  if (checkpoint.ok() || !took_ || !checkpoint.error().advice.empty()) return checkpoint;
  Error error = checkpoint.error();  // the guessed or given shape may be the cause
  std::vector<std::string> shapes;
  for (const InputChoice& choice : options_.inputs)
    if (!choice.shape.empty()) shapes.push_back(fmt::format("{}", fmt::join(choice.shape, " × ")));
  error.advice = shapes.empty()
                     ? shapeAdvice()
                     : fmt::format("The model leaves the size of its samples open, but may not be made for {}.",
                                   fmt::join(shapes, " and "));
  return error;
}

Result<Checkpoint> LayerImport::readAll() {
  FOVEA_CHECK(readInputs());
  nodes_ = withPatterns(model_.graph.nodes, [&](const std::string& value) -> const Tensor* {
    return isKnown(value) ? &fact(value).known : nullptr;
  });
  findWanted();
  for (std::size_t i = 0; i < nodes_.size(); ++i) FOVEA_CHECK(readNode(nodes_[i], i));
  return finish();
}

}  // namespace fovea
