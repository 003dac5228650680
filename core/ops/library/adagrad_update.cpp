// adagrad_update: divides the gradient by the root of the sum of all squared gradients so far, in place:
//   g = clip(gradient_factor * gradient) + weight_decay * p;  s' = s + g²;
//   p' = p - learning_rate * rate_multiplier * g / (√s' + epsilon).
// Shapes: parameter p, gradient, squares s and both outputs of one shape; learning_rate and gradient_factor (1 where it
// is left out) one number of the same type.
// Defaults: epsilon 1e-10, weight_decay 0, rate_multiplier 1, no clip. Gradient: none (an update).
// Source: Duchi, Hazan and Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic Optimization",
// 2011, with epsilon outside the root as in PyTorch.
#include <cmath>

#include "core/ops/update_rules.h"

namespace fovea::adagrad_update_op {
namespace {

void step(const UpdateNumbers& n, UpdateElement& e) {
  const double g = e.gradient + n.decay * e.parameter;
  e.states[0] += g * g;
  e.parameter -= n.rate * g / (std::sqrt(e.states[0]) + n.attributes.real("epsilon"));
}

}  // namespace

OpType adagradUpdateOp() {
  UpdateDescription update;
  update.name = "adagrad_update";
  update.summary = "s ← s + g² with g = gradient + decay · p; p ← p − rate · g / (√s + ε).";
  update.states = {"squares"};
  update.fields = {updateEpsilonField(1e-10)};
  update.flopsPerElement = 9;
  return updateOp(std::move(update), step);
}

}  // namespace fovea::adagrad_update_op
