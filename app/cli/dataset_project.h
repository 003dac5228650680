// Why: what is done with the data sets of a project as a whole, and with what an import left out.
#pragma once
#include "app/cli/command.h"

namespace fovea::cli {

// `dataset skipped`, `rename`, `remove` and `restore`.
void addDatasetProjectCommands(CLI::App& dataset, Context& context);

}  // namespace fovea::cli
