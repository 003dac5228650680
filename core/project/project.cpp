#include "core/project/project.h"

#include <algorithm>
#include <charconv>

#include "core/base/clock.h"
#include "core/base/file.h"
#include "core/data/store/dataset_manifest.h"
#include "core/project/checkpoint_files.h"
#include "core/project/paths.h"
#include "core/project/run_queue.h"
#include "core/train/default_settings.h"

namespace fovea {
namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kIntegrityCheckBytes = std::uint64_t{16} << 20;  // about 50 ms

fs::path absoluteFolder(const fs::path& folder) {
  std::error_code code;
  fs::path path = fs::absolute(folder, code).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

// The first unused name of file.damaged-1, file.damaged-2, …
fs::path asideName(const fs::path& file) {
  for (int number = 1;; ++number) {
    fs::path name = file;
    name += ".damaged-" + std::to_string(number);
    if (!isThere(name)) return name;
  }
}

Status moveAside(const fs::path& from, const fs::path& to) {
  std::error_code code;
  fs::rename(from, to, code);
  if (code) return systemError(code.value(), "Cannot rename " + from.string());
  return {};
}

Error damagedRuns(const Error& error) {
  Error words = error;
  words.advice =
      "The network, the data sets and the checkpoint files are not affected. Put back a copy of the file, or move it "
      "aside (nothing is deleted) and open the project with an empty list of runs.";
  return words;
}

// Detects files that SQLite would silently treat as a new store, or even delete.
Status checkRunsFile(const fs::path& file) {
  std::error_code code;
  const bool there = isThere(file);
  const auto fault = [&](const std::string& words) {
    return damagedRuns(fail(ErrorCode::Corrupt, file.string() + " is damaged: " + words + "."));
  };
  if (there && !fs::is_regular_file(file, code)) return fault("it is no file");
  if (there && fs::file_size(file, code) == 0) return fault("it is empty");
  if (!there && isThere(file.string() + "-wal")) return fault("it is missing, but its log is there");
  return {};
}

// In a folder without a manifest, an empty store is left over from a killed creation and can be removed.
void removeUnbegunRuns(const fs::path& file) {
  std::error_code code;
  if (fs::is_regular_file(file, code) && fs::file_size(file, code) == 0 && !isThere(file.string() + "-wal"))
    fs::remove(file, code);
}

}  // namespace

Result<std::unique_ptr<Project>> Project::create(const fs::path& folder, const std::string& name) {
  auto project = std::unique_ptr<Project>(new Project);
  project->folder_ = absoluteFolder(folder);
  FOVEA_CHECK(createFolder(project->folder_));
  FOVEA_TRY(project->lock_, ProjectLock::acquire(project->folder_));
  if (isThere(project->folder_ / kProjectFile))
    return fail(ErrorCode::AlreadyExists, "There is a project in " + project->folder_.string() + " already.",
                "Open it, or choose another folder.");
  FOVEA_CHECK(createFolder(project->folder_ / kDatasetsFolder));
  FOVEA_CHECK(createFolder(project->folder_ / kCheckpointsFolder));
  project->manifest_.name = name.empty() ? project->folder_.filename().string() : name;
  project->manifest_.created = utcNow();
  FOVEA_CHECK(project->adoptDatasets());
  FOVEA_CHECK(project->makeFirstNetwork());
  removeUnbegunRuns(project->folder_ / kRunsFile);
  FOVEA_CHECK(project->openRuns());
  // Written last, so that a folder with a manifest is a complete project.
  FOVEA_CHECK(writeProjectManifest(project->folder_, project->manifest_));
  return project;
}

Result<std::unique_ptr<Project>> Project::open(const fs::path& folder, ProjectAccess access) {
  auto project = std::unique_ptr<Project>(new Project);
  project->folder_ = absoluteFolder(folder);
  FOVEA_TRY(project->manifest_, readProjectManifest(project->folder_));
  if (access == ProjectAccess::ReadWrite) {
    FOVEA_TRY(project->lock_, ProjectLock::acquire(project->folder_));
    // The previous holder of the lock may have changed it.
    FOVEA_TRY(project->manifest_, readProjectManifest(project->folder_));
  }
  project->adoptNetworks();
  FOVEA_CHECK(project->openRuns());
  return project;
}

Result<std::unique_ptr<Project>> Project::openOrCreate(const fs::path& folder, const std::string& name) {
  return isThere(absoluteFolder(folder) / kProjectFile) ? open(folder) : create(folder, name);
}

Result<fs::path> Project::setDamagedRunsAside(const fs::path& folder) {
  const fs::path file = absoluteFolder(folder) / kRunsFile;
  FOVEA_TRY(const auto lock, ProjectLock::acquire(absoluteFolder(folder)));
  const fs::path aside = asideName(file);
  if (isThere(file)) FOVEA_CHECK(moveAside(file, aside));
  for (const char* suffix : {"-wal", "-shm"})
    if (isThere(file.string() + suffix)) FOVEA_CHECK(moveAside(file.string() + suffix, aside.string() + suffix));
  return aside;
}

Status Project::openRuns() {
  const fs::path file = folder_ / kRunsFile;
  FOVEA_CHECK(checkRunsFile(file));
  const SqliteMode mode = readOnly() ? SqliteMode::ReadOnly : SqliteMode::ReadWrite;
  if (readOnly() && !isThere(file))
    return fail(ErrorCode::NotFound, "The project " + folder_.string() + " has lost its runs.db.",
                "Open it for writing once to begin a new list of runs.");
  auto opened = RunStore::open(file, mode);
  Status status = opened.ok() ? Status() : Status(opened.error());
  std::error_code code;
  if (status.ok() && fs::file_size(file, code) <= kIntegrityCheckBytes) status = (*opened)->checkIntegrity();
  if (!status.ok() && status.error().code == ErrorCode::Corrupt) return damagedRuns(status.error());
  FOVEA_CHECK(std::move(status));
  runs_ = std::move(opened).value();
  if (!readOnly()) {
    FOVEA_CHECK(runs_->markInterrupted());
    reconcileCheckpoints(folder_, *runs_);
    return {};
  }
  if (!ProjectLock::held(folder_)) runs_->tellInterrupted();
  return {};
}

// Adopts the data sets that are in the folder of a newly created project.
Status Project::adoptDatasets() {
  std::error_code code;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder_ / kDatasetsFolder, code), end; !code && entry != end; entry.increment(code))
    if (isThere(entry->path() / kManifestFile)) found.push_back(entry->path());
  std::sort(found.begin(), found.end());
  for (const fs::path& dataset : found)
    manifest_.datasets.push_back({dataset.filename().string(), fs::path(kDatasetsFolder) / dataset.filename()});
  if (!manifest_.datasets.empty()) manifest_.selectedDataset = manifest_.datasets.front().name;
  manifest_.trainingDataset = manifest_.selectedDataset;
  return {};
}

