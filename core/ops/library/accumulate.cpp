// accumulate: sum' = sum + factor * value, in place: losses and counts over an epoch, and
// gradients over several batches.
// Shapes: sum, value and sum' of one type; a value for a sum in f32 may have 16 bits.
// Defaults: factor 1. Gradient: none (an update).
// Source: Fovea's own.
#include "core/ops/op_rules.h"

namespace fovea::accumulate_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_CHECK(needReal("sum", request.inputs[0]));
  FOVEA_CHECK(needGradient("value", request.inputs[1], request.inputs[0]));
  return std::vector<TensorType>{request.inputs[0]};
}

void reference(const ReferenceRequest& request) {
  const double factor = request.attributes.real("factor");
  const TensorType& type = request.inputs[0].type;
  dispatchReal(type.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < type.shape.elementCount(); ++i) {
      const auto sum = static_cast<double>(request.inputs[0].as<T>()[i]);
      request.outputs[0].as<T>()[i] = static_cast<T>(sum + factor * static_cast<double>(request.inputs[1].as<T>()[i]));
    }
  });
}

}  // namespace

OpType accumulateOp() {
  OpType op;
  op.name = "accumulate";
  op.summary = "sum ← sum + factor · value.";
  op.attributes = Schema({realField("factor", "Factor", "The weight of each value in the sum.", 1.0,
                                    std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max())});
  op.inputs = {{"sum"}, {"value"}};
  op.outputs = {{"new_sum"}};
  op.infer = infer;
  op.cost = costPerElement(2);
  op.reference = reference;
  op.aliases = {{0, 0}};
  return op;
}

}  // namespace fovea::accumulate_op
