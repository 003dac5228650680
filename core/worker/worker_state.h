// Why: the state of a Worker, shared by the files that handle its commands, train and save. Internal to core/worker.
#pragma once
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "core/worker/worker.h"

namespace fovea {

// Samples a second over the last half second or so.
class RateMeter {
 public:
  // `times` are those of the run so far.
  void add(std::int64_t samples, const StepTimes& times);
  void restart(const StepTimes& times);
  double rate() const { return rate_; }
  // Of the steps since the rate was measured last.
  const StepTimes& times() const { return times_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  std::int64_t samples_ = 0;
  double rate_ = 0;
  StepTimes times_, before_;
};

// How a run ends once everything is saved.
struct RunEnd {
  WorkerState state;
  RunStatus status;
  std::optional<Error> error{};
};

struct Worker::State {
  using Clock = std::chrono::steady_clock;
  explicit State(std::shared_ptr<const BackendRegistry> registry) : backends(std::move(registry)) {}

  // Shared with callers, under `mutex`.
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::deque<WorkerCommand> commands;
  std::shared_ptr<const WorkerSnapshot> published = std::make_shared<WorkerSnapshot>();
  std::vector<RunEvents> events;
  RunProbe probe;
  RunTrace trace;
  CancelToken lastStart;  // of the run that was sent last
  RunId lastSent;
  bool quit = false;

  // Used only by the worker's thread.
  std::shared_ptr<const BackendRegistry> backends;
  WorkerSnapshot now;
  std::unique_ptr<Trainer> trainer;
  std::shared_ptr<RunRecorder> recorder;
  RateMeter meter;
  Clock::time_point lastPublish;
  std::optional<std::int64_t> stepTo;   // single steps were requested: pauses after this step
  std::optional<EpochRecord> epochDue;  // a completed epoch that could not be stored yet
  std::optional<Checkpoint> unwritten;  // a checkpoint for which there was no room; saved before a later one
  bool checkpointDue = false;           // a checkpoint must be saved before anything else
  bool finishDue = false;
  bool stopDue = false;  // the epoch after which the run should stop is complete
  std::int64_t lastEpoch = 0;  // see StartRun::lastEpoch
  // Changes that would act on the present validation: they are made after it, as a repetition of the run makes them.
  std::vector<ChangeSetting> waiting;
  std::optional<RunEnd> end;
  std::thread thread;

  // worker.cpp
  void run();
  template <class Work>
  void guarded(Work&& work);
  bool takeCommand(WorkerCommand& command);
  void wakeUp();
  bool concerns(const WorkerCommand& command) const;
  RunEvents& eventsOf(RunId run);
  void publish();
  void publishEnd();
  void refresh();
  void mark(const std::string& text);
  void report(const TrainingUpdate& update);
  void advance();
  bool inRun() const { return trainer != nullptr; }
  bool lastEpochDone() const { return lastEpoch > 0 && trainer->position().epoch >= lastEpoch; }
  bool advancing() const { return now.state == WorkerState::Training || now.state == WorkerState::Validating; }

  // run_saving.cpp
  Status saveUnwritten();
  Status beginCheckpoint();
  Status finishCheckpoint();
  void wentBack();
  void saveNowAndThen();
  void safetyCopyFailed(const Error& error);
  bool writeDue();
  void tryEnd();
  void close();
  void fail(const Error& error);
  void abandon(const Error& error);
  void refuse(const Error& error);
  void pause();
  void becomePaused();
  void pauseWith(const Error& error);

  // worker_commands.cpp
  Result<std::unique_ptr<Trainer>> prepare(StartRun& command, std::string& startWords);
  void goOn();
  void refuseCommand(const Error& error);
  Status change(const std::string& setting, const FieldValue& value);
  bool waitsForValidation(const std::string& setting) const;
  void makeChange(const ChangeSetting& command);
  void makeWaitingChanges();
  void handle(StartRun& command);
  void handle(PauseRun&);
  void handle(ContinueRun&);
  void handle(StepRun&);
  void handle(TraceStep&);
  void handle(SetLearningRate& command);
  void handle(SetEpochs& command);
  void handle(ChangeSetting& command);
  void handle(ProbeLayers& command);
  void handle(SetBreakpoints& command);
  void handle(SaveCheckpoint&);
  void handle(StopRun&);
  void handle(StopAfterEpoch&);
  void handle(DiscardRun&);
};

}  // namespace fovea
