#include "app/bridge/project_opening.h"

namespace fovea {

OpenedDataset openDatasetOf(const Project& project, const std::string& name) {
  if (name.empty()) return {};
  auto opened = project.openDataset(name);
  if (!opened.ok()) return {nullptr, opened.error()};
  return {std::move(*opened), {}};
}

Result<std::unique_ptr<Project>> openWritableOrNot(const std::filesystem::path& folder, std::optional<Error>& held) {
  auto project = Project::open(folder);
  if (project.ok() || project.error().code != ErrorCode::AlreadyExists) return project;
  held = project.error();
  auto reader = Project::open(folder, ProjectAccess::ReadOnly);
  // Reports why the project is locked rather than why it cannot be read.
  return reader.ok() ? std::move(reader) : Result<std::unique_ptr<Project>>(*held);
}

Result<OpenedProject> readOpenedProject(std::unique_ptr<Project> project) {
  OpenedProject opened;
  FOVEA_TRY(opened.twin, project->twin());
  const ProjectManifest& manifest = project->manifest();
  opened.shown = openDatasetOf(*project, manifest.selectedDataset);
  opened.trained = manifest.trainingDataset == manifest.selectedDataset
                       ? opened.shown
                       : openDatasetOf(*project, manifest.trainingDataset);
  opened.network = loadProjectNetwork(*project, opened.twin->runs());
  FOVEA_TRY(opened.runs, readRunEntries(opened.twin->runs()));
  FOVEA_TRY(opened.sweeps, opened.twin->runs().sweeps());
  opened.queue = RunQueue::read(runQueueFile(project->folder()));
  opened.project = std::move(project);
  return opened;
}

}  // namespace fovea
