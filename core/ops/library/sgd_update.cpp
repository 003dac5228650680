// sgd_update: one step of stochastic gradient descent with momentum, in place. For each element:
//   g = clip(gradient_factor * gradient) + weight_decay * p;  v' = momentum * v + g;
//   p' = p - learning_rate * rate_multiplier * (nesterov ? g + momentum * v' : v').
// Shapes: parameter p, gradient, velocity v and both outputs of one shape; learning_rate and gradient_factor (1 where
// it is left out) one number of the same type.
// Defaults: momentum 0.9, weight_decay 0, nesterov off, rate_multiplier 1, no clip. Gradient: none (an update).
// Source: Sutskever et al., "On the importance of initialization and momentum in deep learning", 2013, in the form
// where the
//         learning rate is outside the velocity, as in PyTorch.
#include "core/ops/update_rules.h"

namespace fovea::sgd_update_op {
namespace {

void step(const UpdateNumbers& n, UpdateElement& e) {
  const double momentum = n.attributes.real("momentum");
  double& velocity = e.states[0];
  const double g = e.gradient + n.decay * e.parameter;
  velocity = momentum * velocity + g;
  e.parameter -= n.rate * (n.attributes.boolean("nesterov") ? g + momentum * velocity : velocity);
}

}  // namespace

OpType sgdUpdateOp() {
  UpdateDescription update;
  update.name = "sgd_update";
  update.summary =
      "v ← momentum · v + g with g = gradient + decay · p; p ← p − rate · v, or with Nesterov's look ahead.";
  update.states = {"velocity"};
  update.fields = {decayRateField("momentum", "Momentum", "How much of the last step is kept.", 0.9),
                   booleanField("nesterov", "Nesterov", "Look ahead along the velocity.", false)};
  update.flopsPerElement = 6;
  return updateOp(std::move(update), step);
}

}  // namespace fovea::sgd_update_op
