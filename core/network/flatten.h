// Why: devices, foreign file formats and weights do not know blocks; an equivalent network without blocks serves them.
#pragma once
#include "core/network/network.h"

namespace fovea {

// Replaces each use of a block by the block's layers. A layer of the network's own sheet keeps its id; an inner one is
// named after its path, "stage1/conv1", and takes the position of its use. Layers are numbered in drawing order only.
// Ports unconnected in `network` stay unconnected. Errors as checkUnfoldedSize.
Result<Network> flattenNetwork(const Network& network);

// InvalidArgument if the network without blocks would exceed the limit of 20,000 layers, or if unfolding would visit
// more than 100,000 layers, uses of blocks and ports.
Status checkUnfoldedSize(const Network& network);

}  // namespace fovea
