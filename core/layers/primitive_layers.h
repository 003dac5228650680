// Why: every op is on the canvas too, as a layer derived from its own description, so that an imported model never
// needs a hand-written twin. Pure and thread-safe.
#pragma once
#include "core/layers/layer_type.h"

namespace fovea {

// One layer for each op that makes sense on the values of a network: none for gradients, updates, losses and counts,
// and none where a layer of `library` does the same. Named "op_" and the op. Axes and shapes count the batch as axis 0;
// an extent -k of a shape is k times the number of samples.
std::vector<LayerType> primitiveLayers(const std::vector<LayerType>& library);

// Whether a layer is one of those: palettes show it only to who searches.
bool isPrimitive(const LayerType& layer);

// The layer that does what an op does, from the same inputs and with the op's attributes as parameters: the primitive
// one, or an activation of the library. Null where there is none.
const LayerType* layerOfOp(std::string_view op);

// How many of the op's first outputs the layer has: those behind are the backward pass's own.
std::size_t primitiveOutputs(const OpType& op);

// The parameter of ops with inputs that may be left out: how many are connected.
inline constexpr char kConnectedInputs[] = "connected";

}  // namespace fovea
