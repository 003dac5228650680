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

// Begins a run; RunEvents::refused while another one goes on. A run that cannot begin leaves nothing in the project,
// and one that was to go on is as it was before. `checkpoint` is where to go on from; `start` is a checkpoint whose
// weights a new run begins with, where they fit (see starting_weights.h), which a mark in the run tells.
struct StartRun {
  TrainingPlan plan;
  std::string name;
  std::shared_ptr<RunRecorder> recorder;
  std::optional<std::filesystem::path> checkpoint{};
  std::optional<std::filesystem::path> start{};
};
// The commands below name the run that they mean, and do nothing where that run is not the worker's present one: it may
// have ended, and another may have begun, while the command was on its way. An invalid id means whichever run it is.
struct PauseRun {
  RunId run{};
};
struct ContinueRun {  // where something could not be saved: tries that again first, and ends the run if it was to end
  RunId run{};
};
// One batch of training, after what is left of a validation; then pause. Steps that are asked for meanwhile add up, and
// any other command is heard between two batches.
struct StepRun {
  RunId run{};
};
// The same, and every tensor of the step is recorded: WorkerReport::trace.
struct TraceStep {
  RunId run{};
};
struct SetLearningRate {
  double rate;
  RunId run{};
};
// Another value of a setting for the rest of the run, see Trainer::change(). What cannot change is an error in the
// snapshot.
struct ChangeSetting {
  std::string setting;
  FieldValue value;
  RunId run{};
};
struct SetEpochs {  // an epoch that has begun is finished first
  std::int64_t epochs;
  RunId run{};
};
// Which layers are looked at from now on, see ProbeRequest; none: nothing is looked at any more. A layer that there is
// not is an error in the snapshot.
struct ProbeLayers {
  ProbeRequest request;
  RunId run{};
};
// Which conditions pause the run, see Trainer::setBreakpoints(). A layer that there is not is an error in the snapshot.
struct SetBreakpoints {
  std::vector<Breakpoint> breakpoints;
  std::int64_t every = 1;  // steps from one check to the next
  RunId run{};
};
struct SaveCheckpoint {
  RunId run{};
};
// Saves a checkpoint and ends the run; one that is still being prepared leaves nothing. Where the checkpoint cannot be
// saved the run is paused and kept (WorkerSnapshot::unsaved).
struct StopRun {
  RunId run{};
};
// Finishes the epoch that has begun, with its validation and its checkpoint, and ends the run there as StopRun does. A
// later ContinueRun takes it back.
struct StopAfterEpoch {
  RunId run{};
};
struct DiscardRun {  // ends a run that cannot be saved without what is not saved; else does nothing
  RunId run{};
};
using WorkerCommand = std::variant<StartRun, PauseRun, ContinueRun, StepRun, SetLearningRate, SetEpochs, SaveCheckpoint,
                                   StopRun, StopAfterEpoch, DiscardRun, ChangeSetting, ProbeLayers, SetBreakpoints, TraceStep>;

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
  StepTimes times{};      // of the steps in the last half second or so
  int loaderThreads = 0;  // that load batches now
  double learningRate = 0;
  double seconds = 0;  // of training so far
  std::uint64_t memoryBytes = 0;
  std::optional<EpochRecord> lastEpoch;
  // Why the run failed, or why it was paused (a checkpoint that could not be written).
  std::optional<Error> error;
  // Paused, because what `error` names could not be saved: it is in memory only until ContinueRun or StopRun can save
  // it, or DiscardRun gives it up.
  bool unsaved = false;
  bool stopsAfterEpoch = false;
  // Paused by these breakpoints; empty once the run goes on.
  std::vector<BreakpointHit> hits{};

  bool active() const {
    return state == WorkerState::Preparing || state == WorkerState::Training || state == WorkerState::Validating ||
           state == WorkerState::Paused;
  }
};

// What happened to one run since it was last asked for, each list in order. When nobody asks for long, points are
// thinned out and the oldest of the others are left out; the run's store has them all.
struct RunEvents {
  RunId run;
  std::vector<MetricPoint> points{};
  std::vector<EpochRecord> epochs{};
  std::vector<RunMark> marks{};
  std::vector<CheckpointRecord> checkpoints{};
  std::vector<std::shared_ptr<const LayerFrame>> layers{};  // records of the layers
  std::optional<Error> refused{};                 // it was not begun, because another run goes on
  std::shared_ptr<const WorkerSnapshot> ended{};  // its last snapshot, once it is over
};

// What probes saw of a run last.
struct RunProbe {
  RunId run;
  std::shared_ptr<const ProbeFrame> frame;  // null: nothing since the last report
};

// A step that TraceStep asked for.
struct RunTrace {
  RunId run;
  std::shared_ptr<const StepTrace> trace;  // null: none since the last report
};

struct WorkerReport {
  std::shared_ptr<const WorkerSnapshot> snapshot;  // never null
  // One entry for each run that something happened to, in the order in which they began.
  std::vector<RunEvents> events;
  // The latest frame; those before it that nobody asked for are gone.
  RunProbe probe{};
  RunTrace trace{};
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
  // The snapshot of this moment, and all that led to it since the last report.
  WorkerReport takeReport();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fovea
