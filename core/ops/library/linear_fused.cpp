// linear_fused: y = activation(linear(x, weight, bias)), in one pass over the result.
// Shapes: x [N,K], weight [M,K], bias [M], y [N,M]. With the attribute mask there is a second output, u8
//   [N, 16 · ⌈M / 128⌉]: bit m % 8 of byte m / 8 of row n is set if a gradient passes the activation at y[n,m].
//   linear_fused_backward can read the mask instead of y. Bits after the last feature are unspecified.
// Defaults: activation none (other: relu), mask false.
// Gradient: none (a pass creates it after differentiation).
// Source: as linear; the form of the mask is that of cuBLASLt's epilogues, whose rows are multiples of 128 bits.
#include "core/ops/fused_activation.h"
#include "core/ops/linear_mask.h"
#include "core/ops/op_rules.h"

namespace fovea::linear_fused_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_TRY(std::vector<TensorType> outputs, inferOp(*findOp("linear"), {}, request.inputs));
  if (request.attributes.boolean("mask")) outputs.push_back(linearMaskType(outputs[0].shape));
  return outputs;
}

void reference(const ReferenceRequest& request) {
  findOp("linear")->reference({request.attributes, request.inputs, request.outputs.first(1)});
  const FusedActivation activation = readActivation(request.attributes);
  const TensorView& y = request.outputs[0];
  dispatchReal(y.type.dtype, [&]<class T>() {
    for (std::int64_t i = 0; i < y.type.shape.elementCount(); ++i)
      y.as<T>()[i] = static_cast<T>(activate(activation, 0.0, static_cast<double>(y.as<T>()[i])));
    if (request.outputs.size() < 2) return;
    auto* const mask = request.outputs[1].as<std::uint8_t>();
    const std::int64_t features = y.type.shape[1], rowBytes = request.outputs[1].type.shape[1];
    std::fill_n(mask, request.outputs[1].type.shape.elementCount(), std::uint8_t{0});
    for (std::int64_t i = 0; i < y.type.shape.elementCount(); ++i) {
      if (!passesGradient(activation, static_cast<double>(y.as<T>()[i]))) continue;
      std::uint8_t& byte = mask[i / features * rowBytes + i % features / 8];
      byte = static_cast<std::uint8_t>(byte | 1u << i % features % 8);
    }
  });
}

}  // namespace

OpType linearFusedOp() {
  OpType op;
  op.name = "linear_fused";
  op.summary = "y = activation(bias[m] + Σ x[n,k] · weight[m,k]).";
  op.attributes =
      Schema({activationField(2),
              booleanField("mask", "Mask", "Whether bits are wanted that say where a gradient passes.", false)});
  op.inputs = {{"x"}, {"weight"}, {"bias"}};
  op.outputs = {{"y"}, {"mask", true}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    return costWithFlops(
        r, 2.0 * static_cast<double>(r.outputs[0].shape.elementCount()) * static_cast<double>(r.inputs[0].shape[1]));
  };
  op.reference = reference;
  return op;
}

}  // namespace fovea::linear_fused_op
