// tanh: y = tanh(x), for each element.
// Shapes: x and y of any one shape.
// Gradient: tanh_backward, from the output: dx = dy * (1 - y*y).
// Source: LeCun et al., "Efficient BackProp", 1998.
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::tanh_op {

OpType tanhOp() {
  OpType op = unaryPointwiseOp("tanh", "y = tanh(x), for each element.", {}, [](const FieldValues&) {
    return pointwiseOfOne([](PointwiseTerm x) { return hyperbolicTangent(x); });
  });
  op.gradient = [](const GradientRequest& r) {
    return std::vector<ValueId>{r.emitter.emitOne("tanh_backward", {}, {r.outputGradients[0], r.outputs[0]})};
  };
  op.cost = costPerElement(4);
  return op;
}

}  // namespace fovea::tanh_op
