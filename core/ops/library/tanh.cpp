// tanh: y = tanh(x), for each element.
// Shapes: x and y of any one shape.
// Gradient: tanh_backward, from the output: dx = dy * (1 - y*y).
// Source: LeCun et al., "Efficient BackProp", 1998.
#include <cmath>

#include "core/ops/library/elementwise.h"
#include "core/ops/op_rules.h"

namespace fovea {

OpType tanhOp() {
  OpType op;
  op.name = "tanh";
  op.summary = "y = tanh(x), for each element.";
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = sameAsFirst;
  op.gradient = gradientFromOutput("tanh_backward");
  op.cost = costPerElement(4);
  op.reference = elementwise([](double x) { return std::tanh(x); });
  return op;
}

}  // namespace fovea
