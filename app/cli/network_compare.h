// Why: `fovea-cli network compare` shows the differences between two networks.
#pragma once
#include "app/cli/command.h"

namespace fovea::cli {

// Adds "compare" to the command `network`.
void addCompareCommand(CLI::App& network, Context& context);

}  // namespace fovea::cli
