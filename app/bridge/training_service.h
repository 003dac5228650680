// Why: starts runs: the project thread creates the record, then the device's worker takes the run. Starting, resuming
// and branching never block the window. GUI thread only.
#pragma once
#include <QObject>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/bridge/project_thread.h"
#include "app/bridge/run_library.h"
#include "app/bridge/training_bridge.h"

namespace fovea {

// `before`: the action that must wait, "opening another project".
Error runIsUnderWay(const std::string& before);

// The parameters of a new run.
struct RunRequest {
  RunDescription description;
  std::shared_ptr<Dataset> data;                 // null: opened from `dataFolder`
  std::optional<std::filesystem::path> start{};  // a checkpoint with initial weights, used where they match
  std::filesystem::path dataFolder{};
  // The number of its trial in the sweep that is its group.
  std::optional<std::int64_t> trial{};
  std::int64_t lastEpoch = 0;  // see StartRun::lastEpoch
};

// Resumes from a checkpoint: continues its run if it is the run's last one, else starts a branch named `name`. A
// checkpoint without a file: its run has none, and begins anew under its number, with the settings that it began with
// and the epochs of `settings`. See RunEntry::obstacle for runs that cannot.
struct ResumeRequest {
  CheckpointRecord checkpoint;
  TrainingSettings settings;
  std::string name;
  std::string dataset;  // its name in the project
  std::filesystem::path datasetFolder;
  std::int64_t lastEpoch = 0;  // see StartRun::lastEpoch
};

class TrainingService : public QObject {
  Q_OBJECT
 public:
  TrainingService(std::shared_ptr<const BackendRegistry> backends, ProjectThread& thread, RunLibrary& library,
                  QObject* parent = nullptr);

  TrainingBridge* bridge() { return &bridge_; }
  const TrainingBridge* bridge() const { return &bridge_; }
  // InvalidArgument if the device has an active run.
  Status mayStart(const std::string& device) const;
  // Starts the run once its record is created, and then calls `done` with its number or with why it did not start.
  // Without `done`, notStarted() reports a failure. The device counts as busy from now on.
  using Done = std::function<void(const Result<RunId>&)>;
  void start(RunRequest request, Done done = {});
  void resume(ResumeRequest request, Done done = {});

 Q_SIGNALS:
  void notStarted(const fovea::Error& error);

 private:
  struct Begun;
  void begin(const std::string& device, Result<Begun>& begun, const Done& done);
  void followRun(const WorkerSnapshot& run);

  ProjectThread& thread_;
  RunLibrary& library_;
  TrainingBridge bridge_;
  std::map<RunId, WorkerState> states_;  // stored states of active runs
};

}  // namespace fovea
