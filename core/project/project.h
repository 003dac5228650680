// Why: everything a person makes lies in one folder that can be copied, kept and given away: the network, the data
// sets, the runs with their curves, the checkpoints.
//
//   project.json                      the manifest: names, data sets, last settings
//   network.json                      the drawing
//   runs.db                           runs, curves, epochs, checkpoints' entries (SQLite)
//   datasets/<name>/                  data sets imported here
//   checkpoints/<run>/epoch-0003.safetensors
//
// Every file appears whole or not at all. A program that writes holds the project's lock; readers need none.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/project/project_lock.h"
#include "core/project/project_manifest.h"
#include "core/project/run_store.h"

namespace fovea {

enum class ProjectAccess { ReadWrite, ReadOnly };

// One thread at a time. A read-only project answers everything that would write with PermissionDenied.
class Project {
 public:
  // Makes the folder and what is missing in it; takes up a network, runs and data sets that lie there already, so it
  // also mends a project that has lost its manifest. AlreadyExists (a project is there, or is open elsewhere),
  // PermissionDenied, NoSpace, Io, and what open() says of runs.db.
  static Result<std::unique_ptr<Project>> create(const std::filesystem::path& folder, const std::string& name);
  // ReadWrite: runs that were going on when the last program ended become Interrupted. NotFound, PermissionDenied,
  // AlreadyExists (open in another program), NewerVersion, and Corrupt, which names the file and what is not affected.
  // A damaged network is reported by loadNetwork() only.
  static Result<std::unique_ptr<Project>> open(const std::filesystem::path& folder,
                                               ProjectAccess access = ProjectAccess::ReadWrite);
  static Result<std::unique_ptr<Project>> openOrCreate(const std::filesystem::path& folder, const std::string& name);
  // After open() called runs.db damaged: renames it (with SQLite's files beside it) to runs.db.damaged-N, so that the
  // project opens with an empty list of runs. Returns the new name. Nothing is deleted.
  static Result<std::filesystem::path> setDamagedRunsAside(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }
  bool readOnly() const { return lock_ == nullptr; }
  const ProjectManifest& manifest() const { return manifest_; }
  const std::string& name() const { return manifest_.name; }
  Status rename(const std::string& name);

  // The last training settings; the next run's form begins with them.
  const TrainingSettings& settings() const { return manifest_.settings; }
  Status setSettings(const TrainingSettings& settings);

  // InvalidArgument (no name), AlreadyExists (the name is taken by another folder). The first one is selected.
  Status addDataset(const std::string& name, const std::filesystem::path& folder);
  // Forgets it; its folder stays.
  Status removeDataset(const std::string& name);
  Status selectDataset(const std::string& name);
  // Where a data set of that name lies. NotFound lists the names there are.
  Result<std::filesystem::path> datasetFolder(const std::string& name) const;
  Result<std::shared_ptr<Dataset>> openDataset(const std::string& name) const;
  // A free folder under datasets/ for an import of that name: letters, digits and dashes of it.
  std::filesystem::path newDatasetFolder(const std::string& name) const;

  std::filesystem::path networkFile() const { return folder_ / manifest_.networkFile; }
  // Corrupt or NewerVersion, with the file's name.
  Result<Network> loadNetwork() const;
  // A damaged file in its place is kept as network.json.damaged-N; one of a newer version is not replaced
  // (NewerVersion).
  Status saveNetwork(const Network& network);

  // For the thread that owns this project. Another thread takes openRunStore().
  RunStore& runs() { return *runs_; }
  const RunStore& runs() const { return *runs_; }
  // Another connection to the same runs.
  Result<std::unique_ptr<RunStore>> openRunStore() const;
  std::filesystem::path checkpointFolder(RunId run) const;
  std::filesystem::path checkpointPath(const CheckpointRecord& checkpoint) const { return folder_ / checkpoint.file; }
  // An id that neither a run nor a folder of checkpoints had so far is at least this.
  std::int32_t lowestFreeRunId() const;
  // The run with its curves and its checkpoint files. InvalidArgument while it is running or paused.
  Status deleteRun(RunId run);

  // Keeps the project locked for others as long as it is held.
  const std::shared_ptr<ProjectLock>& lock() const { return lock_; }

 private:
  Project() = default;
  Status needWrite() const;
  Status openRuns();
  Status adoptDatasets();
  Status change(ProjectManifest manifest);

  std::filesystem::path folder_;
  std::shared_ptr<ProjectLock> lock_;
  ProjectManifest manifest_;
  std::unique_ptr<RunStore> runs_;
};

}  // namespace fovea
