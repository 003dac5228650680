// batch_norm_backward: the gradients of batch_norm. With h = (x - mean) * inverse_deviation, by channel:
//   dbias = sum of dy, dscale = sum of dy * h, dx = scale * inverse_deviation * (dy - dbias / count - h * dscale /
//   count).
// Shapes: dy, x and dx [N,C,...]; all others [C]; count = numbers in a channel. mean and inverse_deviation are
// batch_norm's
//   outputs. An empty batch gives zeros.
// Gradient: none (not needed for training).
// Source: Ioffe and Szegedy, "Batch Normalization: Accelerating Deep Network Training", 2015, section 3.
#include "core/ops/normalization_rules.h"

namespace fovea::batch_norm_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  FOVEA_CHECK(needChannels("gradient", dy));
  FOVEA_CHECK(needSame(dy, request.inputs[1]));
  FOVEA_CHECK(needPerChannel(request.inputs, 2, {"scale", "mean", "inverse deviation"}));
  const TensorType perChannel{statisticsType(dy.dtype), Shape{dy.shape[1]}};
  return std::vector<TensorType>{dy, perChannel, perChannel};
}

// Computes channel c of every output.
template <class T>
void differentiateChannel(const ReferenceRequest& request, const ChannelGeometry& g, std::int64_t c) {
  const T* dy = request.inputs[0].as<T>();
  const T* x = request.inputs[1].as<T>();
  const auto scale = static_cast<double>(request.inputs[2].as<T>()[c]);
  const auto mean = static_cast<double>(request.inputs[3].as<T>()[c]);
  const auto inverse = static_cast<double>(request.inputs[4].as<T>()[c]);
  const auto normalised = [&](std::int64_t at) { return (static_cast<double>(x[at]) - mean) * inverse; };
  double dscale = 0, dbias = 0;
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t i = 0; i < g.inner; ++i) {
      const std::int64_t at = g.at(n, c, i);
      dbias += static_cast<double>(dy[at]);
      dscale += static_cast<double>(dy[at]) * normalised(at);
    }
  const auto count = static_cast<double>(g.perChannel());
  T* dx = request.outputs[0].as<T>();
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t i = 0; i < g.inner; ++i) {
      const std::int64_t at = g.at(n, c, i);
      const double centred = static_cast<double>(dy[at]) - dbias / count - normalised(at) * dscale / count;
      dx[at] = static_cast<T>(scale * inverse * centred);
    }
  request.outputs[1].as<T>()[c] = static_cast<T>(dscale);
  request.outputs[2].as<T>()[c] = static_cast<T>(dbias);
}

void reference(const ReferenceRequest& request) {
  const ChannelGeometry g = readChannels(request.inputs[0].type.shape);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t c = 0; c < g.channels; ++c) differentiateChannel<T>(request, g, c);
  });
}

}  // namespace

OpType batchNormBackwardOp() {
  OpType op;
  op.name = "batch_norm_backward";
  op.summary = "The gradients of batch_norm for x, scale and bias, through the batch's own mean and variance.";
  op.inputs = {{"dy"}, {"x"}, {"scale"}, {"mean"}, {"inverse_deviation"}};
  op.outputs = {{"dx"}, {"dscale"}, {"dbias"}};
  op.infer = infer;
  op.cost = costPerElement(11);
  op.reference = reference;
  return op;
}

}  // namespace fovea::batch_norm_backward_op
