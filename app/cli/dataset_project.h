// Why: commands for a project's data sets as a whole, and for the files that an import skipped.
#pragma once
#include "app/cli/command.h"

namespace fovea::cli {

// Adds `dataset skipped`, `rename`, `remove` and `restore`.
void addDatasetProjectCommands(CLI::App& dataset, Context& context);

}  // namespace fovea::cli
