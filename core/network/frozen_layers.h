// Why: weights are frozen layer by layer, but a person thinks of selections, blocks and whole networks. Pure functions.
#pragma once
#include <vector>

#include "core/network/network_edit.h"

namespace fovea {

// Whether the layer keeps its weights as they are during training.
bool isFrozen(const Layer& layer);
// The layers among `layers`, and inside the blocks that they use, whose weights can be frozen.
std::vector<const Layer*> freezableLayers(const Network& network, std::vector<LayerId> layers);
// The edits that freeze the weights of `layers`, or let them learn; none for a layer that already is so.
std::vector<NetworkEdit> freezingEdits(const std::vector<const Layer*>& layers, bool frozen);

}  // namespace fovea
