// hard_swish: y = x * min(max(x + 3, 0), 6) / 6, for each element.
// Shapes: x and y of any one shape.
// Gradient: 0 below -3, dy above 3, dy * (2 x + 3) / 6 between.
// Source: Howard et al., "Searching for MobileNetV3", 2019.
#include "core/ops/pointwise_rules.h"

namespace fovea::hard_swish_op {

OpType hardSwishOp() {
  return unaryPointwiseOp(
      "hard_swish", "y = x · min(max(x + 3, 0), 6) / 6, for each element.", {}, [](const FieldValues&) {
        return pointwiseOfOne([](PointwiseTerm x) { return x * (minimum(maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0)); });
      });
}

}  // namespace fovea::hard_swish_op
