// relu: y = max(x, 0), for each element.
// Shapes: x and y of any one shape.
// A NaN stays a NaN.
// Gradient: relu_backward, from the output: dx = dy where y > 0, else 0.
// Source: Nair and Hinton, "Rectified Linear Units Improve Restricted Boltzmann Machines", 2010.
#include "core/ops/library/elementwise.h"
#include "core/ops/op_rules.h"

namespace fovea {

OpType reluOp() {
  OpType op;
  op.name = "relu";
  op.summary = "y = max(x, 0), for each element.";
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = sameAsFirst;
  op.gradient = gradientFromOutput("relu_backward");
  op.cost = costPerElement(1);
  op.reference = elementwise([](double x) { return x <= 0 ? 0.0 : x; });
  return op;
}

}  // namespace fovea
