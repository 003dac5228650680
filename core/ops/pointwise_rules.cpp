#include "core/ops/pointwise_rules.h"

#include <fmt/format.h>

#include "core/ops/broadcast.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

using ProgramOf = std::function<PointwiseProgram(const FieldValues&)>;

void reference(const PointwiseProgram& program, const ReferenceRequest& request) {
  const TensorType& type = request.outputs[0].type;
  std::vector<BroadcastIndex> index;
  for (const TensorView& input : request.inputs) index.emplace_back(input.type.shape, type.shape);
  std::vector<double> registers(static_cast<std::size_t>(program.registers()));
  dispatchReal(type.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < type.shape.elementCount(); ++i) {
      for (std::size_t k = 0; k < index.size(); ++k)
        registers[k] = static_cast<double>(request.inputs[k].as<T>()[index[k].index(i)]);
      evaluate(program, registers);
      for (std::size_t k = 0; k < request.outputs.size(); ++k)
        request.outputs[k].as<T>()[i] = static_cast<T>(registers[static_cast<std::size_t>(program.outputs[k])]);
    }
  });
}

ValueId sourceOf(const GradientRequest& r, const std::pair<PointwiseGradient::Source, int>& source) {
  const auto index = static_cast<std::size_t>(source.second);
  switch (source.first) {
    case PointwiseGradient::Source::Input:
      return r.inputs[index];
    case PointwiseGradient::Source::Output:
      return r.outputs[index];
    case PointwiseGradient::Source::OutputGradient:
      return r.outputGradients[index];
  }
  return {};
}

// Returns the input that register `reg` is, if the program only passes it on; invalid if it must be computed.
ValueId handedOn(const PointwiseProgram& program, int reg, const std::vector<ValueId>& inputs) {
  return program.isInput(reg) ? inputs[static_cast<std::size_t>(reg)] : ValueId{};
}

bool isNothing(const PointwiseProgram& program, int reg) {
  if (program.isInput(reg)) return false;
  const PointwiseInstruction& instruction = program.producer(reg);
  return instruction.code == PointwiseCode::Constant && instruction.value == 0;
}

}  // namespace

Result<std::vector<TensorType>> inferPointwise(const PointwiseProgram& program, std::span<const TensorType> inputs) {
  if (static_cast<int>(inputs.size()) != program.inputs)
    return invalidInput(fmt::format("The program has {} inputs, but got {}.", program.inputs, inputs.size()));
  FOVEA_CHECK(needReal("input", inputs[0]));
  Shape shape = inputs[0].shape;
  for (const TensorType& input : inputs.subspan(1)) {
    if (input.dtype != inputs[0].dtype) return needSame(inputs[0], input).error();
    FOVEA_TRY(shape, broadcastShape(shape, input.shape));
  }
  return std::vector<TensorType>(program.outputs.size(), TensorType{inputs[0].dtype, shape});
}

std::vector<ValueId> pointwiseGradient(const PointwiseProgram& program, const GradientRequest& r) {
  std::vector<bool> given;
  for (const ValueId gradient : r.outputGradients) given.push_back(gradient.valid());
  PointwiseGradient rule = differentiate(program, r.needed, given);
  std::vector<ValueId> sources;
  for (const auto& source : rule.sources) sources.push_back(sourceOf(r, source));

  std::vector<ValueId> results(rule.program.outputs.size());
  PointwiseProgram computed = rule.program;
  computed.outputs.clear();
  for (std::size_t k = 0; k < results.size(); ++k) {
    const int reg = rule.program.outputs[k];
    results[k] = handedOn(rule.program, reg, sources);
    if (!results[k].valid() && !isNothing(rule.program, reg)) computed.outputs.push_back(reg);
  }
  if (!computed.outputs.empty()) {
    auto emitted = r.emitter.emit("fused_pointwise", {{"program", toText(computed)}}, sources);
    emitted.resize(computed.outputs.size());
    std::size_t next = 0;
    for (std::size_t k = 0; k < results.size(); ++k)
      if (!results[k].valid() && !isNothing(rule.program, rule.program.outputs[k])) results[k] = emitted[next++];
  }
  std::vector<ValueId> gradients(r.inputs.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < gradients.size(); ++i)
    if (r.needed[i]) gradients[i] = sumToType(r.emitter, results[next++], r.emitter.typeOf(r.inputs[i]));
  return gradients;
}

ValueId emitPointwise(Emitter& emitter, const PointwiseProgram& program, std::initializer_list<ValueId> inputs) {
  return emitter.emitOne("fused_pointwise", {{"program", toText(program)}}, inputs);
}

void completePointwise(OpType& op, ProgramOf program) {
  op.pointwise = program;
  if (!op.infer)
    op.infer = [program](const InferRequest& r) { return inferPointwise(program(r.attributes), r.inputs); };
  if (!op.gradient)
    op.gradient = [program](const GradientRequest& r) { return pointwiseGradient(program(r.attributes), r); };
  if (!op.cost)
    op.cost = [program](const CostRequest& r) {
      const auto elements = static_cast<double>(r.outputs[0].shape.elementCount());
      return costWithFlops(r, program(r.attributes).operations() * elements);
    };
  if (!op.reference) op.reference = [program](const ReferenceRequest& r) { reference(program(r.attributes), r); };
}

OpType unaryPointwiseOp(std::string name, std::string summary, Schema attributes, ProgramOf program) {
  OpType op;
  op.name = std::move(name);
  op.summary = std::move(summary);
  op.attributes = std::move(attributes);
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  completePointwise(op, std::move(program));
  return op;
}

OpType binaryPointwiseOp(std::string name, std::string summary,
                         std::function<PointwiseTerm(PointwiseTerm, PointwiseTerm)> formula) {
  OpType op;
  op.name = std::move(name);
  op.summary = std::move(summary);
  op.inputs = {{"a"}, {"b"}};
  op.outputs = {{"y"}};
  completePointwise(op, [formula](const FieldValues&) { return pointwiseOfTwo(formula); });
  return op;
}

}  // namespace fovea
