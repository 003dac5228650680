// Why: a network and its data are chosen separately. Mismatches are reported before a run starts, at the layer
// concerned, with edits that fix them. Pure functions.
#pragma once
#include "core/data/store/dataset.h"
#include "core/network/network_analysis.h"

namespace fovea {

// Lists what prevents `network` from learning `data`, or is probably unintended: samples of another kind or size than
// its input accepts, a number of scores other than the number of classes, a loss for another task. `report` is that of
// analyzeNetwork(). Only the network's own sheet is checked, and nothing after an input that needs other samples.
std::vector<NetworkProblem> problemsWithData(const Network& network, const NetworkReport& report,
                                             const DatasetInfo& data);

}  // namespace fovea
