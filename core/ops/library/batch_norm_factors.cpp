// batch_norm_factors: factor = scale * inverse_deviation and shift = bias - mean * factor: what batch normalisation
//   multiplies and adds, so that scale * (x - mean) * inverse_deviation + bias = x * factor + shift. The shift is
//   computed from the rounded factor, so that the rounding of the factor does not change a channel's mean.
// Shapes: all [C], of one type of real numbers; factor and shift of the type `to`.
// Defaults: to f32. Gradient: none (a pass creates it after differentiation).
// Source: as batch_norm_fused.
#include "core/ops/op_rules.h"
#include "core/ops/precision_rules.h"
#include "core/tensor/half.h"

namespace fovea::batch_norm_factors_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& scale = request.inputs[0];
  FOVEA_CHECK(needReal("scale", scale));
  FOVEA_CHECK(needRank("scale", scale, 1, "[C]"));
  const char* const names[] = {"bias", "mean", "inverse deviation"};
  for (std::size_t i = 1; i < request.inputs.size(); ++i) FOVEA_CHECK(needType(names[i - 1], request.inputs[i], scale));
  FOVEA_TRY(const DataType to, dataTypeFromName(request.attributes.text("to")));
  return std::vector<TensorType>(2, {to, scale.shape});
}

void reference(const ReferenceRequest& request) {
  const TensorView &factors = request.outputs[0], &shifts = request.outputs[1];
  const auto size = static_cast<std::int64_t>(byteSize(factors.type.dtype));
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const auto at = [&](std::size_t input, std::int64_t c) {
      return static_cast<double>(request.inputs[input].as<T>()[c]);
    };
    for (std::int64_t c = 0; c < factors.type.shape[0]; ++c) {
      std::byte *const factor = factors.as<std::byte>() + c * size, *const shift = shifts.as<std::byte>() + c * size;
      double value = at(0, c) * at(3, c);
      convertNumbers(DataType::Float64, &value, factors.type.dtype, factor, 1);
      convertNumbers(factors.type.dtype, factor, DataType::Float64, &value, 1);
      value = at(1, c) - at(2, c) * value;
      convertNumbers(DataType::Float64, &value, shifts.type.dtype, shift, 1);
    }
  });
}

}  // namespace

OpType batchNormFactorsOp() {
  OpType op;
  op.name = "batch_norm_factors";
  op.summary = "What batch normalisation multiplies each channel by and adds to it.";
  op.attributes = Schema({castTypeField()});
  op.inputs = {{"scale"}, {"bias"}, {"mean"}, {"inverse_deviation"}};
  op.outputs = {{"factor"}, {"shift"}};
  op.infer = infer;
  op.cost = costPerElement(3);
  op.reference = reference;
  return op;
}

}  // namespace fovea::batch_norm_factors_op