Status Project::needWrite() const {
  if (!readOnly()) return {};
  return fail(ErrorCode::PermissionDenied, "The project " + folder_.string() + " is open for reading only.");
}

Status Project::change(ProjectManifest manifest) {
  FOVEA_CHECK(needWrite());
  FOVEA_CHECK(writer_ ? writer_(folder_, manifest) : writeProjectManifest(folder_, manifest));
  manifest_ = std::move(manifest);
  return {};
}

Status Project::select(ProjectManifest manifest) {
  if (!readOnly()) return change(std::move(manifest));
  manifest_ = std::move(manifest);
  return {};
}

Result<std::unique_ptr<Project>> Project::twin() const {
  auto project = std::unique_ptr<Project>(new Project);
  project->folder_ = folder_;
  project->lock_ = lock_;
  project->manifest_ = manifest_;
  FOVEA_TRY(project->runs_, openRunStore());
  if (readOnly() && !ProjectLock::held(folder_)) project->runs_->tellInterrupted();
  return project;
}

Status Project::rename(const std::string& name) {
  if (name.empty()) return fail(ErrorCode::InvalidArgument, "A project needs a name.");
  ProjectManifest manifest = manifest_;
  manifest.name = name;
  return change(std::move(manifest));
}

Status Project::setSettings(const TrainingSettings& settings) {
  FOVEA_CHECK(trainingSettingsSchema().schema().validate(trainingSettingsSchema().write(settings)));
  ProjectManifest manifest = manifest_;
  manifest.settings = settings;
  return change(std::move(manifest));
}

