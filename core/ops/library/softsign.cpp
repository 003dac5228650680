// softsign: y = x / (1 + |x|), for each element.
// Shapes: x and y of any one shape.
// Gradient: dy / (1 + |x|)^2.
// Source: Bergstra et al., "Quadratic Polynomials Learn Better Image Features", 2009.
#include "core/ops/pointwise_rules.h"

namespace fovea::softsign_op {

OpType softsignOp() {
  return unaryPointwiseOp("softsign", "y = x / (1 + |x|), for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return x / (absolute(x) + 1.0); });
  });
}

}  // namespace fovea::softsign_op
