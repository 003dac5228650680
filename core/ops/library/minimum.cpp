// minimum: y = the smaller of a and b, for each element, after broadcasting.
// Shapes: a and b any that broadcast to one (axes aligned at the end; 1 or a missing axis is repeated), y that one.
// NaN if either is NaN.
// Gradient: dy to the smaller input, half to each at a tie; summed over the axes along which an input was broadcast.
// Source: NumPy, "minimum"; the tie as torch.minimum has it.
#include "core/ops/pointwise_rules.h"

namespace fovea::minimum_op {

OpType minimumOp() {
  return binaryPointwiseOp("minimum", "y = min(a, b), for each element; extents of 1 are repeated.",
                           [](PointwiseTerm a, PointwiseTerm b) { return minimum(a, b); });
}

}  // namespace fovea::minimum_op
