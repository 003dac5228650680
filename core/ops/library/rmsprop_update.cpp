// rmsprop_update: the gradient is divided by the root of its running mean square, in place:
//   g = clip(gradient_factor * gradient) + weight_decay * p;  s' = rho * s + (1 - rho) * g²;
//   v' = momentum * v + g / (√s' + epsilon);  p' = p - learning_rate * rate_multiplier * v'.
// Shapes: parameter p, gradient, squares s, velocity v and all outputs of one shape; learning_rate and gradient_factor
// (1 if omitted) one number of the same type.
// Defaults: rho 0.99, momentum 0, epsilon 1e-8, weight_decay 0, rate_multiplier 1, no clip. Gradient: none (an update).
// Source: Tieleman and Hinton, "Lecture 6.5", 2012; epsilon outside the root and the place of momentum as in PyTorch.
#include <cmath>

#include "core/ops/update_rules.h"

namespace fovea::rmsprop_update_op {
namespace {

void step(const UpdateNumbers& n, UpdateElement& e) {
  const double rho = n.attributes.real("rho");
  double &squares = e.states[0], &velocity = e.states[1];
  const double g = e.gradient + n.decay * e.parameter;
  squares = rho * squares + (1 - rho) * g * g;
  velocity = n.attributes.real("momentum") * velocity + g / (std::sqrt(squares) + n.attributes.real("epsilon"));
  e.parameter -= n.rate * velocity;
}

}  // namespace

OpType rmspropUpdateOp() {
  UpdateDescription update;
  update.name = "rmsprop_update";
  update.summary = "s ← ρ · s + (1 − ρ) · g²; v ← momentum · v + g / (√s + ε); p ← p − rate · v.";
  update.states = {"squares", "velocity"};
  update.fields = {decayRateField("rho", "Rho", "How much of the mean square is kept.", 0.99),
                   decayRateField("momentum", "Momentum", "How much of the last step is kept.", 0.0),
                   updateEpsilonField(1e-8)};
  update.flopsPerElement = 12;
  return updateOp(std::move(update), step);
}

}  // namespace fovea::rmsprop_update_op
