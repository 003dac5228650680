// divide: y = a / b, for each element, after broadcasting.
// Shapes: a and b any that broadcast to one (axes aligned at the end; 1 or a missing axis is repeated), y that one.
// A division by zero gives an infinity, or NaN for 0 / 0.
// Gradient: da = dy / b, db = -dy y / b, summed over the axes along which an input was broadcast.
// Source: NumPy, "Broadcasting".
#include "core/ops/pointwise_rules.h"

namespace fovea::divide_op {

OpType divideOp() {
  return binaryPointwiseOp("divide", "y = a / b, for each element; extents of 1 are repeated.",
                           [](PointwiseTerm a, PointwiseTerm b) { return a / b; });
}

}  // namespace fovea::divide_op
