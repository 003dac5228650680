// Why: no layer writes its own backward pass; it follows from the gradient rules of the ops.
#pragma once
#include <functional>

#include "core/graph/graph.h"

namespace fovea {

// Another gradient rule for some ops, e.g. for guided gradients. Called for each node with a reached output; an empty
// result means the op's own rule. Must return a gradient (or an invalid id) for each input otherwise.
using GradientOverride = std::function<std::vector<ValueId>(const Node& node, const GradientRequest& request)>;

// Appends the reverse pass of the scalar `loss` (shape [] or [1]) and returns d loss / d value for each of `values`, in
// order. The result is a zero constant of the value's type if the loss does not depend on the value. Gradients of
// several uses are summed. `factor`, of the type of the loss, multiplies the gradients; invalid: 1. InvalidArgument if
// the loss is not a scalar; Unsupported, naming op and layer, if a path contains an op without gradient. Source:
// reverse accumulation, e.g. Griewank and Walther, "Evaluating Derivatives", 2008, section 3.2.
Result<std::vector<ValueId>> differentiate(GraphBuilder& builder, ValueId loss, std::span<const ValueId> values,
                                           const GradientOverride& override = {}, ValueId factor = {});

}  // namespace fovea
