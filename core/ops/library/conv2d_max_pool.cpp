// conv2d_max_pool: y, indices = max_pool2d(conv2d(x, weight, bias)): the convolution's output need not be stored.
// Shapes: x [N,C,H,W], weight [M,C/groups,KH,KW], bias [M]; y and indices (i32) [N,M,PH,PW] from max_pool2d.
//         indices hold where the maximum lies in its plane of the convolution's output.
// Defaults: those of conv2d and, behind "pool_", those of max_pool2d.
// Gradient: none. A pass makes the op from its two parts, and the backward ops from theirs.
// Source: Jia et al., "TASO: optimizing deep learning computation with automatic generation of graph substitutions",
//         2019, on fusing what follows a convolution.
#include "core/ops/op_rules.h"
#include "core/ops/pooled_convolution.h"

namespace fovea::conv2d_max_pool_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needReal("input", x));
  FOVEA_CHECK(needDataType("weight", request.inputs[1], x.dtype));
  FOVEA_TRY(const auto pooled, readPooledConvolution(request.attributes, x.shape, request.inputs[1].shape));
  FOVEA_CHECK(needType("bias", request.inputs[2], {x.dtype, Shape{pooled.convolution.outputChannels}}));
  const TensorType unpooled{x.dtype, pooled.convolution.outputShape()};
  const FieldValues attributes = poolingAttributes(request.attributes);
  return findOp("max_pool2d")->infer({attributes, {&unpooled, 1}});
}

void reference(const ReferenceRequest& request) {
  const auto pooled =
      readPooledConvolution(request.attributes, request.inputs[0].type.shape, request.inputs[1].type.shape);
  Tensor unpooled = Tensor::make({request.inputs[0].type.dtype, pooled.value().convolution.outputShape()});
  const TensorView between{unpooled.raw(), unpooled.type()};
  findOp("conv2d")->reference({convolutionAttributes(request.attributes), request.inputs, {&between, 1}});
  findOp("max_pool2d")->reference({poolingAttributes(request.attributes), {&between, 1}, request.outputs});
}

}  // namespace

OpType conv2dMaxPoolOp() {
  OpType op;
  op.name = "conv2d_max_pool";
  op.summary = "y, indices = max_pool2d(conv2d(x, weight, bias)): a convolution fused with the following pooling.";
  op.attributes = Schema(pooledConvolutionFields());
  op.inputs = {{"x"}, {"weight"}, {"bias"}};
  op.outputs = {{"y"}, {"indices"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const auto pooled = readPooledConvolution(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value();
    return costWithFlops(r, pooled.convolution.flops() + pooled.pooling.flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::conv2d_max_pool_op
