// batch_norm_fused_backward: the gradients of batch_norm_fused. With g = dy where the activation lets it pass (relu: y
// >
//   0; relu6: 0 < y < 6; none: everywhere), else 0: dx, dscale and dbias are those of batch_norm_backward for g, and
//   dresidual = g. A NaN in y lets dy pass.
// Shapes: dy, x, y, dx and dresidual [N,C,...]; all others [C]. mean, inverse_deviation and y are batch_norm_fused's
//   outputs. y may be left out where that had no residual: it is then scale * (x - mean) * inverse_deviation + bias,
//   before the activation; or it is batch_norm_fused's mask. dresidual is there only with the attribute residual.
// Defaults: activation none, residual false. Gradient: none (not needed for training).
// Source: Ioffe and Szegedy, "Batch Normalization: Accelerating Deep Network Training", 2015, section 3.
#include "core/ops/fused_activation.h"
#include "core/ops/normalization_rules.h"

namespace fovea::batch_norm_fused_backward_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  FOVEA_CHECK(needChannels("gradient", dy));
  FOVEA_CHECK(needSame(dy, request.inputs[1]));
  FOVEA_CHECK(needPerChannel(request.inputs, 2, {"scale", "bias", "mean", "inverse deviation"}));
  const TensorType mask{DataType::UInt8, Shape{(dy.shape.elementCount() + 7) / 8}};
  if (request.inputs.size() > 6 && request.inputs[6] != mask) FOVEA_CHECK(needSame(dy, request.inputs[6]));
  const TensorType perChannel{statisticsType(dy.dtype), Shape{dy.shape[1]}};
  std::vector<TensorType> outputs{dy, perChannel, perChannel};
  if (request.attributes.boolean("residual")) outputs.push_back(dy);
  return outputs;
}

// Returns dy where it passes the activation, else 0.
template <class T>
void maskGradient(const ReferenceRequest& request, T* g) {
  const FusedActivation activation = readActivation(request.attributes);
  const ChannelGeometry geometry = readChannels(request.inputs[0].type.shape);
  const bool hasMask = request.inputs.size() > 6 && request.inputs[6].type.dtype == DataType::UInt8;
  const std::uint8_t* const mask = hasMask ? request.inputs[6].as<std::uint8_t>() : nullptr;
  const auto of = [&](std::size_t input, std::int64_t i) {
    return static_cast<double>(request.inputs[input].as<T>()[i]);
  };
  for (std::int64_t n = 0; n < geometry.batch; ++n)
    for (std::int64_t c = 0; c < geometry.channels; ++c)
      for (std::int64_t i = 0; i < geometry.inner; ++i) {
        const std::int64_t at = geometry.at(n, c, i);
        const double y = mask                        ? 0.0
                         : request.inputs.size() > 6 ? of(6, at)
                                                     : of(2, c) * (of(1, at) - of(4, c)) * of(5, c) + of(3, c);
        const bool passes = mask ? (mask[at / 8] >> at % 8 & 1) != 0 : passesGradient(activation, y);
        g[at] = passes ? request.inputs[0].as<T>()[at] : T{0};
      }
}

void reference(const ReferenceRequest& request) {
  const TensorType& type = request.inputs[0].type;
  Tensor masked = Tensor::make(type);
  dispatchReal(type.dtype, [&]<class T>() {
    maskGradient(request, masked.data<T>());
    if (request.outputs.size() > 3)
      std::copy_n(masked.data<T>(), type.shape.elementCount(), request.outputs[3].as<T>());
  });
  const TensorView inputs[] = {
      {masked.raw(), type}, request.inputs[1], request.inputs[2], request.inputs[4], request.inputs[5]};
  findOp("batch_norm_backward")->reference({request.attributes, inputs, request.outputs.first(3)});
}

}  // namespace

OpType batchNormFusedBackwardOp() {
  OpType op;
  op.name = "batch_norm_fused_backward";
  op.summary = "The gradients of batch_norm_fused for x, scale, bias and the residual.";
  op.attributes =
      Schema({activationField(3), booleanField("residual", "Residual", "Whether dresidual is wanted.", false)});
  op.inputs = {{"dy"}, {"x"}, {"scale"}, {"bias"}, {"mean"}, {"inverse_deviation"}, {"y_or_mask", true}};
  op.outputs = {{"dx"}, {"dscale"}, {"dbias"}, {"dresidual", true}};
  op.infer = infer;
  op.cost = costPerElement(12);
  op.reference = reference;
  return op;
}

}  // namespace fovea::batch_norm_fused_backward_op
