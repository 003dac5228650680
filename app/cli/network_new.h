// Why: `fovea-cli network new` suggests networks for a data set or a task, as the window's assistant does.
#pragma once
#include "app/cli/command.h"

namespace fovea::cli {

void addNewCommand(CLI::App& network, Context& context);

}  // namespace fovea::cli
