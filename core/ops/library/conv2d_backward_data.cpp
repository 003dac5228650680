// conv2d_backward_data: dx[n,c,iy,ix] = sum over m, ky, kx of weight[m,c,ky,kx] * dy[n,m,oy,ox] where
//                       oy*stride - padding + ky*dilation = iy and the same for x: the gradient of conv2d for its
//                       input.
// Shapes: dy [N,M,OH,OW], weight [M,C/groups,KH,KW], dx [N,C,H,W] with [H,W] = input_size.
//   A transposed convolution is this op with dy for its input: input_size chooses among the sizes that the stride
//   leaves open.
// Defaults: as conv2d. Gradient: conv2d and conv2d_backward_weights, each of the gradient.
// Source: Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016, chapter 4.
#include "core/ops/convolution_reference.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& dy = request.inputs[0];
  const TensorType& weight = request.inputs[1];
  FOVEA_CHECK(needReal("gradient", dy));
  FOVEA_CHECK(needDataType("weight", weight, dy.dtype));
  FOVEA_TRY(const auto geometry, readConvolutionBackwardData(request.attributes, dy.shape, weight.shape));
  return std::vector<TensorType>{{dy.dtype, geometry.inputShape()}};
}

// The op is linear in both inputs, and its transpose is the convolution.
std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(2);
  FieldValues attributes = r.attributes;
  attributes.remove("input_size");
  if (r.needed[0]) gradients[0] = r.emitter.emitOne("conv2d", attributes, {r.outputGradients[0], r.inputs[1]});
  if (r.needed[1]) {
    const Shape weight = r.emitter.typeOf(r.inputs[1]).shape;
    attributes.set("kernel", std::vector<std::int64_t>{weight[2], weight[3]});
    gradients[1] = r.emitter.emit("conv2d_backward_weights", attributes, {r.outputGradients[0], r.inputs[0]})[0];
  }
  return gradients;
}

void reference(const ReferenceRequest& r) {
  const auto geometry = readConvolutionBackwardData(r.attributes, r.inputs[0].type.shape, r.inputs[1].type.shape);
  convolveBackwardDataReference(geometry.value(), r.inputs[0], r.inputs[1], r.outputs[0]);
}

}  // namespace

OpType conv2dBackwardDataOp() {
  OpType op;
  op.name = "conv2d_backward_data";
  op.summary = "The gradient of conv2d for its input: every output's gradient goes back to the inputs it saw.";
  auto fields = convolutionFields();
  fields.push_back(inputSizeField());
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"dy"}, {"weight"}};
  op.outputs = {{"dx"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(
        r, readConvolutionBackwardData(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value().flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea
