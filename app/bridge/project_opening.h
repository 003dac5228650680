// Why: opening a project reads its manifest, network, data sets and runs. All of it is read in the background, and the
// window receives it at once.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "app/bridge/network_service.h"
#include "app/bridge/run_library.h"
#include "core/project/run_queue.h"

namespace fovea {

// A data set of the project, or why it could not be opened; neither if none is selected.
struct OpenedDataset {
  std::shared_ptr<Dataset> data;
  std::optional<Error> error;
};

struct OpenedProject {
  std::unique_ptr<Project> project;  // for the window
  std::optional<Error> held;         // who else has it, if it can only be read
  std::unique_ptr<Project> twin;     // for the project thread
  OpenedDataset shown;
  OpenedDataset trained;  // shares the object with `shown` if both are the same data set
  LoadedNetwork network;
  std::vector<RunEntry> runs;
  Result<RunQueue> queue{RunQueue()};
  std::vector<std::string> sweeps;  // their names
};

OpenedDataset openDatasetOf(const Project& project, const std::string& name);
// Opens the project in `folder`, for reading only if another program or window has it: `held` then says which.
Result<std::unique_ptr<Project>> openWritableOrNot(const std::filesystem::path& folder, std::optional<Error>& held);
// Reads everything that the window shows of a project. Any thread.
Result<OpenedProject> readOpenedProject(std::unique_ptr<Project> project);

}  // namespace fovea
