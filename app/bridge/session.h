// Why: everything that is open in the window: one project with its network, data sets and runs. All workspaces read and
// change it here, so that they show the same. The session holds one service each for networks, data sets, runs,
// training and jobs, and the thread that reads and writes the project. It opens projects and starts runs, which takes
// several services. GUI thread only.
#pragma once
#include <QObject>
#include <QStringList>
#include <functional>
#include <memory>

#include "app/bridge/breakpoint_service.h"
#include "app/bridge/dataset_service.h"
#include "app/bridge/jobs.h"
#include "app/bridge/network_service.h"
#include "app/bridge/project_opening.h"
#include "app/bridge/project_thread.h"
#include "app/bridge/run_library.h"
#include "app/bridge/run_queue_service.h"
#include "app/bridge/sweep_service.h"
#include "app/bridge/training_service.h"
#include "core/project/example_project.h"
#include "core/project/project.h"
#include "core/train/default_settings.h"
#include "core/train/rate_search.h"
#include "core/train/run_estimate.h"
#include "core/train/scaling_survey.h"

namespace fovea {

class Session : public QObject {
  Q_OBJECT
 public:
  using Done = std::function<void(const Status&)>;

  explicit Session(std::shared_ptr<const BackendRegistry> backends, QObject* parent = nullptr);
  // Saves the network.
  ~Session() override;

  const std::shared_ptr<const BackendRegistry>& backends() const { return backends_; }
  JobQueue* jobs() { return &jobs_; }
  TrainingBridge* training() { return training_.bridge(); }
  // The breakpoints of the shown network.
  BreakpointService* breakpoints() { return &breakpoints_; }
  // The project's runs with their checkpoints and curves.
  RunLibrary* runs() { return &runs_; }
  const RunLibrary* runs() const { return &runs_; }
  // The runs that wait for a device.
  RunQueueService* queue() { return &queue_; }
  // The project's sweeps, of which one may begin runs.
  SweepService* sweeps() { return &sweeps_; }
  // The thread that reads and writes the open project.
  ProjectThread* projectThread() { return &thread_; }
  // The networks of the project, of which one is open.
  NetworkService* networks() { return &networks_; }
  // The data sets of the project.
  DatasetService* datasets() { return &datasets_; }
  // Whether networks and data sets are being added, opened or removed.
  ProjectChanges* changes() { return &changes_; }

  // Null while no project is open. The window uses its manifest; the project thread writes its changes. For runs use
  // runs().
  Project* project() const { return project_.get(); }
  // Whether the open project can only be read, since another program or window has it: every change fails.
  bool readOnly() const { return project_ && project_->readOnly(); }
  // Who has it then.
  const std::optional<Error>& heldElsewhere() const { return held_; }
  // Reads the project, then replaces the open one and calls `done`. InvalidArgument while a run or jobs of the project
  // are active, or another project is being opened. On error the open project stays. A drawing made without a project
  // becomes one of its networks. A project that another program or window has opens for reading only, unless there is
  // such a drawing; opening it again tries to get it for writing.
  void openProject(const std::filesystem::path& folder, Done done);
  void createProject(const std::filesystem::path& folder, const std::string& name, Done done);
  // The same for programs without a window: processes events until it is done.
  Status openProject(const std::filesystem::path& folder);
  void setDeviceOfNewProjects(const std::string& device) { newDevice_ = device; }
  Status createProject(const std::filesystem::path& folder, const std::string& name);
  // Runs as a job, since it may import data; then opens the project.
  Job* openExample(const std::string& example, const std::filesystem::path& folder);
  // Folders of recent projects, latest first.
  QStringList recentProjects() const;
  // Removes a folder from that list, without deleting it.
  void forgetProject(const QString& folder);
  // Moves it to the head of the list.
  void rememberProject(const QString& folder);

  const Network& network() const { return networks_.network(); }
  const NetworkReport& report() const { return networks_.report(); }
  const NetworkDocument& document() const { return networks_.document(); }
  // Fails if the network on the canvas has an error, which the message names.
  Status networkReady() const;
  // Emits networkChanged, or editRefused with the reason.
  void applyEdit(const NetworkEdit& edit, int mergeKey = 0) { networks_.apply(edit, mergeKey); }
  void saveNetwork(Done done) { networks_.save(std::move(done)); }
  // Waits until it is saved, for programs without a window.
  Status saveNetwork() { return networks_.save(); }

  // See DatasetService.
  std::shared_ptr<Dataset> dataset() const { return datasets_.shown().data; }
  const std::optional<Error>& datasetError() const { return datasets_.shown().error; }
  std::shared_ptr<Dataset> trainingDataset() const { return datasets_.trained().data; }
  const std::optional<Error>& trainingDatasetError() const { return datasets_.trained().error; }
  std::string trainingDatasetName() const { return datasets_.trainedName(); }

  // The defaults for the current network and the data set's task.
  SettingDefaults trainingDefaults() const;
  // The settings for a run that is started outside of Train.
  TrainingSettings nextSettings() const;
  // Stores the settings that the user chose for the next runs.
  Status keepChosenSettings(const FieldValues& chosen);
  // Returns why no run of the current network on the training data set can begin now, whatever its settings.
  Status mayTrain() const;
  // Starts a run of the current network on the training data set, with the matching weights of the checkpoint file
  // `start`, see starting_weights.h. Immediate errors are returned; runNotStarted() reports later ones.
  Status startRun(const TrainingSettings& settings, const std::string& name,
                  const std::optional<std::filesystem::path>& start = {});
  // Measures on some steps what a run with this start would take, as a job, during which the device counts as busy.
  // `done` gets the outcome, also Cancelled. Immediate errors are returned, as by startRun().
  Result<Job*> estimateRun(const TrainingSettings& settings, const std::optional<std::filesystem::path>& start,
                           std::function<void(const Result<RunEstimate>&)> done);
  // Measures for the scaling planner, as a job, during which the devices count as busy: those that the settings name,
  // or those of the most ranks that are asked for. `done` gets the outcome, also Cancelled. Immediate errors are
  // returned, as by startRun().
  Result<Job*> surveyScaling(TrainingSettings settings, const ScalingRequest& request,
                             std::function<void(const Result<ScalingSurvey>&)> done);
  // Looks for a learning rate by a short trial with the other settings and this start, as a job, during which the
  // device counts as busy. `done` gets the outcome, also Cancelled. Immediate errors are returned, as by startRun().
  Result<Job*> searchRate(const TrainingSettings& settings, const std::optional<std::filesystem::path>& start,
                          std::function<void(const Result<RateSearch>&)> done);
  // The same as startRun() for a run that waits until its device is free.
  Status queueRun(const TrainingSettings& settings, const std::string& name, int priority = 0,
                  const std::optional<std::filesystem::path>& start = {});
  // Begins a sweep of the current network over the training data set; the plan's name may be empty. Its settings are
  // those that differ from the defaults, see sweepSettings(). Immediate errors are returned; failed() of sweeps()
  // reports later ones.
  Status startSweep(SweepPlan plan);
  // Resumes from a checkpoint, see ResumeRequest.
  Status resumeRun(const CheckpointRecord& checkpoint, const TrainingSettings& settings, const std::string& name);
  // InvalidArgument if no run can be resumed on the device now.
  Status mayContinue(const std::string& device) const;

 public Q_SLOTS:
  void undo() { networks_.undo(); }
  void redo() { networks_.redo(); }

 Q_SIGNALS:
  void projectChanged();
  // Another drawing is shown, of this project or another, so selections are obsolete.
  void networkOpened();
  void networkChanged();
  void editRefused(const fovea::Error& error);
  // The shown data set, the list of data sets or their names changed.
  void datasetChanged();
  // The training data set was replaced or edited.
  void trainingDatasetChanged();
  // A new or resumed run failed to start.
  void runNotStarted(const fovea::Error& error);
  // A background action (autosave, recording) failed.
  void failed(const fovea::Error& error);

 private:
  Status mayChangeProject(const std::string& before) const;
  using Opener = std::function<Result<std::unique_ptr<Project>>(std::optional<Error>& held)>;

  // Saves the open project, reads another one on the project thread, and shows it.
  void replaceProject(Opener opener, Done done);
  void adoptWhenSaved(std::shared_ptr<OpenedProject> opened, Done done);
  void adopt(OpenedProject& opened);
  // Runs a short trial of the next run as a job, with its device reserved.
  template <class Found>
  Result<Job*> startTrial(const QString& title, const TrainingSettings& settings,
                          const std::optional<std::filesystem::path>& start,
                          std::function<Result<Found>(TrainingPlan, const DeviceTeam&, const ProgressFunction&)> work,
                          std::function<void(const Result<Found>&)> done);
  Result<std::filesystem::path> datasetFolder(const std::string& dataset) const;
  // Describes a run of the current network; an error says why it cannot be trained.
  Result<RunDescription> trainable(const TrainingSettings& settings, const std::string& name) const;

  std::shared_ptr<const BackendRegistry> backends_;
  std::string newDevice_;  // for runs of a new project; empty: core's default
  bool opening_ = false;
  std::unique_ptr<Project> project_;
  std::optional<Error> held_;  // why the project is read-only
  // The last members are destroyed first, since they may use those above. The thread completes all posted work.
  ProjectThread thread_;
  ProjectChanges changes_;
  RunLibrary runs_;
  NetworkService networks_;
  TrainingService training_;
  BreakpointService breakpoints_;
  DatasetService datasets_;
  RunQueueService queue_;
  SweepService sweeps_;
  JobQueue jobs_;
};

}  // namespace fovea
