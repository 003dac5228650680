// Why: ops that end in an activation (conv2d_fused, batch_norm_fused) share its names and formulas. Pure; thread-safe.
#pragma once
#include "core/ops/op_type.h"

namespace fovea {

enum class FusedActivation { None, Relu, Relu6, LeakyRelu, Sigmoid, Tanh, Silu, HardSwish };

// Attribute "activation", a choice among the first `count` of the enumeration by name ("none", "relu", "relu6",
// "leaky_relu", "sigmoid", "tanh", "silu", "hard_swish"); default "none".
Field activationField(int count);
// Attribute "slope" of leaky_relu.
Field slopeField();
// Reads attributes that a schema with activationField() has validated.
FusedActivation readActivation(const FieldValues& attributes);

// relu max(x, 0); relu6 min(max(x, 0), 6); leaky_relu x or slope * x below 0; silu x * sigmoid(x);
// hard_swish x * min(max(x + 3, 0), 6) / 6. NaN stays NaN.
double activate(FusedActivation activation, double slope, double x);
// Returns whether relu or relu6 passes a gradient where its output is y. Without an activation every gradient passes.
bool passesGradient(FusedActivation activation, double y);

}  // namespace fovea
