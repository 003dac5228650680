// sigmoid: y = 1 / (1 + exp(-x)), for each element.
// Shapes: x and y of any one shape.
// Gradient: sigmoid_backward, from the output: dx = dy * y * (1 - y).
// Source: Rumelhart, Hinton and Williams, "Learning representations by back-propagating errors", 1986.
#include <cmath>

#include "core/ops/library/elementwise.h"
#include "core/ops/op_rules.h"

namespace fovea {

OpType sigmoidOp() {
  OpType op;
  op.name = "sigmoid";
  op.summary = "y = 1 / (1 + exp(−x)), for each element.";
  op.inputs = {{"x"}};
  op.outputs = {{"y"}};
  op.infer = sameAsFirst;
  op.gradient = gradientFromOutput("sigmoid_backward");
  op.cost = costPerElement(4);
  op.reference = elementwise([](double x) { return 1.0 / (1.0 + std::exp(-x)); });
  return op;
}

}  // namespace fovea
