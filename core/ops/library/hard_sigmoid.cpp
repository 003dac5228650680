// hard_sigmoid: y = min(max(x + 3, 0), 6) / 6, for each element.
// Shapes: x and y of any one shape.
// Gradient: dy / 6 where -3 < x < 3, else 0.
// Source: Howard et al., "Searching for MobileNetV3", 2019.
#include "core/ops/pointwise_rules.h"

namespace fovea::hard_sigmoid_op {

OpType hardSigmoidOp() {
  return unaryPointwiseOp(
      "hard_sigmoid", "y = min(max(x + 3, 0), 6) / 6, for each element.", {}, [](const FieldValues&) {
        return pointwiseOfOne([](PointwiseTerm x) { return minimum(maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6.0); });
      });
}

}  // namespace fovea::hard_sigmoid_op
