// conv2d_backward_data_norm: g = conv2d_backward_data(dy, weight), then dx, dscale and dbias =
//   batch_norm_fused_backward of g: the backward pass of a convolution and of the batch normalisation and activation
//   before it. A device may compute the sums over g in the convolution while it writes g, which saves a pass
//   over g.
// Shapes: dy and weight as conv2d_backward_data; x and dx of the shape of g; scale, bias, mean and inverse_deviation as
//   batch_norm_fused_backward, without a residual.
// Defaults: as conv2d_backward_data; activation none. Gradient: none (a pass creates it after differentiation).
// Source: as batch_norm_fused_backward.
#include "core/ops/convolution_geometry.h"
#include "core/ops/convolution_op.h"
#include "core/ops/fused_activation.h"
#include "core/ops/normalization_rules.h"

namespace fovea::conv2d_backward_data_norm_op {
namespace {

FieldValues normAttributes(const FieldValues& attributes) {
  return {{"activation", attributes.text("activation")}, {"residual", false}};
}

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const OpType& data = *findOp("conv2d_backward_data");
  FOVEA_TRY(const auto g, inferOp(data, attributesOf(data, request.attributes), request.inputs.first(2)));
  std::vector<TensorType> inputs(request.inputs.begin() + 1, request.inputs.end());
  inputs[0] = g[0];
  return inferOp(*findOp("batch_norm_fused_backward"), normAttributes(request.attributes), inputs);
}

void reference(const ReferenceRequest& request) {
  const OpType& data = *findOp("conv2d_backward_data");
  Tensor g = Tensor::make(request.outputs[0].type);
  const TensorView view{g.raw(), g.type()};
  data.reference({attributesOf(data, request.attributes), request.inputs.first(2), {&view, 1}});
  std::vector<TensorView> inputs(request.inputs.begin() + 1, request.inputs.end());
  inputs[0] = view;
  findOp("batch_norm_fused_backward")->reference({normAttributes(request.attributes), inputs, request.outputs});
}

}  // namespace

OpType conv2dBackwardDataNormOp() {
  OpType op;
  op.name = "conv2d_backward_data_norm";
  op.summary = "The gradients of batch_norm_fused, computed from conv2d's input gradient.";
  auto fields = convolutionFields();
  fields.push_back(inputSizeField());
  fields.push_back(activationField(3));
  op.attributes = Schema(std::move(fields));
  op = convolutionBackwardDataOp(std::move(op));
  op.inputs.insert(op.inputs.end(), {{"x"}, {"scale"}, {"bias"}, {"mean"}, {"inverse_deviation"}});
  op.outputs = {{"dx"}, {"dscale"}, {"dbias"}};
  op.infer = infer;
  op.gradient = nullptr;
  op.reference = reference;
  return op;
}

}  // namespace fovea::conv2d_backward_data_norm_op
