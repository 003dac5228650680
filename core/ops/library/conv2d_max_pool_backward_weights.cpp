// conv2d_max_pool_backward_weights: dweight, dbias = conv2d_backward_weights(x, max_pool2d_backward(dy, indices)): the
//                                   gradients of conv2d_max_pool for its parameters. Only the convolution's outputs
//                                   that are the maximum of a window have a gradient.
// Shapes: x [N,C,H,W], dy and indices (i32, from conv2d_max_pool) [N,M,PH,PW], dweight [M,C/groups,KH,KW] with
//         [KH,KW] = kernel, dbias [M]. An empty batch gives zeros.
// Defaults: as conv2d_max_pool. Gradient: none (not needed for training).
// Source: Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016.
#include "core/ops/convolution_reference.h"
#include "core/ops/op_rules.h"
#include "core/ops/pooled_convolution.h"

namespace fovea::conv2d_max_pool_backward_weights_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &x = request.inputs[0], &dy = request.inputs[1];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("gradient", dy, x.dtype));
  FOVEA_CHECK(needType("list of indices", request.inputs[2], {DataType::Int32, dy.shape}));
  FOVEA_TRY(const auto pooled, readPooledConvolutionBackwardWeights(request.attributes, x.shape, dy.shape));
  return std::vector<TensorType>{{x.dtype, pooled.convolution.weightShape()},
                                 {x.dtype, Shape{pooled.convolution.outputChannels}}};
}

void reference(const ReferenceRequest& r) {
  const auto pooled =
      readPooledConvolutionBackwardWeights(r.attributes, r.inputs[0].type.shape, r.inputs[1].type.shape).value();
  Tensor unpooled = unpooledReference(pooled.pooling, r.attributes, r.inputs[1], r.inputs[2]);
  convolveBackwardWeightsReference(pooled.convolution, r.inputs[0], {unpooled.raw(), unpooled.type()}, r.outputs[0],
                                   r.outputs[1]);
}

}  // namespace

OpType conv2dMaxPoolBackwardWeightsOp() {
  OpType op;
  op.name = "conv2d_max_pool_backward_weights";
  op.summary = "The gradients of conv2d_max_pool for weight and bias: what the winner of each window saw.";
  auto fields = pooledConvolutionFields();
  fields.push_back(kernelField({1, 1}));
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"}, {"dy"}, {"indices"}};
  op.outputs = {{"dweight"}, {"dbias"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const auto pooled =
        readPooledConvolutionBackwardWeights(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value();
    return costWithFlops(r, pooled.convolution.flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::conv2d_max_pool_backward_weights_op
