// elu: y = x where x > 0, else alpha * (exp(x) - 1), for each element.
// Shapes: x and y of any one shape.
// Defaults: alpha 1. Gradient: dy where x > 0, else dy * alpha * exp(x).
// Source: Clevert, Unterthiner and Hochreiter, "Fast and Accurate Deep Network Learning by Exponential Linear Units",
// 2016.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::elu_op {

OpType eluOp() {
  return unaryPointwiseOp(
      "elu", "y = x where x > 0, else alpha · (exp(x) − 1).",
      Schema({realField("alpha", "Alpha", "What large negative numbers tend to, with the sign changed.", 1.0, 0, 100)}),
      [](const FieldValues& attributes) {
        const double alpha = attributes.real("alpha");
        return pointwiseOfOne([=](PointwiseTerm x) { return select(less(0.0, x), x, exponentialMinusOne(x) * alpha); });
      });
}

}  // namespace fovea::elu_op
