// conv2d_backward_data_fused: dx = conv2d_backward_data(dy, weight) + residual: the gradient of a convolution's input
//   plus the gradient from another branch that reads the same value.
// Shapes: as conv2d_backward_data; residual of dx's shape.
// Defaults: as conv2d_backward_data. Gradient: none (a pass creates it after differentiation).
// Source: He et al., "Deep Residual Learning for Image Recognition", 2016.
#include "core/ops/convolution_geometry.h"
#include "core/ops/convolution_op.h"
#include "core/ops/op_rules.h"

namespace fovea::conv2d_backward_data_fused_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY(auto outputs, inferOp(*findOp("conv2d_backward_data"), request.attributes, request.inputs.first(2)));
  FOVEA_CHECK(needType("residual", request.inputs[2], outputs[0]));
  return outputs;
}

void reference(const ReferenceRequest& request) {
  findOp("conv2d_backward_data")->reference({request.attributes, request.inputs.first(2), request.outputs});
  const TensorView& dx = request.outputs[0];
  dispatchReal(dx.type.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < dx.type.shape.elementCount(); ++i) dx.as<T>()[i] += request.inputs[2].as<T>()[i];
  });
}

}  // namespace

OpType conv2dBackwardDataFusedOp() {
  OpType op;
  op.name = "conv2d_backward_data_fused";
  op.summary = "dx = the gradient of conv2d for its input + residual.";
  auto fields = convolutionFields();
  fields.push_back(inputSizeField());
  op.attributes = Schema(std::move(fields));
  op = convolutionBackwardDataOp(std::move(op));
  op.inputs.push_back({"residual"});
  op.infer = infer;
  op.gradient = nullptr;
  op.reference = reference;
  return op;
}

}  // namespace fovea::conv2d_backward_data_fused_op
