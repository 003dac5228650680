// Why: training has a thread of its own, and no state is shared with it: commands go in, immutable snapshots come out.
// The screen asks about thirty times a second, so the fastest loop cannot flood it, and it never waits for the device.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/backends/device.h"
#include "core/project/run_recorder.h"
#include "core/train/trainer.h"

namespace fovea {

// Begins a run; refused with an error in the snapshot while another one goes on. A run that cannot begin leaves nothing
// in the project, and one that was to go on is as it was before. `checkpoint` is where to go on from; `start` is a
// checkpoint whose weights a new run begins with, where they fit (see starting_weights.h), which a mark in the run
// tells.
struct StartRun {
  TrainingPlan plan;
  std::string name;
  std::shared_ptr<RunRecorder> recorder;
  std::optional<std::filesystem::path> checkpoint{};
  std::optional<std::filesystem::path> start{};
};
struct PauseRun {};
struct ContinueRun {};  // where something could not be saved: tries that again first, and ends the run if it was to end
// One batch of training, after what is left of a validation; then pause. Steps that are asked for meanwhile add up, and
// any other command is heard between two batches.
struct StepRun {};
struct SetLearningRate {
  double rate;
};
struct SetEpochs {
  std::int64_t epochs;
};  // an epoch that has begun is finished first
struct SaveCheckpoint {};
// Saves a checkpoint and ends the run; one that is still being prepared leaves nothing. Where the checkpoint cannot be
// saved the run is paused and kept (WorkerSnapshot::unsaved).
struct StopRun {};
struct DiscardRun {};  // ends a run that cannot be saved without what is not saved; else does nothing
using WorkerCommand = std::variant<StartRun, PauseRun, ContinueRun, StepRun, SetLearningRate, SetEpochs, SaveCheckpoint,
                                   StopRun, DiscardRun>;

enum class WorkerState { Idle, Preparing, Training, Validating, Paused, Finished, Stopped, Failed };
// "Training", for the status bar.
const char* workerStateTitle(WorkerState state);

// Where the run is. Immutable once published.
struct WorkerSnapshot {
  WorkerState state = WorkerState::Idle;
  RunId run;
  std::string name;
  std::string device;
  std::int64_t epoch = 0;   // complete ones
  std::int64_t epochs = 0;  // wanted
  std::int64_t step = 0;
  std::int64_t stepsPerEpoch = 0;
  double progress = 0;  // of the whole run, 0 to 1
  double epochProgress = 0;
  double secondsLeft = -1;  // negative: not known yet
  double imagesPerSecond = 0;
  double learningRate = 0;
  double seconds = 0;  // of training so far
  std::uint64_t memoryBytes = 0;
  std::optional<EpochRecord> lastEpoch;
  // Why the run failed, or why it was paused (a checkpoint that could not be written).
  std::optional<Error> error;
  // Paused, because what `error` names could not be saved: it is in memory only until ContinueRun or StopRun can save
  // it, or DiscardRun gives it up.
  bool unsaved = false;

  bool active() const {
    return state == WorkerState::Preparing || state == WorkerState::Training || state == WorkerState::Validating ||
           state == WorkerState::Paused;
  }
};

// What happened since it was last asked for, in order. When nobody asks for long, points are thinned out and the oldest
// of the others are left out; the run's store has them all.
struct WorkerNews {
  std::vector<MetricPoint> points;
  std::vector<EpochRecord> epochs;
  std::vector<RunMark> marks;
  std::vector<CheckpointRecord> checkpoints;
};

// Thread-safe: any thread may call any function. None of them waits for training.
class Worker {
 public:
  explicit Worker(std::shared_ptr<const BackendRegistry> backends);
  // Stops the run after its current batch, saves a checkpoint, waits for the thread.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void send(WorkerCommand command);
  std::shared_ptr<const WorkerSnapshot> snapshot() const;  // never null
  WorkerNews takeNews();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fovea
