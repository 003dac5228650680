// Why: a network and the data that it is to learn from are chosen apart. Where they do not fit each other, that is said
// at the layer that it is about, before a run begins, with the edits that mend it. Pure functions.
#pragma once
#include "core/data/dataset.h"
#include "core/network/network_analysis.h"

namespace fovea {

// What keeps `network` from learning from `data`, or is hardly meant: samples of another kind or size than its input
// takes, more or fewer scores than there are classes, a loss for another task. `report` is that of analyzeNetwork().
// Only what is drawn on the network's own sheet is looked at, and nothing behind an input that takes other samples.
std::vector<NetworkProblem> problemsWithData(const Network& network, const NetworkReport& report,
                                             const DatasetInfo& data);

}  // namespace fovea
