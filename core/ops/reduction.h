// Why: reductions over axes share their attributes, shape rule and the broadcast back to the input's shape.
// All functions are pure and thread-safe.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

// `axes` (empty: all; negative ones count from the end) and `keep_dims`.
Schema reductionSchema();

struct Reduction {
  Shape kept;              // the input's shape with 1 at every axis that is reduced
  Shape output;            // kept, or without those axes
  std::int64_t count = 1;  // input elements per output element
};
// InvalidArgument: "There is no axis 4 in f32[2, 3]."
Result<Reduction> reductionOf(const FieldValues& attributes, const TensorType& input);
// Like reductionOf(), for an op with inferred types; it cannot fail.
Reduction knownReduction(const FieldValues& attributes, const TensorType& input);

Result<std::vector<TensorType>> inferReduction(const InferRequest& request);
// Reshapes the gradient of a reduction's output to `kept`, so that it broadcasts to the input.
ValueId keptGradient(const GradientRequest& request, ValueId value);
// A reduction does one operation for each element of its input.
Cost costOfReduction(const CostRequest& request);

// Reshapes `value` to a shape with as many elements.
ValueId reshapedTo(Emitter& emitter, ValueId value, const Shape& shape);
// Broadcasts `value` to `shape`; returns `value` itself if it already has that shape.
ValueId broadcastTo(Emitter& emitter, ValueId value, const Shape& shape);

}  // namespace fovea
