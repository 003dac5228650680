// adamw_update: Adam with decoupled weight decay, which is not part of the gradient, in place:
//   g = clip(gradient_factor * gradient);  m' = beta1 * m + (1 - beta1) * g;  v' = beta2 * v + (1 - beta2) * g²;
//   r = learning_rate * rate_multiplier;
//   p' = p - r * weight_decay * p - r * (m' / (1 - beta1^t)) / (√(v' / (1 - beta2^t)) + epsilon).
// Shapes: parameter p, gradient, means m, squares v and all outputs of one shape; learning_rate, step t (1 in the first
// update) and gradient_factor (1 if omitted) one number of the same type.
// Defaults: beta1 0.9, beta2 0.999, epsilon 1e-8, weight_decay 0, rate_multiplier 1, no clip. Gradient: none (an
// update).
// Source: Loshchilov and Hutter, "Decoupled Weight Decay Regularization", 2019; the same in PyTorch.
#include <cmath>

#include "core/ops/update_rules.h"

namespace fovea::adamw_update_op {
namespace {

void step(const UpdateNumbers& n, UpdateElement& e) {
  const double beta1 = n.attributes.real("beta1"), beta2 = n.attributes.real("beta2");
  double &means = e.states[0], &squares = e.states[1];
  const double g = e.gradient;
  means = beta1 * means + (1 - beta1) * g;
  squares = beta2 * squares + (1 - beta2) * g * g;
  const double mean = means / (1 - std::pow(beta1, n.step));
  const double square = squares / (1 - std::pow(beta2, n.step));
  e.parameter -= n.rate * n.decay * e.parameter;
  e.parameter -= n.rate * mean / (std::sqrt(square) + n.attributes.real("epsilon"));
}

}  // namespace

OpType adamwUpdateOp() {
  UpdateDescription update;
  update.name = "adamw_update";
  update.summary = "m ← β₁ · m + (1 − β₁) · g; v ← β₂ · v + (1 − β₂) · g²; p ← p − rate · (decay · p + m̂ / (√v̂ + ε)).";
  update.states = {"means", "squares"};
  update.counted = true;
  update.fields = {decayRateField("beta1", "Beta 1", "How much of the mean gradient is kept.", 0.9),
                   decayRateField("beta2", "Beta 2", "How much of the mean square is kept.", 0.999),
                   updateEpsilonField(1e-8)};
  update.flopsPerElement = 15;
  return updateOp(std::move(update), step);
}

}  // namespace fovea::adamw_update_op
