// linear_backward_weights: dweight[m,k] = sum over n of dy[n,m] * x[n,k] and dbias[m] = sum over n of dy[n,m]: the
//                          gradients of linear for its parameters.
// Shapes: x [N,K], dy [N,M], dweight [M,K], dbias [M]. An empty batch gives zeros.
// Gradient: none (not needed for training).
// Source: Rumelhart, Hinton and Williams, "Learning representations by back-propagating errors", 1986.
#include <fmt/format.h>

#include "core/ops/op_rules.h"

namespace fovea::linear_backward_weights_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  const TensorType& dy = request.inputs[1];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("gradient", dy, x.dtype));
  FOVEA_CHECK(needRank("input", x, 2, "[N, K]"));
  FOVEA_CHECK(needRank("gradient", dy, 2, "[N, M]"));
  if (x.shape[0] != dy.shape[0])
    return invalidInput(fmt::format("The input has {} samples, but the gradient has {}.", x.shape[0], dy.shape[0]));
  return std::vector<TensorType>{{x.dtype, Shape{dy.shape[1], x.shape[1]}}, {x.dtype, Shape{dy.shape[1]}}};
}

void reference(const ReferenceRequest& request) {
  const std::int64_t batch = request.inputs[0].type.shape[0];
  const std::int64_t inputs = request.inputs[0].type.shape[1], outputs = request.inputs[1].type.shape[1];
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* x = request.inputs[0].as<T>();
    const T* dy = request.inputs[1].as<T>();
    T* dweight = request.outputs[0].as<T>();
    T* dbias = request.outputs[1].as<T>();
    for (std::int64_t m = 0; m < outputs; ++m) {
      double biasSum = 0;
      for (std::int64_t n = 0; n < batch; ++n) biasSum += static_cast<double>(dy[n * outputs + m]);
      dbias[m] = static_cast<T>(biasSum);
      for (std::int64_t k = 0; k < inputs; ++k) {
        double sum = 0;
        for (std::int64_t n = 0; n < batch; ++n)
          sum += static_cast<double>(dy[n * outputs + m]) * static_cast<double>(x[n * inputs + k]);
        dweight[m * inputs + k] = static_cast<T>(sum);
      }
    }
  });
}

}  // namespace

OpType linearBackwardWeightsOp() {
  OpType op;
  op.name = "linear_backward_weights";
  op.summary = "dweight[m,k] = Σ dy[n,m] · x[n,k], dbias[m] = Σ dy[n,m]: the gradients of linear for its parameters.";
  op.inputs = {{"x"}, {"dy"}};
  op.outputs = {{"dweight"}, {"dbias"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(
        r, 2.0 * static_cast<double>(r.outputs[0].shape.elementCount()) * static_cast<double>(r.inputs[0].shape[0]));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::linear_backward_weights_op
