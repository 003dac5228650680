// Why: the only code that knows the format of a project's project.json.
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/train/training_settings.h"

namespace fovea {

inline constexpr int kProjectVersion = 1;
inline constexpr const char* kProjectFile = "project.json";
inline constexpr const char* kNetworkFile = "network.json";
inline constexpr const char* kNetworksFolder = "networks";
inline constexpr const char* kRunsFile = "runs.db";
inline constexpr const char* kDatasetsFolder = "datasets";
inline constexpr const char* kCheckpointsFolder = "checkpoints";

// A data set of a project. `folder` is stored relative to the project if it lies inside, else absolute.
struct ProjectDataset {
  std::string name;
  std::filesystem::path folder;
  bool operator==(const ProjectDataset&) const = default;
};

// A network of a project. `file` is relative to the project. `name` is the network's name when it was last saved, so
// that lists need not read every file.
struct ProjectNetwork {
  std::filesystem::path file;
  std::string name;
  bool operator==(const ProjectNetwork&) const = default;
};

// A breakpoint of a network as a person set it: `condition` as breakpointText() writes it.
struct KeptBreakpoint {
  std::string condition;
  bool on = true;
  bool operator==(const KeptBreakpoint&) const = default;
};

struct ProjectManifest {
  std::string name;
  std::string created;  // UTC, ISO 8601
  std::vector<ProjectDataset> datasets;
  std::string selectedDataset;                       // the one shown; empty: none
  std::string trainingDataset;                       // the one for the next run; empty: none
  std::filesystem::path networkFile = kNetworkFile;  // the current network's; relative to the project, inside it
  std::vector<ProjectNetwork> networks;              // all networks, in the order of their addition
  // A network's layout direction ("down", "right", …), by its file; only for networks with a chosen direction.
  std::map<std::filesystem::path, std::string> layouts;
  // The breakpoints of each network, by its file; only for networks that have any.
  std::map<std::filesystem::path, std::vector<KeptBreakpoint>> breakpoints;
  TrainingSettings settings;  // the last ones used
  // The names of the settings that a person chose, which the next run keeps. Nothing: an earlier version did not store
  // them, and those that differ from the schema's defaults count as chosen.
  std::optional<std::vector<std::string>> chosenSettings;

  const ProjectDataset* find(std::string_view dataset) const;
  const ProjectNetwork* findNetwork(const std::filesystem::path& file) const;
};

// `current` with what differs between `before` and `after`: for two copies of one manifest that were changed apart.
ProjectManifest followedManifest(ProjectManifest current, const ProjectManifest& before, const ProjectManifest& after);
bool sameManifest(const ProjectManifest& one, const ProjectManifest& other);
std::string formatProjectManifest(const ProjectManifest& manifest);
// Reads `folder`/project.json. NotFound, PermissionDenied, Corrupt (names the fault and the unaffected parts),
// NewerVersion.
Result<ProjectManifest> readProjectManifest(const std::filesystem::path& folder);
Status writeProjectManifest(const std::filesystem::path& folder, const ProjectManifest& manifest);

}  // namespace fovea
