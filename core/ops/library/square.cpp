// square: y = x * x, for each element.
// Shapes: x and y of any one shape.
// Gradient: 2 dy x.
// Source: Fovea's own.
#include "core/ops/pointwise_rules.h"

namespace fovea::square_op {

OpType squareOp() {
  return unaryPointwiseOp("square", "y = x², for each element.", {},
                          [](const FieldValues&) { return pointwiseOfOne([](PointwiseTerm x) { return square(x); }); });
}

}  // namespace fovea::square_op
