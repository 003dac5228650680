// relu6: y = min(max(x, 0), 6), for each element.
// Shapes: x and y of any one shape. A NaN stays a NaN.
// Gradient: dy where 0 < x < 6, else 0.
// Source: Sandler et al., "MobileNetV2: Inverted Residuals and Linear Bottlenecks", 2018.
#include "core/ops/pointwise_rules.h"

namespace fovea::relu6_op {

OpType relu6Op() {
  return unaryPointwiseOp("relu6", "y = min(max(x, 0), 6), for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return minimum(maximum(x, 0.0), 6.0); });
  });
}

}  // namespace fovea::relu6_op
