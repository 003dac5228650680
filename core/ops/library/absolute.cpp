// absolute: y = |x|, for each element.
// Shapes: x and y of any one shape.
// Gradient: dy sign(x), which is 0 at 0.
// Source: Fovea's own.
#include "core/ops/pointwise_rules.h"

namespace fovea::absolute_op {

OpType absoluteOp() {
  return unaryPointwiseOp("absolute", "y = |x|, for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return absolute(x); });
  });
}

}  // namespace fovea::absolute_op
