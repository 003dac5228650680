// conv2d_backward_weights: dweight[m,c,ky,kx] = sum over n, oy, ox of dy[n,m,oy,ox] * x[n,c',oy*stride - padding +
// ky*dilation, …]
//                          and dbias[m] = sum over n, oy, ox of dy[n,m,oy,ox]: the gradients of conv2d for its
//                          parameters.
// Shapes: x [N,C,H,W], dy [N,M,OH,OW], dweight [M,C/groups,KH,KW] with [KH,KW] = kernel, dbias [M]. An empty batch
// gives zeros. Defaults: as conv2d. Gradient: none (not needed for training). Source: Dumoulin and Visin, "A guide to
// convolution arithmetic for deep learning", 2016.
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

OpType conv2dBackwardWeightsOp() {
  OpType op;
  op.name = "conv2d_backward_weights";
  op.summary = "The gradients of conv2d for weight and bias: what each weight saw, times the gradient of what it made.";
  auto fields = convolutionFields();
  fields.push_back(kernelField({1, 1}));
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
