// batch_norm_fused (training): y = activation(batch_norm(x) + residual), in fewer passes over memory than its parts.
// Shapes, outputs and the update of the running moments: as batch_norm; residual (optional) is of x's shape.
//   With the attribute mask there is a sixth output, u8 [⌈elements / 8⌉]: bit i % 8 of byte i / 8 is set if a
//   gradient passes the activation at element i. batch_norm_fused_backward can read the mask instead of y.
// Defaults: epsilon 1e-5, momentum 0.1, activation none (others: relu, relu6), mask false.
// Gradient: batch_norm_fused_backward, for y; the other outputs carry none.
// Source: Ioffe and Szegedy, "Batch Normalization: Accelerating Deep Network Training", 2015; He et al., "Deep Residual
//         Learning for Image Recognition", 2016.
#include "core/ops/fused_activation.h"
#include "core/ops/normalization_rules.h"

namespace fovea::batch_norm_fused_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needChannels("input", x));
  FOVEA_CHECK(needPerChannel(request.inputs, 1, {"scale", "bias", "running mean", "running variance"}));
  if (request.inputs.size() > 5) FOVEA_CHECK(needType("residual", request.inputs[5], x));
  const TensorType perChannel{statisticsType(x.dtype), Shape{x.shape[1]}};
  std::vector<TensorType> outputs{x, perChannel, perChannel, perChannel, perChannel};
  if (request.attributes.boolean("mask")) outputs.push_back({DataType::UInt8, Shape{(x.shape.elementCount() + 7) / 8}});
  return outputs;
}

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(r.inputs.size());
  const bool residualNeeded = r.inputs.size() > 5 && r.needed[5];
  const bool plain = readActivation(r.attributes) == FusedActivation::None;
  if (residualNeeded && plain) gradients[5] = r.outputGradients[0];
  const bool masked = residualNeeded && !plain;
  if (!r.needed[0] && !r.needed[1] && !r.needed[2] && !masked) return gradients;
  const FieldValues attributes{{"activation", r.attributes.text("activation")}, {"residual", masked}};
  std::vector<ValueId> inputs{r.outputGradients[0], r.inputs[0], r.inputs[1], r.inputs[2], r.outputs[1], r.outputs[2]};
  if (r.inputs.size() > 5) inputs.push_back(r.outputs[0]);
  const auto results = r.emitter.emit("batch_norm_fused_backward", attributes, inputs);
  for (std::size_t i = 0; i < 3; ++i)
    if (r.needed[i]) gradients[i] = results[i];
  if (masked) gradients[5] = results[3];
  return gradients;
}

void reference(const ReferenceRequest& request) {
  findOp("batch_norm")->reference({request.attributes, request.inputs.first(5), request.outputs.first(5)});
  const FusedActivation activation = readActivation(request.attributes);
  const TensorView& y = request.outputs[0];
  dispatchReal(y.type.dtype, [&]<class T>() {
    const T* residual = request.inputs.size() > 5 ? request.inputs[5].as<T>() : nullptr;
    for (std::int64_t i = 0; i < y.type.shape.elementCount(); ++i) {
      const auto sum = static_cast<double>(y.as<T>()[i]) + (residual ? static_cast<double>(residual[i]) : 0.0);
      y.as<T>()[i] = static_cast<T>(activate(activation, 0.0, sum));
    }
    if (request.outputs.size() < 6) return;
    auto* const mask = request.outputs[5].as<std::uint8_t>();
    std::fill_n(mask, request.outputs[5].type.shape.elementCount(), std::uint8_t{0});
    for (std::int64_t i = 0; i < y.type.shape.elementCount(); ++i)
      if (passesGradient(activation, static_cast<double>(y.as<T>()[i])))
        mask[i / 8] = static_cast<std::uint8_t>(mask[i / 8] | 1u << i % 8);
  });
}

}  // namespace

OpType batchNormFusedOp() {
  OpType op;
  op.name = "batch_norm_fused";
  op.summary = "y = activation(batch_norm(x) + residual), with the batch's own moments; the running ones are updated.";
  op.attributes = Schema(fusedNormFields());
  op.inputs = {{"x"}, {"scale"}, {"bias"}, {"running_mean"}, {"running_variance"}, {"residual", true}};
  op.outputs = {{"y"}, {"mean"}, {"inverse_deviation"}, {"new_running_mean"}, {"new_running_variance"}, {"mask", true}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = costPerElement(9);
  op.reference = reference;
  op.aliases = {{3, 3}, {4, 4}};
  return op;
}

}  // namespace fovea::batch_norm_fused_op
