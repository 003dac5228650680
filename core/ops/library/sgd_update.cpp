// sgd_update: one step of stochastic gradient descent with momentum, in the place of the variables. For each element:
//   g = gradient + weight_decay * p;  v' = momentum * v + g;
//   p' = p - learning_rate * rate_multiplier * (nesterov ? g + momentum * v' : v').
// Shapes: parameter p, gradient, velocity v and both outputs of one shape; learning_rate one number of the same type.
// Defaults: momentum 0.9, weight_decay 0, nesterov off, rate_multiplier 1. Gradient: none (an update).
// Source: Sutskever et al., "On the importance of initialization and momentum in deep learning", 2013, in the form
// where the
//         learning rate is outside the velocity, as in PyTorch.
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

Result<std::vector<TensorType>> infer(const InferRequest& request) {
  const TensorType& parameter = request.inputs[0];
  FOVEA_CHECK(needReal("parameter", parameter));
  FOVEA_CHECK(needType("gradient", request.inputs[1], parameter));
  FOVEA_CHECK(needType("velocity", request.inputs[2], parameter));
  FOVEA_CHECK(needType("learning rate", request.inputs[3], {parameter.dtype, Shape{}}));
  return std::vector<TensorType>{parameter, parameter};
}

void reference(const ReferenceRequest& request) {
  const double momentum = request.attributes.real("momentum");
  const double decay = request.attributes.real("weight_decay");
  const bool nesterov = request.attributes.boolean("nesterov");
  const TensorType& type = request.inputs[0].type;
  dispatchReal(type.dtype, [&]<class T>() {
    const T* gradient = request.inputs[1].as<T>();
    const double rate = static_cast<double>(*request.inputs[3].as<T>()) * request.attributes.real("rate_multiplier");
    for (std::int64_t i = 0; i < type.shape.elementCount(); ++i) {
      const auto parameter = static_cast<double>(request.inputs[0].as<T>()[i]);
      const double g = static_cast<double>(gradient[i]) + decay * parameter;
      const double velocity = momentum * static_cast<double>(request.inputs[2].as<T>()[i]) + g;
      request.outputs[0].as<T>()[i] =
          static_cast<T>(parameter - rate * (nesterov ? g + momentum * velocity : velocity));
      request.outputs[1].as<T>()[i] = static_cast<T>(velocity);
    }
  });
}

}  // namespace

OpType sgdUpdateOp() {
  OpType op;
  op.name = "sgd_update";
  op.summary = "v ← momentum · v + g with g = gradient + decay · p; p ← p − rate · v, or with Nesterov's look ahead.";
  op.attributes =
      Schema({realField("momentum", "Momentum", "How much of the last step is kept.", 0.9, 0.0, 1.0),
              realField("weight_decay", "Weight decay", "Pulls every parameter towards zero.", 0.0, 0.0, 1e6),
              booleanField("nesterov", "Nesterov", "Look ahead along the velocity.", false),
              realField("rate_multiplier", "Rate multiplier", "Multiplies the learning rate of this parameter.", 1.0,
                        0.0, 1e6)});
  op.inputs = {{"parameter"}, {"gradient"}, {"velocity"}, {"learning_rate"}};
  op.outputs = {{"new_parameter"}, {"new_velocity"}};
  op.infer = infer;
  op.cost = costPerElement(6);
  op.reference = reference;
  op.aliases = {{0, 0}, {1, 2}};
  return op;
}

}  // namespace fovea
