// rmsprop_centred_update: the gradient is divided by its running deviation, in place:
//   g = clip(gradient_factor * gradient) + weight_decay * p;  s' = rho * s + (1 - rho) * g²;
//   m' = rho * m + (1 - rho) * g;  d = √(s' - m'²) + epsilon, where rounding makes a difference below 0 it counts as 0;
//   v' = momentum * v + g / d;  p' = p - learning_rate * rate_multiplier * v'.
// Shapes: parameter p, gradient, squares s, velocity v, means m and all outputs of one shape; learning_rate and
// gradient_factor (1 if omitted) one number of the same type.
// Defaults: rho 0.99, momentum 0, epsilon 1e-8, weight_decay 0, rate_multiplier 1, no clip. Gradient: none (an update).
// Source: Graves, "Generating Sequences With Recurrent Neural Networks", 2013; epsilon outside the root and the place
// of momentum as in PyTorch.
#include <cmath>

#include "core/ops/update_rules.h"

namespace fovea::rmsprop_centred_update_op {
namespace {

void step(const UpdateNumbers& n, UpdateElement& e) {
  const double rho = n.attributes.real("rho");
  auto& [squares, velocity, means] = e.states;
  const double g = e.gradient + n.decay * e.parameter;
  squares = rho * squares + (1 - rho) * g * g;
  means = rho * means + (1 - rho) * g;
  const double variance = squares - means * means;
  const double deviation = std::sqrt(variance < 0 ? 0.0 : variance);
  velocity = n.attributes.real("momentum") * velocity + g / (deviation + n.attributes.real("epsilon"));
  e.parameter -= n.rate * velocity;
}

}  // namespace

OpType rmspropCentredUpdateOp() {
  UpdateDescription update;
  update.name = "rmsprop_centred_update";
  update.summary =
      "s ← ρ · s + (1 − ρ) · g²; m ← ρ · m + (1 − ρ) · g; v ← momentum · v + g / (√(s − m²) + ε); "
      "p ← p − rate · v.";
  update.states = {"squares", "velocity", "means"};
  update.fields = {decayRateField("rho", "Rho", "How much of the means is kept.", 0.99),
                   decayRateField("momentum", "Momentum", "How much of the last step is kept.", 0.0),
                   updateEpsilonField(1e-8)};
  update.flopsPerElement = 16;
  return updateOp(std::move(update), step);
}

}  // namespace fovea::rmsprop_centred_update_op
