// maximum: y = the larger of a and b, for each element, after broadcasting.
// Shapes: a and b any that broadcast to one (axes aligned at the end; 1 or a missing axis is repeated), y that one.
// NaN if either is NaN.
// Gradient: dy to the larger input, half to each at a tie; summed over the axes along which an input was broadcast.
// Source: Goodfellow et al., "Maxout Networks", 2013; the tie as torch.maximum has it.
#include "core/ops/pointwise_rules.h"

namespace fovea::maximum_op {

OpType maximumOp() {
  return binaryPointwiseOp("maximum", "y = max(a, b), for each element; extents of 1 are repeated.",
                           [](PointwiseTerm a, PointwiseTerm b) { return maximum(a, b); });
}

}  // namespace fovea::maximum_op
