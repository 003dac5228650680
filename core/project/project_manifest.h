// Why: the one place that knows what stands in a project's project.json.
#pragma once
#include <filesystem>
#include <map>
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

// A data set of a project. `folder` is as stored: relative to the project where it lies inside, else absolute.
struct ProjectDataset {
  std::string name;
  std::filesystem::path folder;
  bool operator==(const ProjectDataset&) const = default;
};

// A network of a project. `file` is relative to the project. `name` is what the network was called when it was saved
// last, so that a list need not read every file.
struct ProjectNetwork {
  std::filesystem::path file;
  std::string name;
  bool operator==(const ProjectNetwork&) const = default;
};

struct ProjectManifest {
  std::string name;
  std::string created;  // UTC, ISO 8601
  std::vector<ProjectDataset> datasets;
  std::string selectedDataset;                       // the one that is looked at; empty: none
  std::string trainingDataset;                       // the one that the next run trains on; empty: none
  std::filesystem::path networkFile = kNetworkFile;  // the current network's; relative to the project, inside it
  std::vector<ProjectNetwork> networks;              // all of them, in the order in which they came
  // How a network is laid out ("down", "right", …), by its file; only for networks of which a person said it.
  std::map<std::filesystem::path, std::string> layouts;
  TrainingSettings settings;  // the last ones used

  const ProjectDataset* find(std::string_view dataset) const;
  const ProjectNetwork* findNetwork(const std::filesystem::path& file) const;
};

std::string formatProjectManifest(const ProjectManifest& manifest);
// Reads `folder`/project.json. NotFound, PermissionDenied, Corrupt (names the fault and what is not affected),
// NewerVersion.
Result<ProjectManifest> readProjectManifest(const std::filesystem::path& folder);
Status writeProjectManifest(const std::filesystem::path& folder, const ProjectManifest& manifest);

}  // namespace fovea
