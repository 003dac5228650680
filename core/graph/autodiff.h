// Why: backward is not written per layer; it follows from the gradient rules of the ops.
#pragma once
#include "core/graph/graph.h"

namespace fovea {

// Appends the reverse pass of the scalar `loss` (shape [] or [1]) and returns d loss / d value for each of `values`, in
// order; a zero constant of the value's type where the loss does not depend on it. Contributions of several uses are
// added. InvalidArgument if the loss is no scalar; Unsupported, naming op and layer, if a path leads through an op
// without gradient. Source: reverse accumulation, e.g. Griewank and Walther, "Evaluating Derivatives", 2008,
// section 3.2.
Result<std::vector<ValueId>> differentiate(GraphBuilder& builder, ValueId loss, std::span<const ValueId> values);

}  // namespace fovea
