// Why: devices, files of other programs and weights know no blocks; a network without them says the same.
#pragma once
#include "core/network/network.h"

namespace fovea {

// `network` with the inside of each block in the place of each of its uses. A layer of the network's own sheet keeps
// its id; one inside is named after the way to it, "stage1/conv1", and stands where its use stood. Layers are numbered
// by the order of the drawing alone. What is not connected in `network` is not connected in the result. Errors as
// checkUnfoldedSize.
Result<Network> flattenNetwork(const Network& network);

// InvalidArgument if the network would have more layers without its blocks than a network may have: 20,000.
Status checkUnfoldedSize(const Network& network);

}  // namespace fovea
