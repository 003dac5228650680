// conv3d_backward_weights: the gradients of conv3d for its parameters; conv2d_backward_weights with a third axis.
// Shapes: x [N,C,D,H,W], dy [N,M,OD,OH,OW], dweight [M,C/groups,KD,KH,KW] with [KD,KH,KW] = kernel, dbias [M]. An empty
//   batch gives zeros. Defaults: as conv3d. Gradient: none (not needed for training).
// Source: Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016.
#include "core/ops/convolution_reference.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  const TensorType& dy = request.inputs[1];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("gradient", dy, x.dtype));
  FOVEA_TRY(const auto geometry, readConvolutionBackwardWeights(request.attributes, x.shape, dy.shape));
  return std::vector<TensorType>{{x.dtype, geometry.weightShape()}, {x.dtype, Shape{geometry.outputChannels}}};
}

void reference(const ReferenceRequest& r) {
  const auto geometry = readConvolutionBackwardWeights(r.attributes, r.inputs[0].type.shape, r.inputs[1].type.shape);
  convolveBackwardWeightsReference(geometry.value(), r.inputs[0], r.inputs[1], r.outputs[0], r.outputs[1]);
}

}  // namespace

OpType conv3dBackwardWeightsOp() {
  OpType op;
  op.name = "conv3d_backward_weights";
  op.summary = "The gradients of conv3d for weight and bias: what each weight saw, times the gradient of what it made.";
  auto fields = volumeConvolutionFields();
  fields.push_back(volumeKernelField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"}, {"dy"}};
  op.outputs = {{"dweight"}, {"dbias"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(
        r, readConvolutionBackwardWeights(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value().flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea
