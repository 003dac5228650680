// Why: what is open in the window: one project with its network, its data set and its runs. Every workspace reads it
// here and changes it here, so that all of them show the same. GUI thread only.
#pragma once
#include <QObject>
#include <QTimer>
#include <memory>

#include "app/bridge/jobs.h"
#include "app/bridge/training_bridge.h"
#include "core/network/layer_facts.h"
#include "core/network/network_analysis.h"
#include "core/project/example_project.h"
#include "core/project/project.h"

namespace fovea {

class Session : public QObject {
  Q_OBJECT
 public:
  explicit Session(std::shared_ptr<const BackendRegistry> backends, QObject* parent = nullptr);
  // Saves the network.
  ~Session() override;

  const std::shared_ptr<const BackendRegistry>& backends() const { return backends_; }
  JobQueue* jobs() { return &jobs_; }
  TrainingBridge* training() { return &training_; }

  // Null while no project is open.
  Project* project() const { return project_.get(); }
  // Replaces what is open. InvalidArgument while a run is active. Errors leave what is open as it is.
  Status openProject(const std::filesystem::path& folder);
  Status createProject(const std::filesystem::path& folder, const std::string& name);
  // As a job, since it may import data; the project opens when it is done.
  Job* openExample(const std::string& example, const std::filesystem::path& folder);
  // Folders of projects opened before, the latest first.
  QStringList recentProjects() const;

  const Network& network() const { return document_.network(); }
  const NetworkReport& report() const { return report_; }
  const NetworkDocument& document() const { return document_; }
  // Emits networkChanged, or editRefused with the reason.
  void applyEdit(const NetworkEdit& edit, int mergeKey = 0);
  Status saveNetwork();
  // From a file over the present one, as an edit that can be undone.
  Status loadNetworkFile(const std::filesystem::path& file);
  Status saveNetworkFile(const std::filesystem::path& file) const;

  // The data set that is trained on; null when there is none.
  std::shared_ptr<Dataset> dataset() const { return dataset_; }
  // What is wrong with the selected data set, if it could not be opened.
  const std::optional<Error>& datasetError() const { return datasetError_; }
  Status selectDataset(const std::string& name);
  // Makes a finished import known to the project and selects it.
  Status addDataset(const std::string& name, const std::filesystem::path& folder);
  // Makes a data set known to the project, and leaves the selected one selected.
  Status keepDataset(const std::string& name, const std::filesystem::path& folder);
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
  void undo();
  void redo();

 Q_SIGNALS:
  void projectChanged();
  void networkChanged();
  void editRefused(const fovea::Error& error);
  void datasetChanged();
  // A run, an epoch or a checkpoint is new.
  void runsChanged();
  // Something that nobody asked for went wrong (autosave, recording).
  void failed(const fovea::Error& error);

 private:
  void adopt(std::unique_ptr<Project> project);
  void networkEdited();
  void openSelectedDataset();
  Status adoptEdited(Result<std::shared_ptr<Dataset>> edited);
  void remember(const std::filesystem::path& folder);

  std::shared_ptr<const BackendRegistry> backends_;
  std::unique_ptr<Project> project_;
  NetworkDocument document_;
  LayerMemory facts_;  // of layers, from one edit to the next
  NetworkReport report_;
  std::shared_ptr<Dataset> dataset_;
  std::optional<Error> datasetError_;
  QTimer autosave_;
  // Last, so that they end first: both may still use what is above.
  TrainingBridge training_;
  JobQueue jobs_;
};

}  // namespace fovea
