// mish: y = x * tanh(log(1 + exp(x))), for each element, as x * w / (w + 2) with w = exp(x) * (exp(x) + 2); beyond 20
//   it is x.
// Shapes: x and y of any one shape.
// Gradient: the differentiated formula.
// Source: Misra, "Mish: A Self Regularized Non-Monotonic Activation Function", 2020.
#include "core/ops/pointwise_rules.h"

namespace fovea::mish_op {

OpType mishOp() {
  return unaryPointwiseOp("mish", "y = x · tanh(log(1 + exp(x))), for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) {
      // The bound keeps the part that is not chosen finite, and so its gradient.
      const PointwiseTerm n = exponential(minimum(x, 20.0)), w = n * (n + 2.0);
      return select(less(x, 20.0), x * (w / (w + 2.0)), x);
    });
  });
}

}  // namespace fovea::mish_op
