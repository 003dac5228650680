// Why: everything a person makes lies in one folder that can be copied, archived and shared: the networks, the data
// sets, the runs with their curves, the checkpoints.
//
//   project.json                      the manifest: names, data sets, last settings
//   network.json                      the first network
//   networks/<name>.json              further networks, under the name that they were imported with
//   networks/lenet.history            earlier states of networks/lenet.json (see network_history.h)
//   networks/removed/                 recently removed networks, which can be restored
//   runs.db                           runs, curves, epochs, checkpoints' entries (SQLite)
//   datasets/<name>/                  data sets imported here
//   checkpoints/<run>/epoch-0003.safetensors
//
// A project from before Fovea had several networks has one, in network.json, and opens unchanged. A program of that
// time sees only the current network of a newer project; it leaves the others in place, and newer programs find them
// again. A run keeps the network that it trained (runs.db), whatever happens to the drawings.
//
// Every file is written atomically. A program that writes holds the project's lock; readers need none.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/cancel.h"
#include "core/data/store/dataset.h"
#include "core/project/project_lock.h"
#include "core/project/project_manifest.h"
#include "core/project/run_store.h"

namespace fovea {

enum class ProjectAccess { ReadWrite, ReadOnly };

// Use it from one thread at a time. A read-only project refuses every write with PermissionDenied; which network and
// which data sets are selected, it keeps to itself.
class Project {
 public:
  // Creates the folder and any missing parts. It adopts a network, runs and data sets that are already there, so it
  // also repairs a project without a manifest. AlreadyExists (a project is there, or is open elsewhere),
  // PermissionDenied, NoSpace, Io, and open()'s errors for runs.db.
  static Result<std::unique_ptr<Project>> create(const std::filesystem::path& folder, const std::string& name);
  // ReadWrite: runs still active when the last program ended become Interrupted, and checkpoint files and entries are
  // made consistent (see checkpoint_files.h). NotFound, PermissionDenied, AlreadyExists (open in another program),
  // NewerVersion, and Corrupt, which names the file and the unaffected parts. Only loadNetwork() reports a damaged
  // network.
  static Result<std::unique_ptr<Project>> open(const std::filesystem::path& folder,
                                               ProjectAccess access = ProjectAccess::ReadWrite);
  static Result<std::unique_ptr<Project>> openOrCreate(const std::filesystem::path& folder, const std::string& name);
  // For a damaged runs.db reported by open(): renames it (with SQLite's files beside it) to runs.db.damaged-N, so that
  // the project opens with no runs. Returns the new name. Nothing is deleted.
  static Result<std::filesystem::path> setDamagedRunsAside(const std::filesystem::path& folder);

  const std::filesystem::path& folder() const { return folder_; }
  bool readOnly() const { return lock_ == nullptr; }
  const ProjectManifest& manifest() const { return manifest_; }
  const std::string& name() const { return manifest_.name; }
  Status rename(const std::string& name);

  // The last training settings, which the next run's form starts with.
  const TrainingSettings& settings() const { return manifest_.settings; }
  Status setSettings(const TrainingSettings& settings);
  // The settings that a person chose; the others follow the network and the task (see train/default_settings.h).
  FieldValues chosenSettings() const;
  // Replaces the chosen settings. InvalidArgument if the schema rejects a value.
  Status setChosenSettings(const FieldValues& chosen);

  // InvalidArgument (empty name), AlreadyExists (another folder has the name). The first data set is selected, also for
  // training.
  Status addDataset(const std::string& name, const std::filesystem::path& folder);
  // Renames it in the runs that trained on it, too; its folder keeps its name. InvalidArgument (empty name),
  // AlreadyExists.
  Status renameDataset(const std::string& name, const std::string& newName);
  // The same without the runs; RunStore::renameDataset() must be called for them.
  Status renameDatasetEntry(const std::string& name, const std::string& newName);
  // Removes its entry; its folder stays. Another data set is selected instead, and used for training if this one was.
  Status removeDataset(const std::string& name);
  // Removes its entry and moves its folder, if inside the project, to datasets/.trash, from where restoreDataset()
  // restores it under its name. A folder elsewhere stays there; a missing one is ignored. Returns the folder's new
  // place.
  Result<std::filesystem::path> trashDataset(const std::string& name);
  // Restores the last data set of that name in the trash. NotFound, AlreadyExists (the project has one of that name).
  Status restoreDataset(const std::string& name);
  std::vector<std::string> trashedDatasets() const;
  // Deletes all data sets in the trash.
  Status emptyTrash();
  // The folders that emptyTrash() deletes, for deleting them on another thread.
  std::vector<std::filesystem::path> trashFolders() const;
  // Selects the data set to show. NotFound.
  Status selectDataset(const std::string& name);
  // Selects the data set for the next run. NotFound.
  Status selectTrainingDataset(const std::string& name);
  // Returns `wish`, with the next free number if a data set has that name.
  std::string freeDatasetName(const std::string& wish) const;
  // The folder of the data set with that name. NotFound lists the available names.
  Result<std::filesystem::path> datasetFolder(const std::string& name) const;
  Result<std::shared_ptr<Dataset>> openDataset(const std::string& name) const;
  // A free folder under datasets/ for importing a data set of that name, made of the name's letters, digits and dashes.
  std::filesystem::path newDatasetFolder(const std::string& name) const;

