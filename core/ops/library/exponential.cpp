// exponential: y = exp(x), for each element.
// Shapes: x and y of any one shape.
// Gradient: dy y, from the output.
// Source: ISO C, exp.
#include "core/ops/pointwise_rules.h"

namespace fovea::exponential_op {

OpType exponentialOp() {
  return unaryPointwiseOp("exponential", "y = exp(x), for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return exponential(x); });
  });
}

}  // namespace fovea::exponential_op
