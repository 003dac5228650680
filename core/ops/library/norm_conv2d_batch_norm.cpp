// norm_conv2d_batch_norm (training): conv2d_batch_norm of relu(x * factor + shift), the result of the batch
//   normalisation and the ReLU before the convolution. A device may apply both while the convolution reads x, which
//   saves a pass over memory.
// Shapes: x [N,C,H,W], factor and shift [C] of its type (see batch_norm_factors); all others as conv2d_batch_norm.
// Defaults: those of conv2d_batch_norm. Gradient: none (a pass creates it after differentiation).
// Source: as batch_norm_fused.
#include "core/ops/convolution_geometry.h"
#include "core/ops/norm_input.h"
#include "core/ops/normalization_rules.h"

namespace fovea::norm_conv2d_batch_norm_op {
namespace {

const OpType& inner() {
  return *findOp("conv2d_batch_norm");
}

// The inputs of the convolution and its normalisation, with `image` in the place of x.
template <class T>
std::vector<T> innerInputs(std::span<const T> inputs, const T& image) {
  std::vector<T> result(inputs.begin() + kNormInputs - 1, inputs.end());
  result[0] = image;
  return result;
}

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_CHECK(needNormInput(request.inputs));
  return inferOp(inner(), request.attributes, innerInputs(request.inputs, request.inputs[0]));
}

void reference(const ReferenceRequest& request) {
  Tensor image = normalisedInput(request.inputs);
  inner().reference(
      {request.attributes, innerInputs(request.inputs, TensorView{image.raw(), image.type()}), request.outputs});
}

}  // namespace

OpType normConv2dBatchNormOp() {
  OpType op;
  op.name = "norm_conv2d_batch_norm";
  op.summary = "c = conv2d(relu(x * factor + shift), weight); y = activation(batch_norm(c) + residual).";
  std::vector<Field> fields = convolutionFields();
  for (const Field& field : fusedNormFields()) fields.push_back(field);
  op.attributes = Schema(std::move(fields));
  op.inputs = {{"x"},
               {"factor"},
               {"shift"},
               {"weight"},
               {"scale"},
               {"bias"},
               {"running_mean"},
               {"running_variance"},
               {"residual", true}};
  op.outputs = {{"c"},         {"y"}, {"mean"}, {"inverse_deviation"}, {"new_running_mean"}, {"new_running_variance"},
                {"mask", true}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    const auto elements = static_cast<double>(r.outputs[0].shape.elementCount());
    return costWithFlops(
        r, readConvolution(r.attributes, r.inputs[0].shape, r.inputs[3].shape).value().flops() + 9 * elements);
  };
  op.reference = reference;
  op.aliases = {{4, 6}, {5, 7}};
  return op;
}

}  // namespace fovea::norm_conv2d_batch_norm_op
