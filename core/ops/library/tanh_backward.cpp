// tanh_backward: dx = dy * (1 - y*y), for each element; y is the OUTPUT of tanh.
// Shapes: dy, y and dx of one shape.
// Gradient: none (not needed for training).
// Source: LeCun et al., "Efficient BackProp", 1998.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::tanh_backward_op {

OpType tanhBackwardOp() {
  OpType op;
  op.name = "tanh_backward";
  op.summary = "dx = dy · (1 − y²), y being the output of tanh.";
  op.inputs = {{"dy"}, {"y"}};
  op.outputs = {{"dx"}};
  op.infer = sameAsBoth;
  op.cost = costPerElement(3);
  completePointwise(op, [](const FieldValues&) {
    return pointwiseOfTwo([](PointwiseTerm dy, PointwiseTerm y) { return dy * (1.0 - square(y)); });
  });
  op.gradient = nullptr;
  return op;
}

}  // namespace fovea::tanh_backward_op
