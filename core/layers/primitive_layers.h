// Why: every op is also a layer, derived from the op's description, so that importing a model never needs a
// hand-written layer for it. Pure and thread-safe.
#pragma once
#include "core/layers/layer_type.h"

namespace fovea {

// Returns one layer, named "op_" plus the op, for each op that is useful on a network's values. Gradients, updates,
// losses, counts and ops that a layer of `library` covers are left out. Axes and shapes include the batch axis 0; an
// extent -k in a shape means k times the number of samples.
std::vector<LayerType> primitiveLayers(const std::vector<LayerType>& library);

// Whether a layer is a primitive one. Palettes show those only as results of a search.
bool isPrimitive(const LayerType& layer);

// Returns the layer that computes an op from the same inputs, with the op's attributes as parameters: the primitive
// layer, or an activation of the library. Null if there is none.
const LayerType* layerOfOp(std::string_view op);

// The number of the op's outputs that the layer exposes, from the first on; the others serve the backward pass only.
std::size_t primitiveOutputs(const OpType& op);

// The parameter of ops with optional inputs: the number of connected inputs.
inline constexpr char kConnectedInputs[] = "connected";

}  // namespace fovea
