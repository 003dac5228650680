#include "app/bridge/project_opening.h"

namespace fovea {

OpenedDataset openDatasetOf(const Project& project, const std::string& name) {
  if (name.empty()) return {};
  auto opened = project.openDataset(name);
  if (!opened.ok()) return {nullptr, opened.error()};
  return {std::move(*opened), {}};
}

Result<OpenedProject> readOpenedProject(std::unique_ptr<Project> project) {
  OpenedProject opened;
  FOVEA_TRY(opened.twin, project->twin());
  const ProjectManifest& manifest = project->manifest();
  opened.shown = openDatasetOf(*project, manifest.selectedDataset);
  opened.trained = manifest.trainingDataset == manifest.selectedDataset
                       ? opened.shown
                       : openDatasetOf(*project, manifest.trainingDataset);
  opened.network = loadProjectNetwork(project->networkFile(), project->historyFile(), opened.twin->runs());
  FOVEA_TRY(opened.runs, readRunEntries(opened.twin->runs()));
  opened.queue = RunQueue::read(runQueueFile(project->folder()));
  opened.project = std::move(project);
  return opened;
}

}  // namespace fovea
