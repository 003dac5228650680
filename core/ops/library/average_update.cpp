// average_update: average' = (1 - weight) * average + weight * value, in place. With weight 1
// the result is the value, even if the average was NaN. Averages weights over many steps.
// Shapes: average, value and average' of one shape; weight one number of the same type.
// Gradient: none (an update).
// Source: Polyak and Juditsky, "Acceleration of stochastic approximation by averaging", 1992; with equal weights
// Izmailov et al., "Averaging Weights Leads to Wider Optima and Better Generalization", 2018.
#include "core/ops/op_rules.h"

namespace fovea::average_update_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_CHECK(needReal("average", request.inputs[0]));
  FOVEA_CHECK(needType("value", request.inputs[1], request.inputs[0]));
  FOVEA_CHECK(needType("weight", request.inputs[2], {request.inputs[0].dtype, Shape{}}));
  return std::vector<TensorType>{request.inputs[0]};
}

void reference(const ReferenceRequest& request) {
  const TensorType& type = request.inputs[0].type;
  dispatchReal(type.dtype, [&]<class T>() {
    const auto weight = static_cast<double>(*request.inputs[2].as<T>());
    for (std::int64_t i = 0; i < type.shape.elementCount(); ++i) {
      const auto average = static_cast<double>(request.inputs[0].as<T>()[i]);
      const T value = request.inputs[1].as<T>()[i];
      request.outputs[0].as<T>()[i] =
          weight == 1 ? value : static_cast<T>((1 - weight) * average + weight * static_cast<double>(value));
    }
  });
}

}  // namespace

OpType averageUpdateOp() {
  OpType op;
  op.name = "average_update";
  op.summary = "average ← (1 − weight) · average + weight · value.";
  op.inputs = {{"average"}, {"value"}, {"weight"}};
  op.outputs = {{"new_average"}};
  op.infer = infer;
  op.cost = costPerElement(3);
  op.reference = reference;
  op.aliases = {{0, 0}};
  return op;
}

}  // namespace fovea::average_update_op
