// conv2d_max_pool_backward_data: dx = conv2d_backward_data(max_pool2d_backward(dy, indices), weight): the gradient of
//                                conv2d_max_pool for its input. Only the convolution's outputs that are the maximum of
//                                a window have a gradient.
// Shapes: dy and indices (i32, from conv2d_max_pool) [N,M,PH,PW], weight [M,C/groups,KH,KW], dx [N,C,H,W] with
//         [H,W] = input_size.
// Defaults: as conv2d_max_pool. Gradient: none (not needed for training).
// Source: Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016, chapter 4.
#include "core/ops/convolution_reference.h"
#include "core/ops/op_rules.h"
#include "core/ops/pooled_convolution.h"

namespace fovea::conv2d_max_pool_backward_data_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType &dy = request.inputs[0], &weight = request.inputs[2];
  FOVEA_CHECK(needReal("gradient", dy));
  FOVEA_CHECK(needType("list of indices", request.inputs[1], {DataType::Int32, dy.shape}));
  FOVEA_CHECK(needDataType("weight", weight, dy.dtype));
  FOVEA_TRY(const auto pooled, readPooledConvolutionBackwardData(request.attributes, dy.shape, weight.shape));
  return std::vector<TensorType>{{dy.dtype, pooled.convolution.inputShape()}};
}

void reference(const ReferenceRequest& r) {
  const auto pooled =
      readPooledConvolutionBackwardData(r.attributes, r.inputs[0].type.shape, r.inputs[2].type.shape).value();
  Tensor unpooled = unpooledReference(pooled.pooling, r.attributes, r.inputs[0], r.inputs[1]);
  convolveBackwardDataReference(pooled.convolution, {unpooled.raw(), unpooled.type()}, r.inputs[2], r.outputs[0]);
}

}  // namespace

OpType conv2dMaxPoolBackwardDataOp() {
  OpType op;
  op.name = "conv2d_max_pool_backward_data";
  op.summary = "The gradient of conv2d_max_pool for its input: each window's gradient goes back through its winner.";
  auto fields = pooledConvolutionFields();
  fields.push_back(inputSizeField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"dy"}, {"indices"}, {"weight"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const auto pooled = readPooledConvolutionBackwardData(r.attributes, r.inputs[0].shape, r.inputs[2].shape).value();
    return costWithFlops(r, pooled.convolution.flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::conv2d_max_pool_backward_data_op
