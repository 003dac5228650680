#include "core/exchange/onnx/onnx_program.h"

#include <fmt/format.h>

#include <unordered_map>

#include "core/exchange/onnx/batch_fitting.h"
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {
namespace {

using Names = std::unordered_map<std::string, OnnxValue>;

// Limit for nodes of all graphs and subgraphs, including unrolled loops.
constexpr std::size_t kMostNodes = 1000000;

bool readsSequences(const std::string& op) {
  return op.rfind("Sequence", 0) == 0 || op == "ConcatFromSequence";
}

class Translator : public OnnxScope {
 public:
  Translator(const OnnxModel& model, std::span<const OnnxTensor> inputs, const OnnxProgramOptions& options)
      : model_(model), examples_(inputs), options_(options), emitter_(builder_) {}

  Result<OnnxProgram> translate() {
    scopes_.emplace_back();
    FOVEA_CHECK(addInputs());
    FOVEA_CHECK(addInitializers(model_.graph));
    FOVEA_CHECK(runNodes(model_.graph));
    FOVEA_CHECK(addOutputs());
    for (const auto& [name, value] : scopes_.front()) {
      if (value.sequence) {
        OnnxProgram::Fact& fact = program_.values[name];
        for (const OnnxValue& part : *value.sequence)
          if (!emitter_.known(part.id)) fact.parts.push_back(emitter_.inner(part.id));
        continue;
      }
      const Tensor* known = emitter_.known(value.id);
      program_.values[name] = {value.element, emitter_.typeOf(value.id).shape, known ? *known : Tensor(),
                               known ? ValueId{} : emitter_.inner(value.id)};
    }
    if (options_.steps) program_.drawn = std::make_shared<const Graph>(builder_.graph());
    FOVEA_TRY(program_.graph, builder_.finish());
    return program_;
  }

  const std::string& op() const { return op_; }
  std::vector<std::string> needed() const;

  ValueId asIndices(const std::string& value, std::int64_t rows) override;
  void needKnown(const std::string& value) override { neededValue_ = value; }
  bool makesLayers() const override { return options_.steps; }
  ValueId withDigits(ValueId value, OnnxElement element) override;
  std::int64_t mostElements() const override { return options_.mostElements; }
  Result<std::vector<OnnxValue>> run(const OnnxGraph& graph, std::span<const OnnxValue> inputs) override;

 private:
  Status addInputs();
  Status addInitializers(const OnnxGraph& graph);
  Status runNodes(const OnnxGraph& graph);
  Status runNode(const OnnxNode& node);
  Status addOutputs();
  const OnnxValue* find(const std::string& name) const;
  const OnnxTensor* exampleOf(const std::string& name) const;
  bool isInput(ValueId value) const;

  const OnnxModel& model_;
  std::span<const OnnxTensor> examples_;
  const OnnxProgramOptions& options_;
  GraphBuilder builder_;
  FoldingEmitter emitter_;
  std::vector<Names> scopes_;  // names of the model first, then those of the subgraphs being run
  std::map<std::string, ValueId> inputs_, indices_;
  OnnxProgram program_;
  std::map<std::string, std::int64_t> outer_;  // see BatchFitting
  std::string op_, neededValue_;
  std::size_t nodesRun_ = 0;
};

const OnnxTensor* Translator::exampleOf(const std::string& name) const {
  for (const OnnxTensor& tensor : examples_)
    if (tensor.name == name) return &tensor;
  return nullptr;
}

const OnnxValue* Translator::find(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return &found->second;
  return nullptr;
}

bool Translator::isInput(ValueId value) const {
  return std::any_of(inputs_.begin(), inputs_.end(), [&](const auto& input) { return input.second == value; });
}

Status Translator::addInputs() {
  for (const OnnxValueInfo& info : model_.graph.inputs) {
    const OnnxTensor* example = exampleOf(info.name);
    if (!example && model_.graph.findInitializer(info.name)) continue;
    if (info.kind != "tensor")
      return unsupported(fmt::format("unsupported type {} of input \"{}\"", info.kind, info.name));
    if (!isNumber(info.element))
      return unsupported(fmt::format("unsupported type {} of input \"{}\"", onnxElementName(info.element), info.name));
    if (!example)
      return fail(ErrorCode::InvalidArgument, fmt::format("There is no value for input \"{}\".", info.name));
    if (example->element != info.element)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("Input \"{}\" must be of type {}, not {}.", info.name, onnxElementName(info.element),
                              onnxElementName(example->element)));
    ValueId id;
    if (options_.bound.contains(info.name)) {
      id = emitter_.constant(toComputed(*example));
    } else {
      const ValueId inner = builder_.addInput(info.name, {computedType(info.element), example->tensor.shape()});
      program_.inputs.push_back({info.name, inner, info.element, 0});
      id = emitter_.adopt(inner);
      inputs_[info.name] = id;
    }
    scopes_.front()[info.name] = {id, info.element};
  }
  return {};
}

Status Translator::addInitializers(const OnnxGraph& graph) {
  for (const OnnxTensor& tensor : graph.initializers)
    if (!scopes_.back().contains(tensor.name))
      scopes_.back()[tensor.name] = {emitter_.constant(toComputed(tensor)), tensor.element};
  return {};
}

Status Translator::runNodes(const OnnxGraph& graph) {
  const bool outermost = scopes_.size() == 1;
  for (const OnnxNode& node : graph.nodes) {
    const std::size_t first = builder_.graph().nodes().size();
    if (Status status = runNode(node); !status.ok()) {
      if (op_.empty()) op_ = node.op;
      return status;
    }
    if (outermost) program_.steps.push_back({first, builder_.graph().nodes().size()});
  }
  return {};
}

Status Translator::runNode(const OnnxNode& node) {
  if (++nodesRun_ > kMostNodes) return unsupported("unsupported loops: they have too many steps to be written out");
  const OnnxOperator* known = findOnnxOperator(node.domain, node.op);
  if (!known)
    return unsupported(fmt::format("unsupported op {}{}", node.domain.empty() ? "" : node.domain + ".", node.op));
  const std::int64_t opset = model_.opset(node);
  Status understood = checkOnnxVersion(*known, opset);
  if (understood.ok()) understood = checkOnnxAttributes(known->meaning.attributes, node, opset);
  if (!understood.ok()) return unsupported(fmt::format("unsupported {}: {}", node.op, understood.error().message));
  std::vector<OnnxValue> given;
  for (const std::string& name : node.inputs) {
    const OnnxValue* value = name.empty() ? nullptr : find(name);
    if (!name.empty() && !value)
      return unsupported(fmt::format("unsupported {}: nothing produces \"{}\"", node.op, name));
    if (value && value->sequence && !readsSequences(node.op))
      return unsupported(fmt::format("unsupported {}: a sequence instead of a tensor", node.op));
    given.push_back(value ? *value : OnnxValue{});
  }
  if (options_.made && scopes_.size() == 1) fitBatch({node, *options_.made, emitter_, outer_}, given);
  builder_.setScope(node.name.empty() ? node.op : node.name);
  OnnxNodeContext context(node, opset, emitter_, *this, given);
  Status status = known->translate(context);
  const Status emitted = emitter_.takeStatus();
  if (status.ok()) status = emitted;
  if (!status.ok()) {
    const std::string& words = status.error().message;
    if (words.rfind("unsupported", 0) == 0) return status;
    return unsupported(fmt::format("unsupported {}: {}", node.op, words));
  }
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    if (node.outputs[i].empty()) continue;
    if (i == 0 && !context.outputs().empty() && context.outputs()[0].sequence) {
      scopes_.back()[node.outputs[0]] = context.outputs()[0];
      continue;
    }
    if (i >= context.outputs().size() || !context.outputs()[i].id.valid())
      return unsupported(fmt::format("unsupported {}: its output {} is not computed", node.op, i));
    if (emitter_.typeOf(context.outputs()[i].id).shape.elementCount() > options_.mostElements)
      return unsupported(fmt::format("unsupported {}: its output has too many numbers", node.op));
    const OnnxValue value = context.outputs()[i];
    const bool isInput = std::any_of(given.begin(), given.end(), [&](const auto& v) { return v.id == value.id; });
    scopes_.back()[node.outputs[i]] = {isInput ? value.id : withDigits(value.id, value.element), value.element};
  }
  return {};
}

