// loss_scale_update: small 16-bit gradients underflow, so the loss is multiplied by `scale` before it is
// differentiated. The op checks the gradients, returns the factor that removes the scale, and adapts the scale:
//   finite gradients:      gradient_factor = 1 / scale; good_steps' = good_steps + 1; at `interval` of them
//                          scale' = scale * growth and good_steps' = 0.
//   a non-finite gradient: gradient_factor = 0, so that the update is skipped;
//                          scale' = scale * backoff; good_steps' = 0.
//   scale = 0 (not yet initialised): gradient_factor = 0, scale' = first.
// Shapes: scale, good_steps and gradient_factor [] of one type, f32 or f64, the first two variables; gradients of any
//   shapes and real types.
//   The scale stays in [1, largest].
// Defaults: growth 2, backoff 0.5, interval 2000, largest 2^24, first 2^16. Gradient: none (an update).
// Source: Micikevicius et al., "Mixed Precision Training", 2018; dynamic scaling as in PyTorch's GradScaler.
#include <algorithm>
#include <cmath>

#include "core/ops/op_rules.h"
#include "core/tensor/half.h"

namespace fovea::loss_scale_update_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& number = request.inputs[0];
  FOVEA_CHECK(needScalar("scale", number));
  if (number.dtype != DataType::Float64) FOVEA_CHECK(needDataType("scale", number, DataType::Float32));
  FOVEA_CHECK(needType("number of good steps", request.inputs[1], number));
  for (const TensorType& gradient : request.inputs.subspan(2)) FOVEA_CHECK(needReal("gradient", gradient));
  return std::vector<TensorType>{number, number, number};
}

bool allFinite(const TensorView& gradient) {
  std::vector<double> numbers(static_cast<std::size_t>(gradient.type.shape.elementCount()));
  convertNumbers(gradient.type.dtype, gradient.data, DataType::Float64, numbers.data(),
                 static_cast<std::int64_t>(numbers.size()));
  return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

void reference(const ReferenceRequest& request) {
  const auto gradients = request.inputs.subspan(2);
  const bool finite = std::all_of(gradients.begin(), gradients.end(), allFinite);
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const auto scale = static_cast<double>(*request.inputs[0].as<T>());
    if (scale == 0) {
      *request.outputs[0].as<T>() = static_cast<T>(request.attributes.real("first"));
      *request.outputs[1].as<T>() = *request.outputs[2].as<T>() = T(0);
      return;
    }
    double steps = finite ? static_cast<double>(*request.inputs[1].as<T>()) + 1 : 0;
    double next = finite ? scale : scale * request.attributes.real("backoff");
    if (finite && steps >= static_cast<double>(request.attributes.integer("interval"))) {
      next *= request.attributes.real("growth");
      steps = 0;
    }
    *request.outputs[0].as<T>() = static_cast<T>(std::clamp(next, 1.0, request.attributes.real("largest")));
    *request.outputs[1].as<T>() = static_cast<T>(steps);
    *request.outputs[2].as<T>() = static_cast<T>(finite ? 1.0 / scale : 0.0);
  });
}

}  // namespace

OpType lossScaleUpdateOp() {
  OpType op;
  op.name = "loss_scale_update";
  op.summary = "gradient_factor = 1 / scale, or 0 where a gradient is not finite; the scale adapts.";
  op.attributes =
      Schema({realField("growth", "Growth", "What the scale is multiplied by after enough good steps.", 2.0, 1.0, 16.0),
              realField("backoff", "Backoff", "What the scale is multiplied by after a bad step.", 0.5, 0.0, 1.0),
              integerField("interval", "Interval", "Good steps before the scale grows.", 2000, 1, 1e9),
              realField("first", "First", "Where the scale begins.", 0x1p16, 1.0, 0x1p60),
              realField("largest", "Largest", "The scale never exceeds it.", 0x1p24, 1.0, 0x1p60)});
  op.inputs = {{"scale"}, {"good_steps"}, {"gradients", false, true}};
  op.outputs = {{"new_scale"}, {"new_good_steps"}, {"gradient_factor"}};
  op.infer = infer;
  op.cost = [](const CostRequest& r) {
    double elements = 0;
    for (const TensorType& type : r.inputs) elements += static_cast<double>(type.shape.elementCount());
    return costWithFlops(r, elements);
  };
  op.reference = reference;
  op.aliases = {{0, 0}, {1, 1}};
  return op;
}

}  // namespace fovea::loss_scale_update_op