FieldValues Project::chosenSettings() const {
  if (!manifest_.chosenSettings) return unusualSettings(manifest_.settings);
  const FieldValues all = trainingSettingsSchema().write(manifest_.settings);
  FieldValues chosen;
  for (const std::string& name : *manifest_.chosenSettings)
    if (const FieldValue* value = all.find(name)) chosen.set(name, *value);
  return chosen;
}

Status Project::setChosenSettings(const FieldValues& chosen) {
  FOVEA_CHECK(trainingSettingsSchema().schema().validate(chosen));
  ProjectManifest manifest = manifest_;
  FieldValues values = trainingSettingsSchema().write(manifest.settings);
  manifest.chosenSettings.emplace();
  for (const auto& [name, value] : chosen) {
    values.set(name, value);
    manifest.chosenSettings->push_back(name);
  }
  manifest.settings = trainingSettingsSchema().read(values);
  return change(std::move(manifest));
}

Status Project::addDataset(const std::string& name, const fs::path& folder) {
  if (name.empty()) return fail(ErrorCode::InvalidArgument, "A data set needs a name.");
  const fs::path stored = relativeIfInside(absoluteFolder(folder), folder_);
  if (const ProjectDataset* known = manifest_.find(name)) {
    if (known->folder == stored) return {};
    return fail(ErrorCode::AlreadyExists, "The project has a data set named \"" + name + "\" already.",
                "Choose another name.");
  }
  ProjectManifest manifest = manifest_;
  manifest.datasets.push_back({name, stored});
  if (manifest.selectedDataset.empty()) manifest.selectedDataset = name;
  if (manifest.trainingDataset.empty()) manifest.trainingDataset = name;
  return change(std::move(manifest));
}

Status Project::removeDataset(const std::string& name) {
  FOVEA_TRY(const fs::path known, datasetFolder(name));
  ProjectManifest manifest = manifest_;
  std::erase_if(manifest.datasets, [&](const ProjectDataset& dataset) { return dataset.name == name; });
  if (manifest.selectedDataset == name)
    manifest.selectedDataset = manifest.datasets.empty() ? std::string() : manifest.datasets.front().name;
  if (manifest.trainingDataset == name) manifest.trainingDataset = manifest.selectedDataset;
  return change(std::move(manifest));
}

Status Project::renameDataset(const std::string& name, const std::string& newName) {
  FOVEA_CHECK(renameDatasetEntry(name, newName));
  if (newName == name) return {};
  FOVEA_CHECK(runs_->renameDataset(name, newName));
  // A queue that cannot be read holds anyway, and says why.
  auto queue = RunQueue::read(runQueueFile(folder_));
  return queue.ok() && queue->renameDataset(name, newName) ? queue->write(runQueueFile(folder_)) : Status();
}

Status Project::renameDatasetEntry(const std::string& name, const std::string& newName) {
  FOVEA_TRY(const fs::path known, datasetFolder(name));
  if (newName == name) return {};
  if (newName.empty()) return fail(ErrorCode::InvalidArgument, "A data set needs a name.");
  if (manifest_.find(newName))
    return fail(ErrorCode::AlreadyExists, "The project has a data set named \"" + newName + "\" already.",
                "Choose another name.");
  ProjectManifest manifest = manifest_;
  for (ProjectDataset& dataset : manifest.datasets)
    if (dataset.name == name) dataset.name = newName;
  if (manifest.selectedDataset == name) manifest.selectedDataset = newName;
  if (manifest.trainingDataset == name) manifest.trainingDataset = newName;
  return change(std::move(manifest));
}

