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

constexpr std::int64_t kOpenExtent = 224;
constexpr const char* kSayShape = "Give the shape of a sample, as --shape 3x224x224.";
constexpr std::int64_t kMostElements = std::int64_t{1} << 28;  // of one value

const LayerMaker* findMaker(std::string_view op) {
  static const std::vector<LayerMakers> families = generatedLayerMakers();
  for (const LayerMakers& family : families)
    for (const LayerMaker& maker : family)
      if (maker.op == op) return &maker;
  return nullptr;
}

// "3 × ? × ?"
std::string openText(const std::vector<std::int64_t>& extents) {
  std::vector<std::string> words;
  for (const std::int64_t extent : extents) words.push_back(extent == 0 ? "?" : std::to_string(extent));
  return fmt::format("{}", fmt::join(words, " × "));
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

void LayerImport::give(const std::string& value, LayerSource source) {
  sources_[value] = source;
  if (const ValueId id = fact(value).value; id.valid()) opSources_.emplace(id.index, source);
}

std::size_t LayerImport::readersOf(const std::string& value) const {
  const auto found = readers_.find(value);
  return found == readers_.end() ? 0 : found->second;
}

Result<std::vector<std::int64_t>> LayerImport::inputExtents(const OnnxValueInfo& info) {
  if (info.kind != "tensor" || !info.hasShape || info.shape.size() < 2)
    return unsupported("unsupported model: its input is no batch of values of a known shape");
  std::vector<std::int64_t> extents;
  for (const OnnxDimension& dimension : info.shape) extents.push_back(std::max<std::int64_t>(dimension.extent, 0));
  const auto sample = extents.begin() + 1;
  const bool open = std::find(sample, extents.end(), 0) != extents.end();
  if (!options_.shape.empty()) {
    const auto fits = [](std::int64_t own, std::int64_t given) { return own == 0 || own == given; };
    if (!std::equal(sample, extents.end(), options_.shape.begin(), options_.shape.end(), fits))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("A sample of the model cannot be {}: it is {}.", fmt::join(options_.shape, " × "),
                              openText({sample, extents.end()})));
    std::copy(options_.shape.begin(), options_.shape.end(), sample);
  } else if (open) {
    report_.openShape.assign(sample, extents.end());
    if (!options_.guessShape)
      return fail(ErrorCode::InvalidArgument, "The model leaves open how large its samples are.", kSayShape);
    for (std::size_t i = 1; i < extents.size(); ++i) {
      if (extents[i] > 0) continue;
      extents[i] = kOpenExtent;
      approximate(fmt::format("Extent {} of the input is open in the model; the network has {}.", i, kOpenExtent));
    }
  }
  took_ = open;
  return extents;
}

// Twice and three times the samples that the model was made for: what differs depends on them.
Status LayerImport::translate(const std::vector<OnnxValueInfo>& inputs,
                              const std::vector<std::vector<std::int64_t>>& extents) {
  const std::int64_t made = extents[0][0];
  const auto program = [&](std::int64_t samples, const OnnxProgram* original) -> Result<OnnxProgram> {
    std::vector<OnnxTensor> examples;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      std::vector<std::int64_t> own = extents[i];
      own[0] = samples;
      FOVEA_TRY(const Shape shape, Shape::make(own));
      if (shape.elementCount() > kMostElements) return unsupported("unsupported model: its input is too large");
      examples.push_back({inputs[i].name, inputs[i].element, Tensor::zeros({storedType(inputs[i].element), shape})});
    }
    OnnxProgramOptions options;
    options.steps = true;
    options.mostElements = kMostElements;
    options.made = original;
    return std::move(translateOnnx(model_, examples, options).program);
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
  const bool symbols = isWhole(info.element) &&
                       std::any_of(program_.inputs.begin(), program_.inputs.end(),
                                   [&](const auto& input) { return input.rows > 0 && input.name == info.name; });
  if (symbols) {
    std::int64_t count = 0;  // as many as the table has that they are looked up in
    for (const OnnxNode& node : model_.graph.nodes)
      if (node.op == "Gather" && node.inputs.size() > 1 && node.inputs[1] == info.name)
        if (const Shape table = fact(node.inputs[0]).shape; table.rank() > 0) count = table[0];
    parameters.set("values", std::string("symbols"));
    parameters.set("symbols", std::max<std::int64_t>(count, 2));
  } else if (isWhole(info.element)) {
    report_.notes.push_back("The model's input is of whole numbers that it computes with; the network takes all.");
  } else if (!isReal(info.element)) {
    return unsupported(fmt::format("unsupported type {} of the input", onnxElementName(info.element)));
  }
  OnnxNode named;
  named.name = info.name;
  named.op = "input";
  FOVEA_TRY(const LayerId id, add(named, "input", std::move(parameters), {}));
  LayerSource source{id, 0};
  if (!symbols && computedType(info.element) == DataType::Float64) {
    named.name = info.name + "_f64";
    FOVEA_TRY(const LayerId cast, add(named, "op_cast", {{"to", std::string("f64")}}, {source}));
    source = {cast, 0};
  }
  for (const OnnxProgram::Input& input : program_.inputs)
    if (input.name == info.name && (input.rows > 0) == symbols) opSources_.emplace(input.value.index, source);
  sources_[info.name] = source;
  inputs_.insert(info.name);
  return {};
}

Status LayerImport::readInputs() {
  const auto free = model_.graph.freeInputs();
  if (free.empty()) return unsupported("unsupported model: it has no inputs");
  if (free.size() > 1 && !options_.shape.empty())
    return fail(ErrorCode::InvalidArgument, "The model has several inputs, so one shape does not say what they are.",
                "Leave out the shape.");
  std::vector<std::vector<std::int64_t>> extents;
  for (const OnnxValueInfo& info : free) {
    FOVEA_TRY(extents.emplace_back(), inputExtents(info));
    if (extents.back()[0] != extents[0][0])
      return unsupported(fmt::format("unsupported model: its inputs {} and {} are not of the same number of samples",
                                     free[0].name, info.name));
  }
  FOVEA_CHECK(translate(free, extents));
  for (std::size_t i = 0; i < free.size(); ++i)
    FOVEA_CHECK(addInputLayer(free[i], {extents[i].begin() + 1, extents[i].end()}));
  return {};
}

// Marks the nodes that the outputs are computed from, but for values that are known beforehand.
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
  if (checkpoint.ok() || !took_) return checkpoint;
  Error error = checkpoint.error();  // it may be for the shape that was taken
  error.advice = options_.shape.empty()
                     ? kSayShape
                     : fmt::format("The model leaves the size of its samples open, but may not be made for {}.",
                                   fmt::join(options_.shape, " × "));
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