ValueId Translator::withDigits(ValueId value, OnnxElement element) {
  if (element != OnnxElement::Float16 && element != OnnxElement::BFloat16) return value;
  if (makesLayers() && !emitter_.known(value)) return value;
  return rounded(emitter_, value, element);
}

Result<std::vector<OnnxValue>> Translator::run(const OnnxGraph& graph, std::span<const OnnxValue> inputs) {
  scopes_.emplace_back();
  for (std::size_t i = 0; i < std::min(inputs.size(), graph.inputs.size()); ++i)
    scopes_.back()[graph.inputs[i].name] = inputs[i];
  Status status = addInitializers(graph);
  if (status.ok()) status = runNodes(graph);
  std::vector<OnnxValue> outputs;
  for (const OnnxValueInfo& info : graph.outputs) {
    const OnnxValue* value = find(info.name);
    if (!value && status.ok()) status = unsupported("unsupported subgraph: nothing produces \"" + info.name + "\"");
    outputs.push_back(value ? *value : OnnxValue{});
  }
  scopes_.pop_back();
  if (!status.ok()) return status.error();
  return outputs;
}

ValueId Translator::asIndices(const std::string& name, std::int64_t rows) {
  const OnnxValue* value = find(name);
  const auto input = inputs_.find(name);
  if (!value || input == inputs_.end() || value->id != input->second) return {};
  const std::string key = fmt::format("{}:{}", name, rows);
  ValueId& indices = indices_[key];
  if (!indices.valid()) {
    const ValueId inner = builder_.addInput(key, {DataType::Int32, emitter_.typeOf(value->id).shape});
    program_.inputs.push_back({name, inner, value->element, rows});
    indices = emitter_.adopt(inner);
  }
  return indices;
}

