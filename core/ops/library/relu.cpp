// relu: y = max(x, 0), for each element.
// Shapes: x and y of any one shape.
// A NaN stays a NaN.
// Gradient: relu_backward, from the output: dx = dy where y > 0, else 0.
// Source: Nair and Hinton, "Rectified Linear Units Improve Restricted Boltzmann Machines", 2010.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::relu_op {

OpType reluOp() {
  OpType op = unaryPointwiseOp("relu", "y = max(x, 0), for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return maximum(x, 0.0); });
  });
  op.gradient = [](const GradientRequest& r) {
    return std::vector<ValueId>{r.emitter.emitOne("relu_backward", {}, {r.outputGradients[0], r.outputs[0]})};
  };
  op.cost = costPerElement(1);
  return op;
}

}  // namespace fovea::relu_op
