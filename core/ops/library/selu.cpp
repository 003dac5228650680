// selu: y = scale * x where x > 0, else scale * alpha * (exp(x) - 1), for each element, with the scale and alpha that
//   keep mean 0 and variance 1 through many layers.
// Shapes: x and y of any one shape.
// Gradient: scale * dy where x > 0, else dy * scale * alpha * exp(x).
// Source: Klambauer et al., "Self-Normalizing Neural Networks", 2017.
#include "core/ops/pointwise_rules.h"

namespace fovea::selu_op {

OpType seluOp() {
  return unaryPointwiseOp("selu", "y = 1.0507 · x where x > 0, else 1.7581 · (exp(x) − 1).", {},
                          [](const FieldValues&) {
                            return pointwiseOfOne([](PointwiseTerm x) {
                              constexpr double kScale = 1.0507009873554804934, kAlpha = 1.6732632423543772848;
                              return select(less(0.0, x), x * kScale, exponentialMinusOne(x) * (kScale * kAlpha));
                            });
                          });
}

}  // namespace fovea::selu_op
