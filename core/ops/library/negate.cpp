// negate: y = -x, for each element.
// Shapes: x and y of any one shape.
// Gradient: -dy.
// Source: Fovea's own.
#include "core/ops/pointwise_rules.h"

namespace fovea::negate_op {

OpType negateOp() {
  return unaryPointwiseOp("negate", "y = −x, for each element.", {},
                          [](const FieldValues&) { return pointwiseOfOne([](PointwiseTerm x) { return -x; }); });
}

}  // namespace fovea::negate_op
