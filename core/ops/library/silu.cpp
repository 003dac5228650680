// silu: y = x * sigmoid(x), for each element; also called swish.
// Shapes: x and y of any one shape.
// Gradient: dy * (s + y * (1 - s)) with s = sigmoid(x).
// Source: Elfwing, Uchibe and Doya, "Sigmoid-Weighted Linear Units for Neural Network Function Approximation", 2018.
#include "core/ops/pointwise_rules.h"

namespace fovea::silu_op {

OpType siluOp() {
  return unaryPointwiseOp("silu", "y = x / (1 + exp(−x)), for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return x * sigmoid(x); });
  });
}

}  // namespace fovea::silu_op
