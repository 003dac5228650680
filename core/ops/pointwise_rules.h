// Why: derives the shape rule, cost, reference kernel and gradient of an op from its pointwise program.
// Source of the shape rule: NumPy, "Broadcasting". All functions are pure and thread-safe.
#pragma once
#include "core/ops/op_type.h"
#include "core/ops/pointwise_builder.h"

namespace fovea {

// Sets op.pointwise, and those of infer, cost, reference and gradient that the op does not have. The program must have
// as many inputs and outputs as the op has ports.
void completePointwise(OpType& op, std::function<PointwiseProgram(const FieldValues&)> program);

// Returns one type for every output: the broadcast of all inputs. "Inputs differ: 20×24×24 and 50×8×8."
Result<std::vector<TensorType>> inferPointwise(const PointwiseProgram& program, std::span<const TensorType> inputs);
// Emits one fused_pointwise for all gradients, and a sum for each input that was broadcast.
std::vector<ValueId> pointwiseGradient(const PointwiseProgram& program, const GradientRequest& request);

// Emits `program`, which has one output, as a fused_pointwise.
ValueId emitPointwise(Emitter& emitter, const PointwiseProgram& program, std::initializer_list<ValueId> inputs);

// Builds a program of one input from a formula; the second overload takes two inputs.
template <class F>
PointwiseProgram pointwiseOfOne(F&& formula) {
  PointwiseBuilder builder(1);
  return builder.finish({formula(builder.input(0))});
}
template <class F>
PointwiseProgram pointwiseOfTwo(F&& formula) {
  PointwiseBuilder builder(2);
  return builder.finish({formula(builder.input(0), builder.input(1))});
}

// An op with one input x and one output y of x's shape.
OpType unaryPointwiseOp(std::string name, std::string summary, Schema attributes,
                        std::function<PointwiseProgram(const FieldValues&)> program);
// An op with inputs a and b, broadcast to one shape, and one output y.
OpType binaryPointwiseOp(std::string name, std::string summary,
                         std::function<PointwiseTerm(PointwiseTerm, PointwiseTerm)> formula);

}  // namespace fovea
