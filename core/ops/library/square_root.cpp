// square_root: y = the square root of x, for each element.
// Shapes: x and y of any one shape.
// NaN below 0.
// Gradient: dy / (2 y), from the output; infinite at 0.
// Source: IEEE 754, squareRoot.
#include "core/ops/pointwise_rules.h"

namespace fovea::square_root_op {

OpType squareRootOp() {
  return unaryPointwiseOp("square_root", "y = √x, for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return squareRoot(x); });
  });
}

}  // namespace fovea::square_root_op
