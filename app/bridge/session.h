// Why: what is open in the window: one project with its network, its data set and its runs. Every workspace reads it
// here and changes it here, so that all of them show the same. GUI thread only.
#pragma once
#include <QObject>
#include <memory>

#include "app/bridge/jobs.h"
#include "app/bridge/network_service.h"
#include "app/bridge/training_bridge.h"
#include "core/project/example_project.h"
#include "core/project/project.h"

namespace fovea {

// A data set that was taken out of the project, as it was in it.
struct RemovedDataset {
  std::string name;
  std::filesystem::path folder;  // where it lies now
  bool inTrash = false;          // of the project; else it lies where it always lay
  bool selected = false;
  bool trained = false;
};

Error noProjectIsOpen();
// `before`: what can be done once it is over, "opening another project".
Error runIsUnderWay(const std::string& before);

class Session : public QObject {
  Q_OBJECT
 public:
  explicit Session(std::shared_ptr<const BackendRegistry> backends, QObject* parent = nullptr);
  // Saves the network.
  ~Session() override = default;

  const std::shared_ptr<const BackendRegistry>& backends() const { return backends_; }
  JobQueue* jobs() { return &jobs_; }
  TrainingBridge* training() { return &training_; }
  // The networks of the project, of which one is open.
  NetworkService* networks() { return &networks_; }

  // Null while no project is open.
  Project* project() const { return project_.get(); }
  // Replaces what is open. InvalidArgument while a run or jobs of the project are under way. Errors leave what is open
  // as it is. What was drawn without a project becomes one of its networks.
  Status openProject(const std::filesystem::path& folder);
  void setDeviceOfNewProjects(const std::string& device) { newDevice_ = device; }
  Status createProject(const std::filesystem::path& folder, const std::string& name);
  // As a job, since it may import data; the project opens when it is done.
  Job* openExample(const std::string& example, const std::filesystem::path& folder);
  // Folders of projects opened before, the latest first.
  QStringList recentProjects() const;
  // Takes a folder out of that list; what lies in it stays.
  void forgetProject(const QString& folder);
  // Puts it at the head of the list.
  void rememberProject(const QString& folder);

  const Network& network() const { return networks_.network(); }
  const NetworkReport& report() const { return networks_.report(); }
  const NetworkDocument& document() const { return networks_.document(); }
  // Emits networkChanged, or editRefused with the reason.
  void applyEdit(const NetworkEdit& edit, int mergeKey = 0) { networks_.apply(edit, mergeKey); }
  Status saveNetwork() { return networks_.save(); }
  // From a file, as another network of the project; see NetworkService::add.
  Status loadNetworkFile(const std::filesystem::path& file);
  Status saveNetworkFile(const std::filesystem::path& file) const;

  // The data set that is looked at; null when there is none.
  std::shared_ptr<Dataset> dataset() const { return shown_.data; }
  // The reason why it could not be opened, if it could not.
  const std::optional<Error>& datasetError() const { return shown_.error; }
  Status selectDataset(const std::string& name);
  // The data set that the network is compared with and the next run trains on; null when there is none.
  std::shared_ptr<Dataset> trainingDataset() const { return trained_.data; }
  const std::optional<Error>& trainingDatasetError() const { return trained_.error; }
  // Its name in the project; empty when there is none.
  std::string trainingDatasetName() const;
  Status selectTrainingDataset(const std::string& name);
  // Makes a finished import known to the project and selects it. The first one is trained on.
  Status addDataset(const std::string& name, const std::filesystem::path& folder);
  // Makes a data set known to the project, and leaves the selected one selected.
  Status keepDataset(const std::string& name, const std::filesystem::path& folder);
  // Opens a data set anew whose files have changed.
  void reopenDataset(const std::filesystem::path& folder);
  // Also in the runs that trained on it.
  Status renameDataset(const std::string& name, const std::string& newName);
  // Takes a data set out of the project; what lies in the project's folder goes to its trash. InvalidArgument while a
  // run trains on it.
  Result<RemovedDataset> removeDataset(const std::string& name);
  // Undoes a removal: the data set has its name and its part in the project again.
  Status restoreDataset(const RemovedDataset& removed);
  // The latest of that name in the trash; it is selected.
  Status restoreDataset(const std::string& name);
  // Deletes what is in the trash of the open project, as a job since it may be large.
  Job* emptyTrash();
  // A correction of the selected data set, taken back, or done again. datasetChanged tells of it; a run that is under
  // way goes on with what it began with.
  Status editDataset(SampleEdit edit);
  Status undoDatasetEdit();
  Status redoDatasetEdit();

  // Begins a run of the present network on the selected data set; with the weights of `start` where they fit, see
  // starting_weights.h.
  Status startRun(const TrainingSettings& settings, const std::string& name,
                  const std::optional<CheckpointRecord>& start = {});
  // Goes on from a checkpoint: with its own run if it is the last of it, else as a new branch named `name`.
  Status resumeRun(const CheckpointRecord& checkpoint, const TrainingSettings& settings, const std::string& name);

 public Q_SLOTS:
  void undo() { networks_.undo(); }
  void redo() { networks_.redo(); }

 Q_SIGNALS:
  void projectChanged();
  // Another drawing is shown than before, of this project or of another: nothing that was selected belongs to it.
  void networkOpened();
  void networkChanged();
  void editRefused(const fovea::Error& error);
  // The data set that is looked at, its list or its names.
  void datasetChanged();
  // The data set that is trained on: another one, or edited.
  void trainingDatasetChanged();
  // A run, an epoch or a checkpoint is new.
  void runsChanged();
  // Something that nobody asked for went wrong (autosave, recording).
  void failed(const fovea::Error& error);

 private:
  Status mayChangeProject(const std::string& before) const;
  // A data set of the project, or why it could not be opened; neither where none is chosen.
  struct OpenedDataset {
    std::shared_ptr<Dataset> data;
    std::optional<Error> error;
  };

  Status adopt(std::unique_ptr<Project> project);
  OpenedDataset openDataset(const std::string& name) const;
  void openDatasets();
  void tellDatasets();
  Status adoptEdited(Result<std::shared_ptr<Dataset>> edited);

  std::shared_ptr<const BackendRegistry> backends_;
  std::string newDevice_;  // of the runs of a new project; empty: as core has it
  std::unique_ptr<Project> project_;
  OpenedDataset shown_;
  OpenedDataset trained_;  // the same object as in shown_ where both are of one data set
  // Last, so that they end first: they may still use what is above.
  NetworkService networks_;
  TrainingBridge training_;
  JobQueue jobs_;
};

}  // namespace fovea
