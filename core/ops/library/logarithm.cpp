// logarithm: y = the natural logarithm of x, for each element.
// Shapes: x and y of any one shape.
// Minus infinity at 0, NaN below.
// Gradient: dy / x.
// Source: ISO C, log.
#include "core/ops/pointwise_rules.h"

namespace fovea::logarithm_op {

OpType logarithmOp() {
  return unaryPointwiseOp("logarithm", "y = log(x), for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return logarithm(x); });
  });
}

}  // namespace fovea::logarithm_op
