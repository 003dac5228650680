// Why: everything a person makes lies in one folder that can be copied, kept and given away: the network, the data
// sets, the runs with their curves, the checkpoints.
//
//   project.json                      the manifest: names, data sets, last settings
//   network.json                      the first network
//   networks/<name>.json              further networks, by the name that they came with
//   networks/lenet.history            earlier states of networks/lenet.json (see network_history.h)
//   networks/removed/                 the networks that were removed last, which can be put back
//   runs.db                           runs, curves, epochs, checkpoints' entries (SQLite)
//   datasets/<name>/                  data sets imported here
//   checkpoints/<run>/epoch-0003.safetensors
//
// A project of before there were several networks has one, in network.json, and is opened as it is. A program of that
// time sees the current network of a newer project and no other; those that it does not know stay where they are and
// are found again by the next program that does. A run keeps the network that it trained (runs.db), whatever becomes
// of the drawings.
//
// Every file appears whole or not at all. A program that writes holds the project's lock; readers need none.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/cancel.h"
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
  // ReadWrite: runs that were going on when the last program ended become Interrupted, and checkpoints that it left
  // between file and entry are brought together (see checkpoint_files.h). NotFound, PermissionDenied,
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

  // InvalidArgument (no name), AlreadyExists (the name is taken by another folder). The first one is selected, and
  // trained on.
  Status addDataset(const std::string& name, const std::filesystem::path& folder);
  // Also in the runs that trained on it; its folder stays where it is. InvalidArgument (no name), AlreadyExists.
  Status renameDataset(const std::string& name, const std::string& newName);
  // Forgets it; its folder stays. Another one is selected in its place, and that one is trained on where this one was.
  Status removeDataset(const std::string& name);
  // Forgets it, and moves a folder that lies in the project to datasets/.trash, from where restoreDataset() takes it
  // back under its name. One that lies elsewhere stays there; one that is gone is forgotten. Returns where it lies now.
  Result<std::filesystem::path> trashDataset(const std::string& name);
  // The last one of that name in the trash. NotFound, AlreadyExists (the project has one of that name).
  Status restoreDataset(const std::string& name);
  std::vector<std::string> trashedDatasets() const;
  // Deletes all data sets in the trash.
  Status emptyTrash();
  // The folders that emptyTrash() deletes, for whoever deletes them on another thread.
  std::vector<std::filesystem::path> trashFolders() const;
  // The one that is looked at. NotFound.
  Status selectDataset(const std::string& name);
  // The one that the next run trains on. NotFound.
  Status selectTrainingDataset(const std::string& name);
  // Where a data set of that name lies. NotFound lists the names there are.
  Result<std::filesystem::path> datasetFolder(const std::string& name) const;
  Result<std::shared_ptr<Dataset>> openDataset(const std::string& name) const;
  // A free folder under datasets/ for an import of that name: letters, digits and dashes of it.
  std::filesystem::path newDatasetFolder(const std::string& name) const;

  // In the order in which they came; the names are those that were saved last.
  const std::vector<ProjectNetwork>& networks() const { return manifest_.networks; }
  // Of the current network.
  std::filesystem::path networkFile() const { return folder_ / manifest_.networkFile; }
  // Of the current network: NotFound, Corrupt or NewerVersion, with the file's name.
  Result<Network> loadNetwork() const;
  // In the place of the current network. A damaged file there is kept as network.json.damaged-N; one of a newer version
  // is not replaced (NewerVersion).
  Status saveNetwork(const Network& network);
  // The list calls the current network so; its file is not touched.
  Status noteNetworkName(const std::string& name);
  // How the current network is laid out; empty where nobody said it.
  std::string networkLayout() const;
  Status setNetworkLayout(const std::string& layout);
  // `wish`, or with the next number that makes it the name of no other network than the one in `except`.
  std::string freeNetworkName(const std::string& wish, const std::filesystem::path& except = {}) const;
  // Adds `network` and makes it the current one. Where another has its name, it takes the next free one ("LeNet 2"),
  // which is that of the returned network.
  Result<Network> addNetwork(const Network& network);
  // Makes `network` the current one: the project's own one that is equal to it, else in the place of an empty one, else
  // added. Returns it under the name that it has then.
  Result<Network> takeNetwork(const Network& network);
  // NotFound; `file` as networks() tells it.
  Status selectNetwork(const std::filesystem::path& file);
  // Removes the current network, which stays restorable. Another becomes the current one: after the last one an empty
  // one. Returns where it lies now.
  Result<std::filesystem::path> removeNetwork();
  // Puts back what removeNetwork() took away, and makes it the current one.
  Status restoreNetwork(const std::filesystem::path& removed);
  // Those that can be restored, the last one first.
  std::vector<ProjectNetwork> removedNetworks() const;
  // Earlier states of the current network.
  std::filesystem::path historyFile() const;

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
  void adoptNetworks();
  Status makeFirstNetwork();
  std::filesystem::path newNetworkFile(const std::string& name) const;
  Status change(ProjectManifest manifest);

  std::filesystem::path folder_;
  std::shared_ptr<ProjectLock> lock_;
  ProjectManifest manifest_;
  std::unique_ptr<RunStore> runs_;
};

// Deletes what Project::trashFolders() told. A cancelled one leaves the rest in the trash. Any thread.
Status deleteTrashFolders(const std::vector<std::filesystem::path>& folders, const CancelToken& cancel);

// A name of letters, digits and dashes for a file or folder that is called `name`; `otherwise` where nothing is left.
std::string plainName(const std::string& name, const std::string& otherwise);

// What Project does with the file of its network; for whoever writes it on another thread.
Result<Network> readProjectNetwork(const std::filesystem::path& file);
Status writeProjectNetwork(const std::filesystem::path& file, const Network& network);
// Copies what stands in a damaged file beside it, once, and returns the name of the copy.
Result<std::filesystem::path> keepDamagedFile(const std::filesystem::path& file);

}  // namespace fovea
