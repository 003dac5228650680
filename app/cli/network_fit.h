// Why: `train` and `network fit` adapt a network to a data set in the same way and report the changes.
#pragma once
#include "app/cli/command.h"
#include "core/data/store/dataset.h"

namespace fovea::cli {

// Applies sizedFor() and prints the changes: as text, or as {"event":"fitted",…}. InvalidArgument: the network cannot
// learn such samples.
Result<Network> fitNetwork(const Context& context, const Network& network, const DatasetInfo& data);
// Warns of probable mistakes that do not prevent training the network on the data.
void warnOfMisfit(const Context& context, const Network& network, const DatasetInfo& data);

void addFitCommand(CLI::App& network, Context& context);

}  // namespace fovea::cli