  // In the order of their addition, with the names under which they were last saved.
  const std::vector<ProjectNetwork>& networks() const { return manifest_.networks; }
  // The current network's file.
  std::filesystem::path networkFile() const { return folder_ / manifest_.networkFile; }
  // Reads the current network. NotFound, Corrupt or NewerVersion, with the file's name.
  Result<Network> loadNetwork() const;
  // Overwrites the current network. A damaged file is kept as network.json.damaged-N; one of a newer version is not
  // replaced (NewerVersion).
  Status saveNetwork(const Network& network);
  // Changes the current network's name in the list without touching its file; a number follows a name that another
  // network has.
  Status noteNetworkName(const std::string& name);
  // The layout direction of the current network; empty if nobody chose one.
  std::string networkLayout() const;
  Status setNetworkLayout(const std::string& layout);
  // The breakpoints of the current network, in the order in which they were set.
  std::vector<KeptBreakpoint> breakpoints() const;
  Status setBreakpoints(std::vector<KeptBreakpoint> breakpoints);
  // Returns `wish`, with the next free number if another network than the one in `except` has that name.
  std::string freeNetworkName(const std::string& wish, const std::filesystem::path& except = {}) const;
  // Adds `network` and makes it the current one. If another has its name, it gets the next free one ("LeNet 2"); the
  // returned network has that name.
  Result<Network> addNetwork(const Network& network);
  // Makes `network` the current one: selects an equal network of the project, else replaces an empty one, else adds it.
  // Returns it with its final name.
  Result<Network> takeNetwork(const Network& network);
  // NotFound; `file` as in networks().
  Status selectNetwork(const std::filesystem::path& file);
  // Removes the current network, which can be restored. Another one becomes current, or an empty one if none is left.
  // Returns its new file.
  Result<std::filesystem::path> removeNetwork();
  // Restores a network removed by removeNetwork() and makes it the current one.
  Status restoreNetwork(const std::filesystem::path& removed);
  // The networks that can be restored, the last removed first.
  std::vector<ProjectNetwork> removedNetworks() const;
  // The file with earlier states of the current network.
  std::filesystem::path historyFile() const;

  // For the thread that owns this project. Other threads use openRunStore().
  RunStore& runs() { return *runs_; }
  const RunStore& runs() const { return *runs_; }
  // Another connection to the same runs.
  Result<std::unique_ptr<RunStore>> openRunStore() const;
  std::filesystem::path checkpointFolder(RunId run) const;
  std::filesystem::path checkpointPath(const CheckpointRecord& checkpoint) const { return folder_ / checkpoint.file; }
  // All ids from this one on are unused by runs and checkpoint folders.
  std::int32_t lowestFreeRunId() const;
  // Removes the run from the project's list. restoreRun() brings it back until deleteRemovedRuns() deletes it for good.
  // InvalidArgument while it is running or paused.
  Status removeRun(RunId run);
  Status restoreRun(RunId run);
  // Deletes every removed run with its curves and its checkpoint files.
  Status deleteRemovedRuns();
  // Deletes the run with its curves and its checkpoint files at once. InvalidArgument while it is running or paused.
  Status deleteRun(RunId run);

  // Returns a second object for this open project, for another thread. It has the same lock, a copy of the manifest and
  // its own connection to the runs. Only one of the two may change the manifest. Fails like openRunStore().
  Result<std::unique_ptr<Project>> twin() const;
  // Takes over the manifest of its twin. Nothing is written.
  void follow(ProjectManifest manifest) { manifest_ = std::move(manifest); }
  // Writes the manifest after each change. Without a writer each change is written before its call returns. A window
  // passes the values to another thread, which must write them in this order.
  using ManifestWriter = std::function<Status(const std::filesystem::path& folder, const ProjectManifest& manifest)>;
  // Returns the previous writer.
  ManifestWriter setManifestWriter(ManifestWriter writer) { return std::exchange(writer_, std::move(writer)); }

  // Locks the project against other programs while the pointer is held.
  const std::shared_ptr<ProjectLock>& lock() const { return lock_; }

 private:
  Project() = default;
  Status needWrite() const;
  Status openRuns();
  Status adoptDatasets();
  void adoptNetworks();
  Status makeFirstNetwork();
  std::filesystem::path newNetworkFile(const std::string& name) const;
  Status change(ProjectManifest manifest);
  // For what is looked at, which is no change to a reader.
  Status select(ProjectManifest manifest);
  Status deleteForGood(RunId run);

  std::filesystem::path folder_;
  std::shared_ptr<ProjectLock> lock_;
  ProjectManifest manifest_;
  ManifestWriter writer_;
  std::unique_ptr<RunStore> runs_;
};

// Deletes the folders of Project::trashFolders(). If cancelled, the rest stays in the trash. Any thread.
Status deleteTrashFolders(const std::vector<std::filesystem::path>& folders, const CancelToken& cancel);

// Converts `name` to letters, digits and dashes for a file or folder name; returns `otherwise` if nothing is left.
std::string plainName(const std::string& name, const std::string& otherwise);

// Project's own network file operations, for writing the file on another thread.
Result<Network> readProjectNetwork(const std::filesystem::path& file);
Status writeProjectNetwork(const std::filesystem::path& file, const Network& network);
// Copies a damaged file beside itself, once, and returns the name of the copy.
Result<std::filesystem::path> keepDamagedFile(const std::filesystem::path& file);

}  // namespace fovea
