// sigmoid_backward: dx = dy * y * (1 - y), for each element; y is the OUTPUT of sigmoid.
// Shapes: dy, y and dx of one shape.
// Gradient: none (not needed for training).
// Source: Rumelhart, Hinton and Williams, "Learning representations by back-propagating errors", 1986.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::sigmoid_backward_op {

OpType sigmoidBackwardOp() {
  OpType op;
  op.name = "sigmoid_backward";
  op.summary = "dx = dy · y · (1 − y), y being the output of sigmoid.";
  op.inputs = {{"dy"}, {"y"}};
  op.outputs = {{"dx"}};
  op.infer = sameAsBoth;
  op.cost = costPerElement(3);
  completePointwise(op, [](const FieldValues&) {
    return pointwiseOfTwo([](PointwiseTerm dy, PointwiseTerm y) { return dy * (y * (1.0 - y)); });
  });
  op.gradient = nullptr;
  return op;
}

}  // namespace fovea::sigmoid_backward_op
