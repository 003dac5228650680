// linear_backward_data: dx[n,k] = sum over m of dy[n,m] * weight[m,k]: the gradient of linear for its input.
// Shapes: dy [N,M], weight [M,K], dx [N,K].
// Gradient: none (not needed for training).
// Source: Rumelhart, Hinton and Williams, "Learning representations by back-propagating errors", 1986.
#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea::linear_backward_data_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  const TensorType& weight = request.inputs[1];
  FOVEA_CHECK(needReal("gradient", dy));
  FOVEA_CHECK(needDataType("weight", weight, dy.dtype));
  FOVEA_CHECK(needRank("gradient", dy, 2, "[N, M]"));
  FOVEA_CHECK(needRank("weight", weight, 2, "[M, K]"));
  if (dy.shape[1] != weight.shape[0])
    return invalidInput(
        fmt::format("The weight makes {} numbers, but the gradient has {}.", weight.shape[0], dy.shape[1]));
  return std::vector<TensorType>{{dy.dtype, Shape{dy.shape[0], weight.shape[1]}}};
}

void reference(const ReferenceRequest& request) {
  const Shape& weightShape = request.inputs[1].type.shape;
  const std::int64_t batch = request.inputs[0].type.shape[0], outputs = weightShape[0], inputs = weightShape[1];
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* dy = request.inputs[0].as<T>();
    const T* weight = request.inputs[1].as<T>();
    T* dx = request.outputs[0].as<T>();
    for (std::int64_t n = 0; n < batch; ++n)
      for (std::int64_t k = 0; k < inputs; ++k) {
        double sum = 0;
        for (std::int64_t m = 0; m < outputs; ++m)
          sum += static_cast<double>(dy[n * outputs + m]) * static_cast<double>(weight[m * inputs + k]);
        dx[n * inputs + k] = static_cast<T>(sum);
      }
  });
}

}  // namespace

OpType linearBackwardDataOp() {
  OpType op;
  op.name = "linear_backward_data";
  op.summary = "dx[n,k] = Σ dy[n,m] · weight[m,k]: the gradient of linear for its input.";
  op.inputs = {{"dy"}, {"weight"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(
        r, 2.0 * static_cast<double>(r.outputs[0].shape.elementCount()) * static_cast<double>(r.inputs[0].shape[1]));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::linear_backward_data_op
