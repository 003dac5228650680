// power: y = a to the power of b, for each element, after broadcasting.
// Shapes: a and b any that broadcast to one (axes aligned at the end; 1 or a missing axis is repeated), y that one.
// A negative number to a power that is not whole gives NaN.
// Gradient: da = dy b a^(b-1), db = dy y log a (0 where a is 0), summed over the axes along which an input was
// broadcast. Source: ISO C, pow.
#include "core/ops/pointwise_rules.h"

namespace fovea::power_op {

OpType powerOp() {
  return binaryPointwiseOp("power", "y = aᵇ, for each element; extents of 1 are repeated.",
                           [](PointwiseTerm a, PointwiseTerm b) { return power(a, b); });
}

}  // namespace fovea::power_op
