// clip_factor: the factor that limits the global norm of the gradients:
//   y = scale * min(1, limit / (scale * √squared_norm + 1e-6)), 0 where the scale is 0 (a step to be skipped).
// Shapes: squared_norm, scale (1 if omitted; the gradients' own factor, positive) and y one number of one
// type. A NaN norm gives NaN. Defaults: limit 1. Gradient: none (it is only used by updates). Source:
// Pascanu, Mikolov and Bengio, "On the difficulty of training recurrent neural networks", 2013, with the 1e-6 of
// PyTorch's clip_grad_norm_.
#include <cmath>

#include "core/ops/op_rules.h"

namespace fovea::clip_factor_op {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  FOVEA_CHECK(needReal("squared norm", request.inputs[0]));
  FOVEA_CHECK(needScalar("squared norm", request.inputs[0]));
  if (request.inputs.size() > 1) FOVEA_CHECK(needType("scale", request.inputs[1], request.inputs[0]));
  return std::vector<TensorType>{request.inputs[0]};
}

void reference(const ReferenceRequest& request) {
  const double limit = request.attributes.real("limit");
  dispatchReal(request.inputs[0].type.dtype, [&]<class T>() {
    const double scale = request.inputs.size() > 1 ? static_cast<double>(*request.inputs[1].as<T>()) : 1.0;
    const double share = limit / (scale * std::sqrt(static_cast<double>(*request.inputs[0].as<T>())) + 1e-6);
    *request.outputs[0].as<T>() = static_cast<T>(scale == 0 ? 0.0 : scale * (share > 1 ? 1.0 : share));
  });
}

}  // namespace

OpType clipFactorOp() {
  OpType op;
  op.name = "clip_factor";
  op.summary = "y = scale · min(1, limit / (scale · √squared norm + 1e-6)).";
  op.attributes = Schema({realField("limit", "Limit", "The largest norm that is not reduced.", 1.0, 1e-30, 1e30)});
  op.inputs = {{"squared_norm"}, {.name = "scale", .optional = true}};
  op.outputs = {{"y"}};
  op.infer = infer;
  op.reference = reference;
  return op;
}

}  // namespace fovea::clip_factor_op
