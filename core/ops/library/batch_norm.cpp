// batch_norm (training): y = scale[c] * (x - mean[c]) * inverse_deviation[c] + bias[c], for each channel c, with
//   mean = the batch's mean, inverse_deviation = 1 / sqrt(variance + epsilon), variance = mean of (x - mean)^2, over N
//   and all axes behind C; running_mean' = (1 - momentum) * running_mean + momentum * mean, and running_variance' the
//   same with the unbiased variance (divided by count - 1; by 1 where there is one number only).
// Shapes: x and y [N,C,...]; scale, bias, running_mean, running_variance and the other outputs [C]. The running ones
// are
//   variables, updated in place. An empty batch changes nothing: mean 0, inverse_deviation 1 / sqrt(epsilon).
// Defaults: epsilon 1e-5, momentum 0.1. Gradient: batch_norm_backward, for y; the other outputs carry none.
// Source: Ioffe and Szegedy, "Batch Normalization: Accelerating Deep Network Training", 2015.
#include <cmath>

#include "core/ops/normalization_rules.h"

namespace fovea::batch_norm_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needChannels("input", x));
  FOVEA_CHECK(needPerChannel(request.inputs, 1, {"scale", "bias", "running mean", "running variance"}));
  const TensorType perChannel{statisticsType(x.dtype), Shape{x.shape[1]}};
  return std::vector<TensorType>{x, perChannel, perChannel, perChannel, perChannel};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  const auto results = r.emitter.emit("batch_norm_backward", {},
                                      {r.outputGradients[0], r.inputs[0], r.inputs[1], r.outputs[1], r.outputs[2]});
  for (std::size_t i = 0; i < 3; ++i)
    if (r.needed[i]) gradients[i] = results[i];
  return gradients;
}

struct Moments {
  double mean = 0;
  double squares = 0;  // sum of squared deviations from the mean
};

// Two passes, so that a large mean does not reduce the precision.
template <class T>
Moments momentsOf(const ChannelGeometry& g, const T* x, std::int64_t c) {
  Moments moments;
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t i = 0; i < g.inner; ++i) moments.mean += static_cast<double>(x[g.at(n, c, i)]);
  if (g.batch > 0) moments.mean /= static_cast<double>(g.perChannel());
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t i = 0; i < g.inner; ++i) {
      const double deviation = static_cast<double>(x[g.at(n, c, i)]) - moments.mean;
      moments.squares += deviation * deviation;
    }
  return moments;
}

// Computes channel c of every output.
template <class T>
void normalise(const ReferenceRequest& request, const ChannelGeometry& g, std::int64_t c) {
  const T* x = request.inputs[0].as<T>();
  const Moments moments = momentsOf(g, x, c);
  const auto count = static_cast<double>(g.perChannel());
  const double variance = g.batch > 0 ? moments.squares / count : 0.0;
  const double inverse = 1.0 / std::sqrt(variance + request.attributes.real("epsilon"));
  const auto scale = static_cast<double>(request.inputs[1].as<T>()[c]);
  const auto bias = static_cast<double>(request.inputs[2].as<T>()[c]);
  T* y = request.outputs[0].as<T>();
  for (std::int64_t n = 0; n < g.batch; ++n)
    for (std::int64_t i = 0; i < g.inner; ++i)
      y[g.at(n, c, i)] =
          static_cast<T>(scale * (static_cast<double>(x[g.at(n, c, i)]) - moments.mean) * inverse + bias);
  request.outputs[1].as<T>()[c] = static_cast<T>(moments.mean);
  request.outputs[2].as<T>()[c] = static_cast<T>(inverse);
  const double momentum = g.batch > 0 ? request.attributes.real("momentum") : 0.0;
  const double unbiased = moments.squares / std::max(count - 1.0, 1.0);
  const auto blend = [&](std::size_t input, std::size_t output, double fresh) {
    const auto old = static_cast<double>(request.inputs[input].as<T>()[c]);
    request.outputs[output].as<T>()[c] = static_cast<T>((1.0 - momentum) * old + momentum * fresh);
  };
  blend(3, 3, moments.mean);
  blend(4, 4, unbiased);
}

void reference(const ReferenceRequest& request) {
  const ChannelGeometry g = readChannels(request.inputs[0].type.shape);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    for (std::int64_t c = 0; c < g.channels; ++c) normalise<T>(request, g, c);
  });
}

}  // namespace

OpType batchNormOp() {
  OpType op;
  op.name = "batch_norm";
  op.summary =
      "y = scale · (x − mean) / √(variance + ε) + bias by channel, with the batch's own moments; "
      "the running ones are updated.";
  op.attributes =
      Schema({epsilonField(),
              realField("momentum", "Momentum", "The weight of the new batch in the running moments.", 0.1, 0.0, 1.0)});
  op.inputs = {{"x"}, {"scale"}, {"bias"}, {"running_mean"}, {"running_variance"}};
  op.outputs = {{"y"}, {"mean"}, {"inverse_deviation"}, {"new_running_mean"}, {"new_running_variance"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = costPerElement(7);
  op.reference = reference;
  op.aliases = {{3, 3}, {4, 4}};
  return op;
}

}  // namespace fovea::batch_norm_op
