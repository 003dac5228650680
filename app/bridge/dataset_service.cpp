#include "app/bridge/dataset_service.h"

#include <utility>

#include "app/bridge/training_service.h"

namespace fovea {
namespace {

struct OpenedPair {
  OpenedDataset shown;
  OpenedDataset trained;
};

OpenedDataset openUnlessKnown(const Project& project, const std::string& name, const OpenedPair& known,
                              const std::filesystem::path& anew) {
  const auto folder = project.datasetFolder(name);
  if (folder.ok() && *folder != anew)
    for (const OpenedDataset* each : {&known.shown, &known.trained})
      if (each->data && each->data->folder() == *folder) return *each;
  return openDatasetOf(project, name);
}

OpenedPair openChosen(const Project& project, const OpenedPair& known, const std::filesystem::path& anew) {
  const ProjectManifest& manifest = project.manifest();
  OpenedPair opened;
  opened.shown = openUnlessKnown(project, manifest.selectedDataset, known, anew);
  opened.trained = manifest.trainingDataset == manifest.selectedDataset
                       ? opened.shown
                       : openUnlessKnown(project, manifest.trainingDataset, known, anew);
  return opened;
}

}  // namespace

DatasetService::DatasetService(ProjectChanges& changes, RunLibrary& runs, TrainingBridge& training, QObject* parent)
    : QObject(parent), changes_(changes), runs_(runs), training_(training) {}

void DatasetService::show(Project& project, OpenedDataset shown, OpenedDataset trained) {
  project_ = &project;
  shown_ = std::move(shown);
  trained_ = std::move(trained);
}

std::string DatasetService::trainedName() const {
  return project_ ? project_->manifest().trainingDataset : std::string();
}

void DatasetService::tell(Tell whom) {
  if (whom != Tell::Trained) Q_EMIT shownChanged();
  if (whom != Tell::Shown) Q_EMIT trainedChanged();
}

void DatasetService::change(std::function<Status(Project&)> work, Tell whom, Done done, std::filesystem::path anew) {
  const auto prepare = [this, work = std::move(work), anew = std::move(anew)] {
    return [work, anew, known = OpenedPair{shown_, trained_}](Project& project) -> Result<OpenedPair> {
      FOVEA_CHECK(work(project));
      return openChosen(project, known, anew);
    };
  };
  changes_.make(prepare, this, [this, whom, done = std::move(done)](Result<OpenedPair>& opened) {
    if (!opened.ok()) return done(opened.error());
    shown_ = std::move(opened->shown);
    trained_ = std::move(opened->trained);
    tell(whom);
    done({});
  });
}

DatasetService::Done DatasetService::withError(const OpenedDataset& opened, Done done) {
  return [&opened, done = std::move(done)](const Status& changed) {
    done(changed.ok() && opened.error ? Status(*opened.error) : changed);
  };
}

void DatasetService::select(const std::string& name, Done done) {
  change([name](Project& project) { return project.selectDataset(name); }, Tell::Shown,
         withError(shown_, std::move(done)));
}

void DatasetService::selectTraining(const std::string& name, Done done) {
  change([name](Project& project) { return project.selectTrainingDataset(name); }, Tell::Trained,
         withError(trained_, std::move(done)));
}

void DatasetService::add(const std::string& name, const std::filesystem::path& folder, Done done) {
  const auto work = [name, folder](Project& project) -> Status {
    FOVEA_CHECK(project.addDataset(name, folder));
    return project.selectDataset(name);
  };
  // The folder may have been open before and been rewritten since.
  change(work, Tell::Both, withError(shown_, std::move(done)), folder);
}

void DatasetService::keep(const std::string& name, const std::filesystem::path& folder, Done done) {
  change([name, folder](Project& project) { return project.addDataset(name, folder); }, Tell::Both, std::move(done));
}

void DatasetService::reopen(const std::filesystem::path& folder) {
  const auto isIt = [&folder](const OpenedDataset& opened) { return opened.data && opened.data->folder() == folder; };
  const bool shown = isIt(shown_), trained = isIt(trained_);
  if (!shown && !trained) return;
  change([](Project&) { return Status(); },
         shown && trained ? Tell::Both
         : shown          ? Tell::Shown
                          : Tell::Trained,
         [](const Status&) {}, folder);
}

void DatasetService::rename(const std::string& name, const std::string& newName, Done done) {
  change([name, newName](Project& project) { return project.renameDataset(name, newName); }, Tell::Both,
         [this, name, newName, done = std::move(done)](const Status& renamed) {
           if (renamed.ok()) {
             runs_.datasetRenamed(name, newName);
             Q_EMIT this->renamed(name, newName);
           }
           done(renamed);
         });
}

void DatasetService::remove(const std::string& name, Removed done) {
  for (const auto& run : training_.underWay())
    if (const RunEntry* entry = runs_.find(run->run); entry && entry->record.dataset == name)
      return done(runIsUnderWay("removing the data set that it is trained on"));
  const auto removed = std::make_shared<RemovedDataset>();
  const auto work = [removed, name](Project& project) -> Status {
    const ProjectManifest& manifest = project.manifest();
    *removed = {name, {}, false, manifest.selectedDataset == name, manifest.trainingDataset == name};
    FOVEA_TRY(const auto folder, project.datasetFolder(name));
    FOVEA_TRY(removed->folder, project.trashDataset(name));
    removed->inTrash = removed->folder != folder;
    return {};
  };
  change(work, Tell::Both, [removed, done = std::move(done)](const Status& status) {
    if (status.ok())
      done(*removed);
    else
      done(status.error());
  });
}

void DatasetService::restore(const RemovedDataset& removed, Done done) {
  const auto work = [removed](Project& project) -> Status {
    FOVEA_CHECK(removed.inTrash ? project.restoreDataset(removed.name)
                                : project.addDataset(removed.name, removed.folder));
    if (removed.selected) FOVEA_CHECK(project.selectDataset(removed.name));
    return removed.trained ? project.selectTrainingDataset(removed.name) : Status();
  };
  change(work, Tell::Both, std::move(done));
}

void DatasetService::restore(const std::string& name, Done done) {
  restore(RemovedDataset{name, {}, true, true, false}, std::move(done));
}

Job* DatasetService::emptyTrash(JobQueue& jobs) const {
  // Deletes only the folders that are in the trash now: a data set that is removed meanwhile can still be restored.
  return jobs.start(tr("Emptying the trash"),
                    [folders = project_->trashFolders(), readOnly = project_->readOnly()](
                        const ProgressFunction&, const CancelToken& cancel) -> Status {
                      if (readOnly) return projectIsReadOnly();
                      return deleteTrashFolders(folders, cancel);
                    });
}

// An edit names samples by their numbers, which mean others in the data set that a change before it may show.
void DatasetService::editShown(Edit edit, Done done) {
  const auto prepare = [this, edit = std::move(edit), meant = shown_.data] {
    return [edit, meant, data = shown_.data](Project& project) -> Result<std::shared_ptr<Dataset>> {
      if (project.readOnly()) return projectIsReadOnly();
      if (!meant) return fail(ErrorCode::InvalidArgument, "There is no data set to edit.");
      if (!data || !data->sharesStore(*meant))
        return fail(ErrorCode::InvalidArgument, "Another data set was shown before the samples could be edited.",
                    "Nothing was changed. Choose the samples again.");
      return edit(*data);
    };
  };
  changes_.make(prepare, this, [this, done = std::move(done)](Result<std::shared_ptr<Dataset>>& edited) {
    if (!edited.ok()) return done(edited.error());
    const bool both = trained_.data == shown_.data;
    shown_.data = std::move(*edited);
    if (both) trained_ = shown_;
    tell(both ? Tell::Both : Tell::Shown);
    done({});
  });
}

void DatasetService::edit(SampleEdit edit, Done done) {
  editShown([edit = std::move(edit)](const Dataset& data) { return data.edited(edit); }, std::move(done));
}

void DatasetService::undoEdit(Done done) {
  editShown([](const Dataset& data) { return data.undone(); }, std::move(done));
}

void DatasetService::redoEdit(Done done) {
  editShown([](const Dataset& data) { return data.redone(); }, std::move(done));
}

}  // namespace fovea
