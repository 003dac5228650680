// sigmoid: y = 1 / (1 + exp(-x)), for each element.
// Shapes: x and y of any one shape.
// Gradient: sigmoid_backward, from the output: dx = dy * y * (1 - y).
// Source: Rumelhart, Hinton and Williams, "Learning representations by back-propagating errors", 1986.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::sigmoid_op {

OpType sigmoidOp() {
  OpType op = unaryPointwiseOp("sigmoid", "y = 1 / (1 + exp(−x)), for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return sigmoid(x); });
  });
  op.gradient = [](const GradientRequest& r) {
    return std::vector<ValueId>{r.emitter.emitOne("sigmoid_backward", {}, {r.outputGradients[0], r.outputs[0]})};
  };
  op.cost = costPerElement(4);
  return op;
}

}  // namespace fovea::sigmoid_op
