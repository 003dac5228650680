// Why: `fovea-cli network convert` brings networks with their weights in and out.
#pragma once
#include "app/cli/command.h"

namespace fovea::cli {

// Adds `convert` to the command `network`.
void addConvertCommand(CLI::App& network, Context& context);

}  // namespace fovea::cli
