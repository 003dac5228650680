// Why: the data sets of the open project: which one is looked at, which one is trained on, and how they come and go.
#include "app/bridge/session.h"

namespace fovea {

Session::OpenedDataset Session::openDataset(const std::string& name) const {
  if (name.empty()) return {};
  auto opened = project_->openDataset(name);
  if (!opened.ok()) return {nullptr, opened.error()};
  return {std::move(*opened), {}};
}

void Session::openDatasets() {
  const ProjectManifest& manifest = project_->manifest();
  shown_ = openDataset(manifest.selectedDataset);
  trained_ = manifest.trainingDataset == manifest.selectedDataset ? shown_ : openDataset(manifest.trainingDataset);
}

void Session::tellDatasets() {
  Q_EMIT datasetChanged();
  Q_EMIT trainingDatasetChanged();
}

std::string Session::trainingDatasetName() const {
  return project_ ? project_->manifest().trainingDataset : std::string();
}

Status Session::selectDataset(const std::string& name) {
  if (!project_) return noProjectIsOpen();
  FOVEA_CHECK(project_->selectDataset(name));
  shown_ = name == trainingDatasetName() && trained_.data ? trained_ : openDataset(name);
  Q_EMIT datasetChanged();
  return shown_.error ? Status(*shown_.error) : Status();
}

Status Session::selectTrainingDataset(const std::string& name) {
  if (!project_) return noProjectIsOpen();
  FOVEA_CHECK(project_->selectTrainingDataset(name));
  trained_ = name == project_->manifest().selectedDataset && shown_.data ? shown_ : openDataset(name);
  Q_EMIT trainingDatasetChanged();
  return trained_.error ? Status(*trained_.error) : Status();
}

Status Session::addDataset(const std::string& name, const std::filesystem::path& folder) {
  if (!project_) return noProjectIsOpen();
  FOVEA_CHECK(project_->addDataset(name, folder));
  FOVEA_CHECK(project_->selectDataset(name));
  openDatasets();
  tellDatasets();
  return shown_.error ? Status(*shown_.error) : Status();
}

Status Session::keepDataset(const std::string& name, const std::filesystem::path& folder) {
  if (!project_) return noProjectIsOpen();
  FOVEA_CHECK(project_->addDataset(name, folder));
  // The first one is chosen for both.
  if (project_->manifest().datasets.size() == 1) openDatasets();
  tellDatasets();
  return {};
}

void Session::reopenDataset(const std::filesystem::path& folder) {
  const auto isIt = [&folder](const OpenedDataset& opened) { return opened.data && opened.data->folder() == folder; };
  const bool shown = isIt(shown_), trained = isIt(trained_);
  if (shown || trained) openDatasets();
  if (shown) Q_EMIT datasetChanged();
  if (trained) Q_EMIT trainingDatasetChanged();
}

Status Session::renameDataset(const std::string& name, const std::string& newName) {
  if (!project_) return noProjectIsOpen();
  FOVEA_CHECK(project_->renameDataset(name, newName));
  tellDatasets();
  Q_EMIT runsChanged();
  return {};
}

Result<RemovedDataset> Session::removeDataset(const std::string& name) {
  if (!project_) return noProjectIsOpen();
  FOVEA_TRY(const auto folder, project_->datasetFolder(name));
  if (training_.active()) {
    FOVEA_TRY(const RunRecord run, project_->runs().run(training_.snapshot()->run));
    if (run.dataset == name) return runIsUnderWay("removing the data set that it is trained on");
  }
  RemovedDataset removed{name, {}, false, project_->manifest().selectedDataset == name, trainingDatasetName() == name};
  FOVEA_TRY(removed.folder, project_->trashDataset(name));
  removed.inTrash = removed.folder != folder;
  if (removed.selected || removed.trained) openDatasets();
  tellDatasets();
  return removed;
}

Status Session::restoreDataset(const RemovedDataset& removed) {
  if (!project_) return noProjectIsOpen();
  FOVEA_CHECK(removed.inTrash ? project_->restoreDataset(removed.name)
                              : project_->addDataset(removed.name, removed.folder));
  if (removed.selected) FOVEA_CHECK(project_->selectDataset(removed.name));
  if (removed.trained) FOVEA_CHECK(project_->selectTrainingDataset(removed.name));
  openDatasets();
  tellDatasets();
  return {};
}

Status Session::restoreDataset(const std::string& name) {
  return restoreDataset({name, {}, true, true, false});
}

Job* Session::emptyTrash() {
  // Only the folders that are in the trash now are deleted: a data set that is removed meanwhile can still be put back.
  return jobs_.start(tr("Emptying the trash"),
                     [folders = project_->trashFolders()](const ProgressFunction&, const CancelToken& cancel) {
                       return deleteTrashFolders(folders, cancel);
                     });
}

Status Session::adoptEdited(Result<std::shared_ptr<Dataset>> edited) {
  const bool trained = trained_.data == shown_.data;
  FOVEA_TRY(shown_.data, std::move(edited));
  if (trained) trained_ = shown_;
  Q_EMIT datasetChanged();
  if (trained) Q_EMIT trainingDatasetChanged();
  return {};
}

Status Session::editDataset(SampleEdit edit) {
  if (!shown_.data) return fail(ErrorCode::InvalidArgument, "There is no data set to edit.");
  return adoptEdited(shown_.data->edited(std::move(edit)));
}

Status Session::undoDatasetEdit() {
  if (!shown_.data) return fail(ErrorCode::InvalidArgument, "There is no data set to edit.");
  return adoptEdited(shown_.data->undone());
}

Status Session::redoDatasetEdit() {
  if (!shown_.data) return fail(ErrorCode::InvalidArgument, "There is no data set to edit.");
  return adoptEdited(shown_.data->redone());
}

}  // namespace fovea
