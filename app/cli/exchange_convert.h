// Why: `fovea-cli network convert` imports and exports networks with their weights.
#pragma once
#include "app/cli/command.h"

namespace fovea::cli {

// Adds `convert` to the command `network`.
void addConvertCommand(CLI::App& network, Context& context);

}  // namespace fovea::cli
