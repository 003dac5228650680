// sigmoid_backward: dx = dy * y * (1 - y), for each element; y is the OUTPUT of sigmoid.
// Shapes: dy, y and dx of one shape.
// Gradient: none (not needed for training).
// Source: Rumelhart, Hinton and Williams, "Learning representations by back-propagating errors", 1986.
#include "core/ops/library/elementwise.h"
#include "core/ops/op_rules.h"

namespace fovea {

OpType sigmoidBackwardOp() {
  OpType op;
  op.name = "sigmoid_backward";
  op.summary = "dx = dy · y · (1 − y), y being the output of sigmoid.";
  op.inputs = {{"dy"}, {"y"}};
  op.outputs = {{"dx"}};
  op.infer = sameAsBoth;
  op.cost = costPerElement(3);
  op.reference = elementwise2([](double dy, double y) { return dy * y * (1.0 - y); });
  return op;
}

}  // namespace fovea
