// conv2d_batch_norm (training): c = conv2d(x, weight) and batch_norm_fused of c. A device may compute the batch's
//   moments in the convolution while it writes c, which saves a pass over c.
// Shapes: x and weight as conv2d; scale, bias and the running moments [M]; residual (optional) of c's shape.
//   Outputs: c, then those of batch_norm_fused.
// Defaults: those of conv2d and batch_norm_fused.
// Gradient: none (a pass creates it after differentiation).
// Source: as batch_norm_fused.
#include "core/ops/convolution_geometry.h"
#include "core/ops/fused_activation.h"
#include "core/ops/normalization_rules.h"

namespace fovea::conv2d_batch_norm_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY(const auto c,
            inferOp(*findOp("conv2d"), attributesOf(*findOp("conv2d"), request.attributes), request.inputs.first(2)));
  std::vector<TensorType> inputs(request.inputs.begin() + 1, request.inputs.end());
  inputs[0] = c[0];
  FOVEA_TRY(
      std::vector<TensorType> outputs,
      inferOp(*findOp("batch_norm_fused"), attributesOf(*findOp("batch_norm_fused"), request.attributes), inputs));
  outputs.insert(outputs.begin(), c[0]);
  return outputs;
}

void reference(const ReferenceRequest& request) {
  const FieldValues convolution = attributesOf(*findOp("conv2d"), request.attributes);
  const FieldValues norm = attributesOf(*findOp("batch_norm_fused"), request.attributes);
  findOp("conv2d")->reference({convolution, request.inputs.first(2), request.outputs.first(1)});
  std::vector<TensorView> inputs(request.inputs.begin() + 1, request.inputs.end());
  inputs[0] = request.outputs[0];
  findOp("batch_norm_fused")->reference({norm, inputs, request.outputs.subspan(1)});
}

}  // namespace

OpType conv2dBatchNormOp() {
  OpType op;
  op.name = "conv2d_batch_norm";
  op.summary = "c = conv2d(x, weight); y = activation(batch_norm(c) + residual), with the batch's own moments.";
  std::vector<Field> fields = convolutionFields();
  for (const Field& field : fusedNormFields()) fields.push_back(field);
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"}, {"weight"}, {"scale"}, {"bias"}, {"running_mean"}, {"running_variance"}, {"residual", true}};
  op.outputs = {{"c"},         {"y"}, {"mean"}, {"inverse_deviation"}, {"new_running_mean"}, {"new_running_variance"},
                {"mask", true}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const auto elements = static_cast<double>(r.outputs[0].shape.elementCount());
    return costWithFlops(
        r, readConvolution(r.attributes, r.inputs[0].shape, r.inputs[1].shape).value().flops() + 9 * elements);
  };
  op.reference = reference;
  op.aliases = {{4, 4}, {5, 5}};
  return op;
}

}  // namespace fovea::conv2d_batch_norm_op
