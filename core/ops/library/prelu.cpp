// prelu: y = x where x > 0, else slope * x, for each element, with a slope that is learned.
// Shapes: x and slope any that broadcast to one (axes aligned at the end; 1 or a missing axis is repeated), y that
//   one. A slope for each channel of [N, C, H, W] is [C, 1, 1].
// Gradient: dx = dy where x > 0, else slope * dy; dslope = x * dy where x <= 0, summed over the axes along which it
//   was broadcast.
// Source: He et al., "Delving Deep into Rectifiers", 2015.
#include "core/ops/pointwise_rules.h"

namespace fovea::prelu_op {

OpType preluOp() {
  OpType op;
  op.name = "prelu";
  op.summary = "y = x where x > 0, else slope · x, with a learned slope.";
  op.inputs = {{"x"}, {"slope"}};
  op.outputs = {{"y"}};
  completePointwise(op, [](const FieldValues&) {
    return pointwiseOfTwo([](PointwiseTerm x, PointwiseTerm slope) { return select(less(0.0, x), x, slope * x); });
  });
  return op;
}

}  // namespace fovea::prelu_op
