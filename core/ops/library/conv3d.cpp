// conv3d: the convolution of volumes: conv2d with a third axis, the depth, before the height.
// Shapes: x [N,C,D,H,W], weight [M,C/groups,KD,KH,KW], bias [M] (may be left out), y [N,M,OD,OH,OW]; OD as OH in
// conv2d.
//   stride and dilation are [depth, height, width], padding [front, top, left, back, bottom, right].
// Defaults: stride 1, padding 0, dilation 1, groups 1. Gradient: conv3d_backward_data and conv3d_backward_weights.
// Source: Tran et al., "Learning Spatiotemporal Features with 3D Convolutional Networks", 2015.
#include "core/ops/convolution_reference.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  const TensorType& weight = request.inputs[1];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("weight", weight, x.dtype));
  FOVEA_TRY(const auto geometry, readConvolution(request.attributes, x.shape, weight.shape));
  if (request.inputs.size() > 2)
    FOVEA_CHECK(needType("bias", request.inputs[2], {x.dtype, Shape{geometry.outputChannels}}));
  return std::vector<TensorType>{{x.dtype, geometry.outputShape()}};
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  const ValueId dy = r.outputGradients[0];
  if (r.needed[0]) {
    const Shape x = r.emitter.typeOf(r.inputs[0]).shape;
    FieldValues attributes = r.attributes;
    attributes.set("input_size", std::vector<std::int64_t>{x[2], x[3], x[4]});
    gradients[0] = r.emitter.emitOne("conv3d_backward_data", attributes, {dy, r.inputs[1]});
  }
  const bool biasNeeded = r.inputs.size() > 2 && r.needed[2];
  if (r.needed[1] || biasNeeded) {
    const Shape weight = r.emitter.typeOf(r.inputs[1]).shape;
    FieldValues attributes = r.attributes;
    attributes.set("kernel", std::vector<std::int64_t>{weight[2], weight[3], weight[4]});
    const auto results = r.emitter.emit("conv3d_backward_weights", attributes, {r.inputs[0], dy});
    gradients[1] = results[0];
    if (biasNeeded) gradients[2] = results[1];
  }
  return gradients;
}

void reference(const ReferenceRequest& r) {
  const auto geometry = readConvolution(r.attributes, r.inputs[0].type.shape, r.inputs[1].type.shape);
  convolveReference(geometry.value(), r.inputs[0], r.inputs[1], r.inputs.size() > 2 ? &r.inputs[2] : nullptr,
                    r.outputs[0]);
}

}  // namespace

OpType conv3dOp() {
  OpType op;
  op.name = "conv3d";
  op.summary =
      "y[n,m,oz,oy,ox] = bias[m] + Σ weight[m,c,kz,ky,kx] · x[n,c,oz·stride−padding+kz·dilation, …]: a convolution of "
      "volumes.";
  op.attributes = Schema(volumeConvolutionFields());
  op.inputs = {{"x"}, {"weight"}, {"bias", true}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(r, readConvolution(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value().flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea
