// Why: exporters write one function as many nodes (GELU as seven); these patterns restore the single layer. Pure.
#pragma once
#include <functional>

#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

// The domain of nodes that replace a pattern. Their ops are ONNX's own (Gelu, Mish, HardSwish, LayerNormalization) and
// Silu.
inline constexpr char kOwnDomain[] = "fovea";

// Replaces the last node of each pattern by one that computes the same from the pattern's input. The other nodes stay
// for other readers. `known` returns the tensor of a known value, else null.
std::vector<OnnxNode> withPatterns(std::vector<OnnxNode> nodes,
                                   const std::function<const Tensor*(const std::string&)>& known);

}  // namespace fovea
