// Why: `train` and `sweep` choose the network and the data set in the same way.
#pragma once
#include <filesystem>
#include <utility>

#include "app/cli/command.h"
#include "core/project/project.h"

namespace fovea::cli {

// Returns the data set's name in the project and its folder; one given by path is added to the project. An empty `wish`
// selects the project's training data set.
Result<std::pair<std::string, std::filesystem::path>> chooseDataset(Project& project, const std::string& wish);
// Returns the project's current network, or the one named: a network of the project, else a file or a standard network,
// which is added to the project. A standard network is first fitted to the data.
Result<Network> chooseNetwork(const Context& context, Project& project, const std::string& wish,
                              const DatasetInfo& data);

}  // namespace fovea::cli
