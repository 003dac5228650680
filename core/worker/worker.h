// Why: training runs on a thread of its own without shared state: callers send commands and receive immutable
// snapshots. The screen asks about thirty times a second, so a fast training loop cannot flood it, and it never waits
// for the device.
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

// Starts a run; RunEvents::refused while another one is active. A run that fails to start leaves nothing in the
// project; a resumed run that fails to start is restored. `checkpoint`: the run resumes from it. `start`: a new run
// begins with its weights where they fit (see starting_weights.h); a mark in the run records this.
struct StartRun {
  TrainingPlan plan;
  std::string name;
  std::shared_ptr<RunRecorder> recorder;
  std::optional<std::filesystem::path> checkpoint{};
  std::optional<std::filesystem::path> start{};
  // The run stops normally, with a checkpoint, once so many epochs are complete. 0: it goes on until its settings end it.
  std::int64_t lastEpoch = 0;
};
// Each command below names a run, and does nothing if that run is not the active one: it may have ended, and another
// may have begun, before the command arrived. An invalid id means the active run.
struct PauseRun {
  RunId run{};
};
struct ContinueRun {  // after a failed save: retries it first, and ends the run if it was about to end
  RunId run{};
};
// Runs one training batch, after the rest of a validation, and then pauses. Repeated requests add up, and other
// commands are handled between two batches.
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
// Changes a setting for the rest of the run, see Trainer::change(). A refused change is reported as an error in the
// snapshot.
struct ChangeSetting {
  std::string setting;
  FieldValue value;
  RunId run{};
};
struct SetEpochs {  // a started epoch is finished first
  std::int64_t epochs;
  RunId run{};
};
// Sets the layers to observe from now on, see ProbeRequest; an empty list stops observing. An unknown layer is reported
// as an error in the snapshot.
struct ProbeLayers {
  ProbeRequest request;
  RunId run{};
};
// Sets the conditions that pause the run, see Trainer::setBreakpoints(). An unknown layer is reported as an error in
// the snapshot.
struct SetBreakpoints {
  std::vector<Breakpoint> breakpoints;
  std::int64_t every = 1;  // number of steps between two checks
  RunId run{};
};
struct SaveCheckpoint {
  RunId run{};
};
// Saves a checkpoint and ends the run; a run that is still being prepared leaves nothing. If the checkpoint cannot be
// saved, the run is paused and kept (WorkerSnapshot::unsaved).
struct StopRun {
  RunId run{};
};
// Finishes the current epoch with its validation and its checkpoint, and then ends the run as StopRun does. A later
// ContinueRun cancels this.
struct StopAfterEpoch {
  RunId run{};
};
struct DiscardRun {  // ends a run whose state cannot be saved, and loses that state; does nothing otherwise
  RunId run{};
};
using WorkerCommand =
    std::variant<StartRun, PauseRun, ContinueRun, StepRun, SetLearningRate, SetEpochs, SaveCheckpoint, StopRun,
                 StopAfterEpoch, DiscardRun, ChangeSetting, ProbeLayers, SetBreakpoints, TraceStep>;

enum class WorkerState { Idle, Preparing, Training, Validating, Paused, Finished, Stopped, Failed };
// Text for the status bar: "Training".
const char* workerStateTitle(WorkerState state);

// The state of the run. Immutable once published.
struct WorkerSnapshot {
  WorkerState state = WorkerState::Idle;
  RunId run;
  std::string name;
  std::string device;
  bool begun = false;       // it was prepared; a run that ends without that leaves nothing, see StartRun
  std::int64_t epoch = 0;   // completed epochs
  std::int64_t epochs = 0;  // requested epochs
  std::int64_t step = 0;
  std::int64_t stepsPerEpoch = 0;
  double progress = 0;  // of the whole run, 0 to 1
  double epochProgress = 0;
  double secondsLeft = -1;  // negative: unknown
  double samplesPerSecond = 0;
  StepTimes times{};      // of the steps in the last half second or so
  int loaderThreads = 0;  // that load batches now
  double learningRate = 0;
  std::string augmentation{};  // the transforms of the training samples, as the Input layer holds them
  double seconds = 0;          // training time so far
  std::uint64_t memoryBytes = 0;
  std::optional<EpochRecord> lastEpoch;
  // The reason why the run failed or was paused (a checkpoint that could not be written).
  std::optional<Error> error;
  // How many commands were refused, the last one because of `error`: two of them may have the same error.
  std::int64_t refusals = 0;
  // The run is paused because the data that `error` names could not be saved. It is only in memory until ContinueRun or
  // StopRun saves it, or DiscardRun drops it.
  bool unsaved = false;
  bool stopsAfterEpoch = false;
  // The breakpoints that paused the run; empty once it continues.
  std::vector<BreakpointHit> hits{};
  std::int64_t pausesAtHits = 0;  // a run that went back may pause at the same step again
  // Why the breakpoints are not checked any more, until SetBreakpoints sets them again.
  std::optional<Error> unchecked{};

  bool active() const {
    return state == WorkerState::Preparing || state == WorkerState::Training || state == WorkerState::Validating ||
           state == WorkerState::Paused;
  }
};

// The events of one run since the last report, each list in order. After a long time without a report, points are
// thinned out and the oldest other events are dropped; the run's store has them all.
struct RunEvents {
  RunId run;
  std::vector<MetricPoint> points{};
  std::vector<EpochRecord> epochs{};
  std::vector<ValidationRecord> validations{};  // within epochs
  std::vector<RunMark> marks{};
  std::vector<CheckpointRecord> checkpoints{};
  std::vector<std::shared_ptr<const LayerFrame>> layers{};  // records of the layers
  std::optional<Error> refused{};                           // it was not begun, because another run goes on
  std::shared_ptr<const WorkerSnapshot> ended{};            // its last snapshot, once it is over
};

// The latest observation of a run by its probes.
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
  // One entry for each run with events, in the order in which the runs began.
  std::vector<RunEvents> events;
  // The latest frame; earlier frames that nobody fetched are dropped.
  RunProbe probe{};
  RunTrace trace{};
};

// Thread-safe: any thread may call any function. None of them waits for training.
class Worker {
 public:
  explicit Worker(std::shared_ptr<const BackendRegistry> backends);
  // Stops the run after its current batch, saves a checkpoint and waits for the thread.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void send(WorkerCommand command);
  std::shared_ptr<const WorkerSnapshot> snapshot() const;  // never null
  // The current snapshot, and all events since the last report.
  WorkerReport takeReport();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fovea
