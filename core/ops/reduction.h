// Why: sums, means and maxima over axes share their attributes, their shape rule and the way back to the input's shape.
// All functions are pure and thread-safe.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// `axes` (empty: all; negative ones count from the end) and `keep_dims`.
Schema reductionSchema();

struct Reduction {
  Shape kept;              // the input's shape with 1 at every axis that is reduced
  Shape output;            // kept, or without those axes
  std::int64_t count = 1;  // elements behind one of the output
};
// InvalidArgument: "There is no axis 4 in f32[2, 3]."
Result<Reduction> reductionOf(const FieldValues& attributes, const TensorType& input);
// For attributes and inputs that have been inferred.
Reduction knownReduction(const FieldValues& attributes, const TensorType& input);

Result<std::vector<TensorType>> inferReduction(const InferRequest& request);
// The gradient of a reduction's output under the shape `kept`, so that it broadcasts to the input.
ValueId keptGradient(const GradientRequest& request, ValueId value);
// A reduction does one operation for each element of its input.
Cost costOfReduction(const CostRequest& request);

// `value` under another shape with as many elements.
ValueId reshapedTo(Emitter& emitter, ValueId value, const Shape& shape);
// `value` repeated to `shape`, to which it must broadcast; itself where it has that shape.
ValueId broadcastTo(Emitter& emitter, ValueId value, const Shape& shape);

}  // namespace fovea
