// Why: cumulative sums and products differ only in the operation and its neutral element.
#pragma once
#include <functional>

#include "core/exchange/onnx/node_context.h"

namespace fovea {

// Sets the output to the cumulative `join` of input 0 along the axis in input 1, with the attributes `exclusive` and
// `reverse`. `neutral` is the neutral element. Integers wrap around. Unsupported: an unknown axis, more than 2^24
// numbers along it.
Status giveRunningTotal(OnnxNodeContext& c, double neutral, const std::function<ValueId(ValueId, ValueId)>& join);

}  // namespace fovea
