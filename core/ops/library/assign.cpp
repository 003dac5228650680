// assign: variable' = value, in place: state that is carried from one step to the next.
// Shapes: variable, value and variable' of one type. Gradient: none (an update).
// Source: Fovea's own.
#include <cstring>

#include "core/ops/op_rules.h"

namespace fovea::assign_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_CHECK(needType("value", request.inputs[1], request.inputs[0]));
  return std::vector<TensorType>{request.inputs[0]};
}

void reference(const ReferenceRequest& request) {
  if (const std::size_t bytes = request.inputs[1].type.bytes(); bytes > 0)
    std::memcpy(request.outputs[0].data, request.inputs[1].data, bytes);
}

}  // namespace

OpType assignOp() {
  OpType op;
  op.name = "assign";
  op.summary = "variable ← value: kept until the next step.";
  op.inputs = {{"variable"}, {"value"}};
  op.outputs = {{"new_variable"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) { return Cost{0, 2.0 * static_cast<double>(r.outputs[0].bytes())}; };
  op.reference = reference;
  op.aliases = {{0, 0}};
  return op;
}

}  // namespace fovea::assign_op
