// norm_conv2d_backward_weights: dweight of conv2d_backward_weights for the convolution's input
//   relu(x * factor + shift), which is computed again because norm_conv2d_batch_norm does not store it.
// Shapes: x [N,C,H,W], factor and shift [C] of its type (see batch_norm_factors); dy and dweight as
//   conv2d_backward_weights.
// Defaults: as conv2d_backward_weights. Gradient: none (a pass creates it after differentiation).
// Source: as conv2d_backward_weights.
#include "core/ops/convolution_geometry.h"
#include "core/ops/norm_input.h"

namespace fovea::norm_conv2d_backward_weights_op {
namespace {

const OpType& inner() {
  return *findOp("conv2d_backward_weights");
}

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_CHECK(needNormInput(request.inputs));
  FOVEA_TRY(std::vector<TensorType> outputs,
            inferOp(inner(), request.attributes, std::vector{request.inputs[0], request.inputs[kNormInputs]}));
  outputs.resize(1);
  return outputs;
}

void reference(const ReferenceRequest& request) {
  Tensor image = normalisedInput(request.inputs);
  Tensor dbias = Tensor::make({image.type().dtype, Shape{request.inputs[kNormInputs].type.shape[1]}});
  const TensorView inputs[] = {{image.raw(), image.type()}, request.inputs[kNormInputs]};
  const TensorView outputs[] = {request.outputs[0], {dbias.raw(), dbias.type()}};
  inner().reference({request.attributes, inputs, outputs});
}

}  // namespace

OpType normConv2dBackwardWeightsOp() {
  OpType op;
  op.name = "norm_conv2d_backward_weights";
  op.summary = "The gradient of a convolution's weight, whose input is relu(x * factor + shift).";
  auto fields = convolutionFields();
  fields.push_back(kernelField({1, 1}));
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"}, {"factor"}, {"shift"}, {"dy"}};
  op.outputs = {{"dweight"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const auto geometry = readConvolutionBackwardWeights(r.attributes, r.inputs[0].shape, r.inputs[3].shape);
    return costWithFlops(r, geometry.value().flops());
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::norm_conv2d_backward_weights_op
