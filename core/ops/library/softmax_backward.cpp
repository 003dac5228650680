// softmax_backward: dx[n,k,...] = y[n,k,...] * (dy[n,k,...] - sum over j of dy[n,j,...] * y[n,j,...]); y is softmax's
// OUTPUT. Shapes: dy, y and dx [N,K,...]; over axis 1. Gradient: none (not needed for training). Source: Bridle,
// "Probabilistic interpretation of feedforward classification network outputs", 1990.
#include "core/ops/channel_geometry.h"
#include "core/ops/op_rules.h"

namespace fovea::softmax_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  if (request.inputs[0].shape.rank() < 2)
    return invalidInput("Softmax needs [N, K, ...], but got " + request.inputs[0].toString() + ".");
  return sameAsBoth(request);
}

void reference(const ReferenceRequest& request) {
  const ChannelGeometry g = readChannels(request.inputs[0].type.shape);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const T* dy = request.inputs[0].as<T>();
    const T* y = request.inputs[1].as<T>();
    T* dx = request.outputs[0].as<T>();
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t i = 0; i < g.inner; ++i) {
        double sum = 0;
        for (std::int64_t k = 0; k < g.channels; ++k)
          sum += static_cast<double>(dy[g.at(n, k, i)]) * static_cast<double>(y[g.at(n, k, i)]);
        for (std::int64_t k = 0; k < g.channels; ++k)
          dx[g.at(n, k, i)] =
              static_cast<T>(static_cast<double>(y[g.at(n, k, i)]) * (static_cast<double>(dy[g.at(n, k, i)]) - sum));
      }
  });
}

}  // namespace

OpType softmaxBackwardOp() {
  OpType op;
  op.name = "softmax_backward";
  op.summary = "dx = y · (dy − Σ dy·y) over the classes, y being the output of softmax.";
  op.inputs = {{"dy"}, {"y"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = costPerElement(4);
  op.reference = reference;
  return op;
}

}  // namespace fovea::softmax_backward_op
