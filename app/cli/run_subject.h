// Why: `train`, `queue add` and `sweep` choose the network and the data set in the same way.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "core/project/project.h"

namespace fovea::cli {

// Whether the project gets what was chosen. Without that, it stays as it is, and may be open for reading only.
enum class Keep { Yes, No };

struct ChosenDataset {
  std::string name;  // in the project, or the one that it would get there
  std::filesystem::path folder;
  std::shared_ptr<Dataset> data;
};

// An absolute path in its normal form, without a separator at its end.
std::filesystem::path normalFolder(const std::filesystem::path& folder);

// Opens the data set that `wish` means: one of the project by its name, else a folder; empty: the one that the project
// trains on. The project gets a folder that it does not have, under the folder's own name or, where another data set
// has that, under the next free one, which a warning says.
Result<ChosenDataset> chooseDataset(const Context& context, Project& project, const std::string& wish, Keep keep);
// Returns the project's current network, or the one named: a network of the project, which becomes the current one,
// else a file or a standard network, which is added to the project. A standard network is first fitted to the data.
Result<Network> chooseNetwork(const Context& context, Project& project, const std::string& wish,
                              const DatasetInfo& data, Keep keep);

}  // namespace fovea::cli
