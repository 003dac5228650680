// multiply: y = a * b, for each element, after broadcasting.
// Shapes: a and b any that broadcast to one (axes aligned at the end; 1 or a missing axis is repeated), y that one.
// Gradient: dy times the other input, summed over the axes along which that input was broadcast.
// Source: NumPy, "Broadcasting".
#include "core/ops/broadcast.h"
#include "core/ops/op_rules.h"
#include "core/ops/pointwise_rules.h"

namespace fovea::multiply_op {
namespace {

std::vector<ValueId> gradient(const GradientRequest& r) {
  std::vector<ValueId> gradients(2);
  for (std::size_t i = 0; i < 2; ++i)
    if (r.needed[i]) {
      const ValueId product = r.emitter.emitOne("multiply", {}, {r.outputGradients[0], r.inputs[1 - i]});
      gradients[i] = sumToType(r.emitter, product, r.emitter.typeOf(r.inputs[i]));
    }
  return gradients;
}

}  // namespace

OpType multiplyOp() {
  OpType op = binaryPointwiseOp("multiply", "y = a · b, for each element; extents of 1 are repeated.",
                                [](PointwiseTerm a, PointwiseTerm b) { return a * b; });
  op.gradient = gradient;
  return op;
}

}  // namespace fovea::multiply_op
