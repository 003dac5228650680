// relu_backward: dx = dy where y > 0, else 0, for each element; y is the OUTPUT of relu.
// Shapes: dy, y and dx of one shape.
// Gradient: none (not needed for training).
// Source: Nair and Hinton, "Rectified Linear Units Improve Restricted Boltzmann Machines", 2010.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::relu_backward_op {

OpType reluBackwardOp() {
  OpType op;
  op.name = "relu_backward";
  op.summary = "dx = dy where the output was above 0, else 0.";
  op.inputs = {{"dy"}, {"y"}};
  op.outputs = {{"dx"}};
  op.infer = sameAsBoth;
  op.cost = costPerElement(1);
  completePointwise(op, [](const FieldValues&) {
    return pointwiseOfTwo([](PointwiseTerm dy, PointwiseTerm y) { return select(lessEqual(y, 0.0), 0.0, dy); });
  });
  op.gradient = nullptr;
  return op;
}

}  // namespace fovea::relu_backward_op
