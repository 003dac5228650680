// leaky_relu: y = x where x > 0, else slope * x, for each element.
// Shapes: x and y of any one shape.
// Defaults: slope 0.01. Gradient: dy where x > 0, else slope * dy.
// Source: Maas, Hannun and Ng, "Rectifier Nonlinearities Improve Neural Network Acoustic Models", 2013.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::leaky_relu_op {

OpType leakyReluOp() {
  return unaryPointwiseOp(
      "leaky_relu", "y = x where x > 0, else slope · x.",
      Schema({realField("slope", "Slope", "What negative numbers are multiplied by.", 0.01, -100, 100)}),
      [](const FieldValues& attributes) {
        const double slope = attributes.real("slope");
        return pointwiseOfOne([=](PointwiseTerm x) { return select(less(0.0, x), x, x * slope); });
      });
}

}  // namespace fovea::leaky_relu_op
