// Why: exporters write one idea with many nodes (GELU as seven); a person wants to see the one layer. Pure.
#pragma once
#include <functional>

#include "core/exchange/onnx/onnx_model.h"

namespace fovea {

// The domain of nodes that stand for a pattern; their ops are ONNX's own (Gelu, Mish, HardSwish, LayerNormalization),
// and Silu.
inline constexpr char kOwnDomain[] = "fovea";

// The nodes, where the last node of each pattern is replaced by one that computes the same from the pattern's input;
// the others are left for who else reads them. `known` gives the numbers of a value that is known, else null.
std::vector<OnnxNode> withPatterns(std::vector<OnnxNode> nodes,
                                   const std::function<const Tensor*(const std::string&)>& known);

}  // namespace fovea
