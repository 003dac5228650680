// linear: y[n,m] = bias[m] + sum over k of x[n,k] * weight[m,k].
// Shapes: x [N,K], weight [M,K], bias [M] (optional), y [N,M].
// Gradient: linear_backward_data and linear_backward_weights.
// Source: Rosenblatt, "The perceptron", 1958; Rumelhart, Hinton and Williams 1986.
#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea::linear_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  const TensorType& weight = request.inputs[1];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("weight", weight, x.dtype));
  FOVEA_CHECK(needRank("input", x, 2, "[N, K]"));
  FOVEA_CHECK(needRank("weight", weight, 2, "[M, K]"));
  if (x.shape[1] != weight.shape[1])
    return invalidInput(
        fmt::format("The weight is for {} numbers, but the input has {}.", weight.shape[1], x.shape[1]));
  if (weight.shape.elementCount() == 0)
    return invalidInput(fmt::format("The weight {} holds no numbers.", weight.shape.toString()));
  if (request.inputs.size() > 2) FOVEA_CHECK(needType("bias", request.inputs[2], {x.dtype, Shape{weight.shape[0]}}));
  return std::vector<TensorType>{{x.dtype, Shape{x.shape[0], weight.shape[0]}}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  const ValueId dy = r.outputGradients[0];
  if (r.needed[0]) gradients[0] = r.emitter.emitOne("linear_backward_data", {}, {dy, r.inputs[1]});
  const bool biasNeeded = r.inputs.size() > 2 && r.needed[2];
  if (r.needed[1] || biasNeeded) {
    const auto results = r.emitter.emit("linear_backward_weights", {}, {r.inputs[0], dy});
    gradients[1] = results[0];
    if (biasNeeded) gradients[2] = results[1];
  }
  return gradients;
}

void reference(const ReferenceRequest& request) {
  const Shape& x = request.inputs[0].type.shape;
  const std::int64_t batch = x[0], inputs = x[1], outputs = request.inputs[1].type.shape[0];
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* in = request.inputs[0].as<T>();
    const T* weight = request.inputs[1].as<T>();
    const T* bias = request.inputs.size() > 2 ? request.inputs[2].as<T>() : nullptr;
    T* y = request.outputs[0].as<T>();
    for (std::int64_t n = 0; n < batch; ++n)
      for (std::int64_t m = 0; m < outputs; ++m) {
        double sum = bias ? static_cast<double>(bias[m]) : 0.0;
        for (std::int64_t k = 0; k < inputs; ++k)
          sum += static_cast<double>(in[n * inputs + k]) * static_cast<double>(weight[m * inputs + k]);
        y[n * outputs + m] = static_cast<T>(sum);
      }
  });
}

}  // namespace

OpType linearOp() {
  OpType op;
  op.name = "linear";
  op.summary = "y[n,m] = bias[m] + Σ x[n,k] · weight[m,k]: every output is a weighted sum of every input.";
  op.inputs = {{"x"}, {"weight"}, {"bias", true}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(
        r, 2.0 * static_cast<double>(r.outputs[0].shape.elementCount()) * static_cast<double>(r.inputs[0].shape[1]));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::linear_op