Status Project::selectDataset(const std::string& name) {
  FOVEA_TRY(const fs::path known, datasetFolder(name));
  if (manifest_.selectedDataset == name) return {};
  ProjectManifest manifest = manifest_;
  manifest.selectedDataset = name;
  return select(std::move(manifest));
}

Status Project::selectTrainingDataset(const std::string& name) {
  FOVEA_TRY(const fs::path known, datasetFolder(name));
  if (manifest_.trainingDataset == name) return {};
  ProjectManifest manifest = manifest_;
  manifest.trainingDataset = name;
  return select(std::move(manifest));
}

Result<fs::path> Project::datasetFolder(const std::string& name) const {
  if (const ProjectDataset* dataset = manifest_.find(name)) return folder_ / dataset->folder;
  std::string names;
  for (const ProjectDataset& dataset : manifest_.datasets) names += (names.empty() ? "" : ", ") + dataset.name;
  return fail(ErrorCode::NotFound, "The project has no data set named \"" + name + "\".",
              names.empty() ? "Import one first." : "It has: " + names + ".");
}

Result<std::shared_ptr<Dataset>> Project::openDataset(const std::string& name) const {
  FOVEA_TRY(const fs::path folder, datasetFolder(name));
  return Dataset::open(folder);
}

fs::path Project::newDatasetFolder(const std::string& name) const {
  const std::string plain = plainName(name, "dataset");
  fs::path folder = folder_ / kDatasetsFolder / plain;
  for (int number = 2; isThere(folder); ++number)
    folder = folder_ / kDatasetsFolder / (plain + "-" + std::to_string(number));
  return folder;
}

Result<std::unique_ptr<RunStore>> Project::openRunStore() const {
  return RunStore::open(folder_ / kRunsFile, readOnly() ? SqliteMode::ReadOnly : SqliteMode::ReadWrite);
}

fs::path Project::checkpointFolder(RunId run) const {
  return folder_ / kCheckpointsFolder / std::to_string(run.index);
}

std::int32_t Project::lowestFreeRunId() const {
  std::int32_t free = 1;
  std::error_code code;
  for (fs::directory_iterator entry(folder_ / kCheckpointsFolder, code), end; !code && entry != end;
       entry.increment(code)) {
    const std::string name = entry->path().filename().string();
    std::int32_t number = 0;
    const auto parsed = std::from_chars(name.data(), name.data() + name.size(), number);
    if (parsed.ec == std::errc() && parsed.ptr == name.data() + name.size() && number < INT32_MAX)
      free = std::max(free, number + 1);
  }
  return free;
}

Status Project::removeRun(RunId run) {
  FOVEA_CHECK(needWrite());
  FOVEA_TRY(const RunRecord record, runs_->run(run));
  if (record.status == RunStatus::Running || record.status == RunStatus::Paused)
    return fail(ErrorCode::InvalidArgument, "The run \"" + record.name + "\" is still going on.", "Stop it first.");
  return runs_->setRemoved(run, true);
}

Status Project::restoreRun(RunId run) {
  FOVEA_CHECK(needWrite());
  return runs_->setRemoved(run, false);
}

Status Project::deleteRemovedRuns() {
  FOVEA_TRY(const std::vector<RunId> removed, runs_->removedRuns());
  if (removed.empty()) return {};
  FOVEA_CHECK(needWrite());
  Status status;
  for (const RunId run : removed)
    if (const Status deleted = deleteForGood(run); !deleted.ok()) status = deleted;
  return status;
}

Status Project::deleteRun(RunId run) {
  FOVEA_CHECK(removeRun(run));
  return deleteForGood(run);
}

Status Project::deleteForGood(RunId run) {
  FOVEA_CHECK(runs_->deleteRun(run));
  std::error_code code;
  fs::remove_all(checkpointFolder(run), code);
  if (code) return systemError(code.value(), "The run is deleted, but its checkpoints cannot be removed");
  return {};
}

}  // namespace fovea
