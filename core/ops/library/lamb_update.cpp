// lamb_update: AdamW's step scaled to the parameter's norm, in place:
//   g = clip(gradient_factor * gradient);  m' = beta1 * m + (1 - beta1) * g;  v' = beta2 * v + (1 - beta2) * g²;
//   d = (m' / (1 - beta1^t)) / (√(v' / (1 - beta2^t)) + epsilon) + weight_decay * p;
//   q = adapt and |p| > 0 and |d| > 0 ? |p| / |d| : 1, with the Euclidean norms of the whole tensors;
//   p' = p - learning_rate * rate_multiplier * q * d.
// Shapes: parameter p, gradient, means m, squares v and all outputs of one shape; learning_rate, step t (1 in the first
// update) and gradient_factor (1 if omitted) one number of the same type.
// Defaults: beta1 0.9, beta2 0.999, epsilon 1e-6, adapt on, weight_decay 0, rate_multiplier 1, no clip.
// Gradient: none (an update).
// Source: You et al., "Large Batch Optimization for Deep Learning: Training BERT in 76 minutes", 2020, algorithm 2.
#include <cmath>

#include "core/ops/update_rules.h"

namespace fovea::lamb_update_op {
namespace {

// Updates the moments by the gradient, and returns the direction d.
double direction(const UpdateNumbers& n, UpdateElement& e) {
  const double beta1 = n.attributes.real("beta1"), beta2 = n.attributes.real("beta2");
  double &means = e.states[0], &squares = e.states[1];
  means = beta1 * means + (1 - beta1) * e.gradient;
  squares = beta2 * squares + (1 - beta2) * e.gradient * e.gradient;
  const double mean = means / (1 - std::pow(beta1, n.step));
  const double square = squares / (1 - std::pow(beta2, n.step));
  return mean / (std::sqrt(square) + n.attributes.real("epsilon")) + n.decay * e.parameter;
}

double trustRatio(const ReferenceUpdate& update) {
  if (!update.numbers().attributes.boolean("adapt")) return 1;
  double parameters = 0, directions = 0;
  for (std::int64_t i = 0; i < update.count(); ++i) {
    UpdateElement element = update.read(i);
    const double d = direction(update.numbers(), element);
    parameters += element.parameter * element.parameter;
    directions += d * d;
  }
  return parameters > 0 && directions > 0 ? std::sqrt(parameters) / std::sqrt(directions) : 1;
}

void reference(const ReferenceUpdate& update) {
  const double rate = update.numbers().rate * trustRatio(update);
  for (std::int64_t i = 0; i < update.count(); ++i) {
    UpdateElement element = update.read(i);
    element.parameter -= rate * direction(update.numbers(), element);
    update.write(i, element);
  }
}

}  // namespace

OpType lambUpdateOp() {
  UpdateDescription update;
  update.name = "lamb_update";
  update.summary = "d = m̂ / (√v̂ + ε) + decay · p with Adam's moments; p ← p − rate · |p| / |d| · d.";
  update.states = {"means", "squares"};
  update.counted = true;
  update.fields = {decayRateField("beta1", "Beta 1", "How much of the mean gradient is kept.", 0.9),
                   decayRateField("beta2", "Beta 2", "How much of the mean square is kept.", 0.999),
                   updateEpsilonField(1e-6),
                   booleanField("adapt", "Adapt", "Make the step as long as the parameter's size asks.", true)};
  update.flopsPerElement = 22;
  return updateOp(std::move(update), reference);
}

}  // namespace fovea::lamb_update_op
