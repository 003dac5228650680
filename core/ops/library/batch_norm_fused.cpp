// batch_norm_fused (training): y = activation(batch_norm(x) + residual), in fewer passes over memory than its parts.
// Shapes, outputs and the update of the running moments: as batch_norm; residual (may be left out) is of x's shape.
// Defaults: epsilon 1e-5, momentum 0.1, activation none (others: relu, relu6).
// Gradient: batch_norm_fused_backward, for y; the other outputs carry none.
// Source: Ioffe and Szegedy, "Batch Normalization: Accelerating Deep Network Training", 2015; He et al., "Deep Residual
//         Learning for Image Recognition", 2016.
#include "core/ops/fused_activation.h"
#include "core/ops/normalization_rules.h"

namespace fovea {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& x = request.inputs[0];
  FOVEA_CHECK(needChannels("input", x));
  FOVEA_CHECK(needPerChannel(request.inputs, 1, {"scale", "bias", "running mean", "running variance"}));
  if (request.inputs.size() > 5) FOVEA_CHECK(needType("residual", request.inputs[5], x));
  const TensorType perChannel{statisticsType(x.dtype), Shape{x.shape[1]}};
  return std::vector<TensorType>{x, perChannel, perChannel, perChannel, perChannel};
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
  findOp("batch_norm")->reference({request.attributes, request.inputs.first(5), request.outputs});
  const FusedActivation activation = readActivation(request.attributes);
  const TensorView& y = request.outputs[0];
  dispatchReal(y.type.dtype, [&]<class T>() {
    const T* residual = request.inputs.size() > 5 ? request.inputs[5].as<T>() : nullptr;
    for (std::int64_t i = 0; i < y.type.shape.elementCount(); ++i) {
      const auto sum = static_cast<double>(y.as<T>()[i]) + (residual ? static_cast<double>(residual[i]) : 0.0);
      y.as<T>()[i] = static_cast<T>(activate(activation, 0.0, sum));
    }
  });
}

}  // namespace

OpType batchNormFusedOp() {
  OpType op;
  op.name = "batch_norm_fused";
  op.summary = "y = activation(batch_norm(x) + residual), with the batch's own moments; the running ones are updated.";
  op.attributes =
      Schema({epsilonField(),
              realField("momentum", "Momentum", "The weight of the new batch in the running moments.", 0.1, 0.0, 1.0),
              activationField(3)});
  op.inputs = {{"x"}, {"scale"}, {"bias"}, {"running_mean"}, {"running_variance"}, {"residual", true}};
  op.outputs = {{"y"}, {"mean"}, {"inverse_deviation"}, {"new_running_mean"}, {"new_running_variance"}};
  op.infer = infer;
  op.gradient = gradient;
  op.cost = costPerElement(9);
  op.reference = reference;
  op.aliases = {{3, 3}, {4, 4}};
  return op;
}

}  // namespace fovea
