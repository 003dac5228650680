// batch_norm_inference: y = scale[c] * (x - running_mean[c]) / sqrt(running_variance[c] + epsilon) + bias[c].
// Shapes: x and y [N,C,...], all others [C].
// Defaults: epsilon 1e-5. Gradient: for every input, written with this op itself, since y is affine in x.
// Source: Ioffe and Szegedy, "Batch Normalization: Accelerating Deep Network Training", 2015, algorithm 2.
#include <cmath>

#include "core/ops/broadcast.h"
#include "core/ops/normalization_rules.h"

namespace fovea::batch_norm_inference_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_CHECK(needChannels("input", request.inputs[0]));
  FOVEA_CHECK(needPerChannel(request.inputs, 1, {"scale", "bias", "running mean", "running variance"}));
  return std::vector<TensorType>{request.inputs[0]};
}

// Writes the ops of the gradients; the inputs are x 0, scale 1, bias 2, mean 3, variance 4.
class GradientWriter {
 public:
  explicit GradientWriter(const GradientRequest& request)
      : r_(request), type_(r_.emitter.typeOf(r_.inputs[0])), perChannel_{type_.dtype, Shape{type_.shape[1]}} {
    zeros_ = r_.emitter.constant(filledTensor(perChannel_, 0.0));
    ones_ = r_.emitter.constant(filledTensor(perChannel_, 1.0));
  }
  // scale * (value - mean) / sqrt(variance + epsilon)
  ValueId normalise(ValueId value, ValueId scale, ValueId mean) {
    return r_.emitter.emitOne("batch_norm_inference", r_.attributes, {value, scale, zeros_, mean, r_.inputs[4]});
  }
  // The sum over all axes but C of dy * factor, as [1, C, 1, ...]; of dy alone if `factor` is invalid.
  ValueId channelSum(ValueId factor) {
    const ValueId dy = r_.outputGradients[0];
    const ValueId product = factor.valid() ? r_.emitter.emitOne("multiply", {}, {dy, factor}) : dy;
    std::vector<std::int64_t> extents(static_cast<std::size_t>(type_.shape.rank()), 1);
    extents[1] = type_.shape[1];
    return r_.emitter.emitOne("reduce_to_shape", {{"shape", extents}}, {product});
  }
  ValueId flat(ValueId value) {
    return r_.emitter.emitOne("reshape", {{"shape", extentsOf(perChannel_.shape)}}, {value});
  }
  ValueId times(double factor, ValueId value) { return r_.emitter.emitOne("scale", {{"factor", factor}}, {value}); }
  ValueId zeros() const { return zeros_; }
  ValueId ones() const { return ones_; }

 private:
  const GradientRequest& r_;
  TensorType type_, perChannel_;
  ValueId zeros_, ones_;
};

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  GradientWriter writer(r);
  const ValueId scale = r.inputs[1], mean = r.inputs[3];
  if (r.needed[0]) gradients[0] = writer.normalise(r.outputGradients[0], scale, writer.zeros());
  if (r.needed[1]) gradients[1] = writer.flat(writer.channelSum(writer.normalise(r.inputs[0], writer.ones(), mean)));
  if (r.needed[2]) gradients[2] = writer.flat(writer.channelSum(ValueId{}));
  if (r.needed[3])  // the negative sum of the gradient of x
    gradients[3] =
        writer.times(-1.0, writer.flat(writer.normalise(writer.channelSum(ValueId{}), scale, writer.zeros())));
  if (r.needed[4]) {  // -1/2 * sum of dy * (y - bias) / (variance + epsilon): divides twice by the deviation
    const ValueId sum = writer.channelSum(writer.normalise(r.inputs[0], scale, mean));
    const ValueId once = writer.normalise(sum, writer.ones(), writer.zeros());
    gradients[4] = writer.times(-0.5, writer.flat(writer.normalise(once, writer.ones(), writer.zeros())));
  }
  return gradients;
}

void reference(const ReferenceRequest& request) {
  const ChannelGeometry g = readChannels(request.inputs[0].type.shape);
  const double epsilon = request.attributes.real("epsilon");
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const auto of = [&](std::size_t input, std::int64_t c) {
      return static_cast<double>(request.inputs[input].template as<T>()[c]);
    };
    const T* x = request.inputs[0].as<T>();
    T* y = request.outputs[0].as<T>();
    for (std::int64_t n = 0; n < g.batch; ++n)
      for (std::int64_t c = 0; c < g.channels; ++c) {
        const double factor = of(1, c) / std::sqrt(of(4, c) + epsilon);
        for (std::int64_t i = 0; i < g.inner; ++i)
          y[g.at(n, c, i)] = static_cast<T>((static_cast<double>(x[g.at(n, c, i)]) - of(3, c)) * factor + of(2, c));
      }
  });
}

}  // namespace

OpType batchNormInferenceOp() {
  OpType op;
  op.name = "batch_norm_inference";
  op.summary = "y = scale · (x − running mean) / √(running variance + ε) + bias, by channel.";
  op.attributes = Schema({epsilonField()});
  op.inputs = {{"x"}, {"scale"}, {"bias"}, {"running_mean"}, {"running_variance"}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = costPerElement(2);
  op.reference = reference;
  return op;
}

}  // namespace fovea::batch_norm_inference_op
