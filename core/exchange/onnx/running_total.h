// Why: running sums and running products differ only in how two numbers are joined and in the number that changes none.
#pragma once
#include <functional>

#include "core/exchange/onnx/node_context.h"

namespace fovea {

// Gives each number of input 0 joined with all before it along the axis that input 1 names, as the attributes
// `exclusive` and `reverse` say; `neutral` joined with a number leaves it as it is. Whole numbers go round at the ends
// of their range. Unsupported: an axis that is not known, more than 2^24 numbers along it.
Status giveRunningTotal(OnnxNodeContext& c, double neutral, const std::function<ValueId(ValueId, ValueId)>& join);

}  // namespace fovea
