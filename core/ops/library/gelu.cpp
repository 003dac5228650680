// gelu: y = x * P(X < x) of a standard normal X, for each element: x / 2 * (1 + erf(x / sqrt 2)); with `tanh` its
//   approximation x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))).
// Shapes: x and y of any one shape.
// Defaults: tanh off. Gradient: the differentiated formula.
// Source: Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016.
#include <numbers>

#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::gelu_op {

OpType geluOp() {
  return unaryPointwiseOp(
      "gelu", "y = x · Φ(x), Φ the distribution of a normal number.",
      Schema({booleanField("tanh", "Approximate", "Uses the tanh formula instead of the exact one.", false)}),
      [](const FieldValues& attributes) {
        const bool approximate = attributes.boolean("tanh");
        return pointwiseOfOne([=](PointwiseTerm x) {
          if (!approximate) return x * 0.5 * (errorFunction(x * (1 / std::numbers::sqrt2)) + 1.0);
          const double factor = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
          return x * 0.5 * (hyperbolicTangent(x * (square(x) * (0.044715 * factor) + factor)) + 1.0);
        });
      });
}

}  // namespace fovea::gelu_op
