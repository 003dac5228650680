// subtract: y = a - b, for each element, after broadcasting.
// Shapes: a and b any that broadcast to one (axes aligned at the end; 1 or a missing axis is repeated), y that one.
// Gradient: dy and -dy, summed over the axes along which an input was broadcast.
// Source: NumPy, "Broadcasting".
#include "core/ops/pointwise_rules.h"

namespace fovea::subtract_op {

OpType subtractOp() {
  return binaryPointwiseOp("subtract", "y = a − b, for each element; extents of 1 are repeated.",
                           [](PointwiseTerm a, PointwiseTerm b) { return a - b; });
}

}  // namespace fovea::subtract_op
