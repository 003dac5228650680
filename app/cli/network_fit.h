// Why: a network is made to fit a data set in the same way by `train` and by `network fit`, which both say what
// changed.
#pragma once
#include "app/cli/command.h"
#include "core/data/dataset.h"

namespace fovea::cli {

// sizedFor(), with the changes said: in words, or as {"event":"fitted",…}.
Network fitNetwork(const Context& context, const Network& network, const DatasetInfo& data);
// Says what is hardly meant, where the network can be trained on the data all the same.
void warnOfMisfit(const Context& context, const Network& network, const DatasetInfo& data);

void addFitCommand(CLI::App& network, Context& context);

}  // namespace fovea::cli