Status Translator::addOutputs() {
  for (const OnnxValueInfo& info : model_.graph.outputs) {
    const OnnxValue* value = find(info.name);
    if (!value) return unsupported(fmt::format("unsupported model: nothing produces its output \"{}\"", info.name));
    if (value->sequence) return unsupported(fmt::format("unsupported type sequence of output \"{}\"", info.name));
    OnnxProgram::Output output{info.name, value->element, {}, {}, {}};
    if (const Tensor* known = emitter_.known(value->id)) {
      output.known = *known;
    } else {
      for (const auto& [name, id] : inputs_)
        if (id == value->id && exampleOf(name)->element == value->element) output.input = name;
      // An input with another element type is computed: an executor's outputs are never its inputs.
      const bool renamed = output.input.empty() && isInput(value->id);
      output.value =
          emitter_.inner(renamed ? reshapedTo(emitter_, value->id, emitter_.typeOf(value->id).shape) : value->id);
      if (output.input.empty()) builder_.addOutput(info.name, output.value);
    }
    program_.outputs.push_back(std::move(output));
  }
  return {};
}

// The inputs of the model that the needed value depends on; all of them if that is unknown.
std::vector<std::string> Translator::needed() const {
  if (neededValue_.empty()) return {};
  std::set<std::string> wanted{neededValue_};
  bool found = false;
  for (auto node = model_.graph.nodes.rbegin(); node != model_.graph.nodes.rend(); ++node) {
    bool gives = false;
    for (const std::string& output : node->outputs) gives = gives || wanted.contains(output);
    if (!gives) continue;
    found = true;
    wanted.insert(node->inputs.begin(), node->inputs.end());
    for (const OnnxAttribute& attribute : node->attributes)
      if (std::holds_alternative<std::shared_ptr<const OnnxGraph>>(attribute.value)) found = false;
    if (!found) break;
  }
  std::vector<std::string> result;
  for (const OnnxValueInfo& input : model_.graph.inputs)
    if (inputs_.contains(input.name) && (wanted.contains(input.name) || (!found && !inputs_.contains(neededValue_))))
      result.push_back(input.name);
  return result;
}

// Converts indices of rows; those out of range become indices that ops treat as invalid.
Tensor asIndices(const OnnxTensor& tensor, std::int64_t rows) {
  Tensor result = fromComputed("", OnnxElement::Int32, toComputed(tensor)).tensor;
  for (std::int32_t& index : result.values<std::int32_t>())
    if (index < 0) index = static_cast<std::int32_t>(std::max<std::int64_t>(index + rows, -1));
  return result;
}

Result<std::vector<OnnxTensor>> runProgram(const OnnxProgram& program, std::span<const OnnxTensor> inputs,
                                           const std::shared_ptr<Device>& device) {
  const auto inputOf = [&](const std::string& name) -> const OnnxTensor& {
    return *std::find_if(inputs.begin(), inputs.end(), [&](const OnnxTensor& tensor) { return tensor.name == name; });
  };
  std::unique_ptr<Executor> executor;
  if (!program.graph->outputs().empty()) {
    CompileOptions options;
    options.exact = true;
    FOVEA_TRY(executor, Executor::compile(program.graph, std::make_shared<VariableStore>(device), options));
    for (const OnnxProgram::Input& input : program.inputs) {
      const OnnxTensor& given = inputOf(input.name);
      const bool indices = program.graph->value(input.value).type.dtype == DataType::Int32;
      FOVEA_CHECK(executor->setInput(input.value, indices ? asIndices(given, input.rows) : toComputed(given)));
    }
    FOVEA_CHECK(executor->run());
  }
  std::vector<OnnxTensor> outputs;
  for (const OnnxProgram::Output& output : program.outputs) {
    if (!output.input.empty()) {
      outputs.push_back(inputOf(output.input));
      outputs.back().name = output.name;
      continue;
    }
    Tensor numbers = output.known;
    if (output.value.valid()) {
      FOVEA_TRY(numbers, executor->read(output.value));
    }
    outputs.push_back(fromComputed(output.name, output.element, numbers));
  }
  return outputs;
}

}  // namespace

OnnxTranslation translateOnnx(const OnnxModel& model, std::span<const OnnxTensor> inputs,
                              const OnnxProgramOptions& options) {
  Translator translator(model, inputs, options);
  auto program = translator.translate();
  return {std::move(program), translator.op(), translator.needed()};
}

OnnxRun runOnnx(const OnnxModel& model, std::span<const OnnxTensor> inputs, const std::shared_ptr<Device>& device,
                OnnxProgramOptions options) {
  for (;;) {
    OnnxTranslation translation = translateOnnx(model, inputs, options);
    if (translation.program.ok()) return {runProgram(*translation.program, inputs, device), ""};
    const std::size_t before = options.bound.size();
    options.bound.insert(translation.needed.begin(), translation.needed.end());
    if (options.bound.size() == before) return {translation.program.error(), translation.op};
  }
}

}  // namespace fovea
