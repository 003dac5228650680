// softmax: y[n,k,...] = exp(x[n,k,...]) / sum over j of exp(x[n,j,...]), with the largest x taken off first so that
//          nothing overflows.
// Shapes: x and y [N,K,...]; over axis 1. A NaN makes its whole row NaN.
// Gradient: softmax_backward, from the output.
// Source: Bridle, "Probabilistic interpretation of feedforward classification network outputs", 1990.
#include <cmath>

#include "core/ops/library/softmax_row.h"
#include "core/ops/op_rules.h"

namespace fovea::softmax_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  if (x.shape.rank() < 2 || x.shape[1] == 0)
    return invalidInput("Softmax needs [N, K, ...] with at least one class, but got " + x.toString() + ".");
  return std::vector<TensorType>{x};
}

void reference(const ReferenceRequest& request) {
  const ChannelGeometry g = readChannels(request.inputs[0].type.shape);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* x = request.inputs[0].as<T>();
    T* y = request.outputs[0].as<T>();
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t i = 0; i < g.inner; ++i) {
        const SoftmaxRow row = softmaxRow(g, x, n, i);
        for (std::int64_t k = 0; k < g.channels; ++k)
          y[g.at(n, k, i)] = static_cast<T>(std::exp(static_cast<double>(x[g.at(n, k, i)]) - row.maximum) / row.sum);
      }
  });
}

}  // namespace

OpType softmaxOp() {
  OpType op;
  op.name = "softmax";
  op.summary = "y[n,k] = exp(x[n,k]) / Σ exp(x[n,j]): numbers become probabilities.";
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = [](const GradientRequest& r) {
    return std::vector<ValueId>{r.emitter.emitOne("softmax_backward", {}, {r.outputGradients[0], r.outputs[0]})};
  };
  op.cost = costPerElement(5);
  op.reference = reference;
  return op;
}

}  // namespace fovea::softmax_op
