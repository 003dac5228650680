// adadelta_update: scales the gradient by the RMS of past updates over the RMS of past gradients, in place:
//   g = clip(gradient_factor * gradient) + weight_decay * p;  s' = rho * s + (1 - rho) * g²;
//   d = g * √(u + epsilon) / √(s' + epsilon);  u' = rho * u + (1 - rho) * d²;
//   p' = p - learning_rate * rate_multiplier * d.
// Shapes: parameter p, gradient, squares s, changes u and all outputs of one shape; learning_rate (1 in the paper) and
// gradient_factor (1 if omitted) one number of the same type.
// Defaults: rho 0.9, epsilon 1e-6, weight_decay 0, rate_multiplier 1, no clip. Gradient: none (an update).
// Source: Zeiler, "ADADELTA: An Adaptive Learning Rate Method", 2012; the same in PyTorch.
#include <cmath>

#include "core/ops/update_rules.h"

namespace fovea::adadelta_update_op {
namespace {

void step(const UpdateNumbers& n, UpdateElement& e) {
  const double rho = n.attributes.real("rho"), epsilon = n.attributes.real("epsilon");
  double &squares = e.states[0], &changes = e.states[1];
  const double g = e.gradient + n.decay * e.parameter;
  squares = rho * squares + (1 - rho) * g * g;
  const double change = g * std::sqrt(changes + epsilon) / std::sqrt(squares + epsilon);
  changes = rho * changes + (1 - rho) * change * change;
  e.parameter -= n.rate * change;
}

}  // namespace

OpType adadeltaUpdateOp() {
  UpdateDescription update;
  update.name = "adadelta_update";
  update.summary = "s ← ρ · s + (1 − ρ) · g²; d = g · √(u + ε) / √(s + ε); u ← ρ · u + (1 − ρ) · d²; p ← p − rate · d.";
  update.states = {"squares", "changes"};
  update.fields = {decayRateField("rho", "Rho", "How much of the mean squares is kept.", 0.9),
                   updateEpsilonField(1e-6)};
  update.flopsPerElement = 18;
  return updateOp(std::move(update), step);
}

}  // namespace fovea::adadelta_update_op
