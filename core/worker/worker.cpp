#include "core/worker/worker.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "core/train/starting_weights.h"

namespace fovea {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostPoints = 8192;
constexpr std::size_t kMostRecords = 4096;  // of epochs, marks and checkpoints each; the store has them all
constexpr auto kPublishInterval = std::chrono::milliseconds(15);
constexpr double kRateWindowSeconds = 0.5;
constexpr const char* kCurvesNotSaved = "The run is paused, because its curves could not be saved";

// Images a second over the last half second or so.
class RateMeter {
 public:
  void add(std::int64_t images) {
    images_ += images;
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - start_).count();
    if (seconds < kRateWindowSeconds) return;
    rate_ = static_cast<double>(images_) / seconds;
    images_ = 0;
    start_ = now;
  }
  void restart() {
    images_ = 0;
    start_ = Clock::now();
  }
  double rate() const { return rate_; }

 private:
  Clock::time_point start_ = Clock::now();
  std::int64_t images_ = 0;
  double rate_ = 0;
};

void thinOut(std::vector<MetricPoint>& points) {
  std::size_t kept = 0;
  for (std::size_t i = 1; i < points.size(); i += 2) points[kept++] = points[i];
  points.resize(kept);
}

template <class T>
void append(std::vector<T>& records, T record) {
  if (records.size() >= kMostRecords) records.erase(records.begin(), records.begin() + kMostRecords / 2);
  records.push_back(std::move(record));
}

}  // namespace

const char* workerStateTitle(WorkerState state) {
  switch (state) {
    case WorkerState::Idle:
      return "Idle";
    case WorkerState::Preparing:
      return "Preparing";
    case WorkerState::Training:
      return "Training";
    case WorkerState::Validating:
      return "Validating";
    case WorkerState::Paused:
      return "Paused";
    case WorkerState::Finished:
      return "Finished";
    case WorkerState::Stopped:
      return "Stopped";
    case WorkerState::Failed:
      return "Failed";
  }
  return "";
}

struct Worker::State {
  explicit State(std::shared_ptr<const BackendRegistry> registry) : backends(std::move(registry)) {}

  // Shared with callers, under `mutex`.
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::deque<WorkerCommand> commands;
  std::shared_ptr<const WorkerSnapshot> published = std::make_shared<WorkerSnapshot>();
  WorkerNews news;
  bool quit = false;

  // Of the worker's thread only.
  std::shared_ptr<const BackendRegistry> backends;
  WorkerSnapshot now;
  std::unique_ptr<Trainer> trainer;
  std::shared_ptr<RunRecorder> recorder;
  RateMeter meter;
  Clock::time_point lastPublish;
  std::optional<EpochRecord> epochDue;  // complete, but the store could not take it
  bool checkpointDue = false;           // of an epoch that is complete
  bool finishDue = false;
  std::thread thread;

  void run();
  template <class Work>
  void guarded(Work&& work);
  bool takeCommand(WorkerCommand& command);
  void publish();
  bool writeDue();
  void advance();
  void finish(WorkerState state, RunStatus status);
  void fail(const Error& error);
  void refuse(const Error& error);
  void pauseWith(const Error& error);
  Status saveCheckpoint();
  void report(const TrainingUpdate& update);
  void refresh();
  void mark(const std::string& text);
  bool inRun() const { return trainer != nullptr; }
  bool advancing() const { return now.state == WorkerState::Training || now.state == WorkerState::Validating; }

  void handle(StartRun& command);
  void handle(PauseRun&);
  void handle(ContinueRun&);
  void handle(StepRun&);
  void handle(SetLearningRate& command);
  void handle(SetEpochs& command);
  void handle(SaveCheckpoint&);
  void handle(StopRun&);
};

void Worker::State::publish() {
  auto snapshot = std::make_shared<const WorkerSnapshot>(now);
  const std::lock_guard lock(mutex);
  published = std::move(snapshot);
  lastPublish = Clock::now();
}

void Worker::State::refresh() {
  if (!trainer) return;
  const TrainingPosition& position = trainer->position();
  const auto perEpoch = static_cast<double>(trainer->samplesPerEpoch());
  const auto done = static_cast<double>(position.epoch) * perEpoch + static_cast<double>(position.sample);
  const double wanted = static_cast<double>(now.epochs) * perEpoch;
  now.epoch = position.epoch;
  now.step = position.step;
  now.epochProgress = static_cast<double>(position.sample) / perEpoch;
  now.progress = wanted > 0 ? std::min(1.0, done / wanted) : 1.0;
  now.seconds = position.seconds;
  now.secondsLeft = done > 0 ? position.seconds / done * std::max(0.0, wanted - done) : -1;
  now.learningRate = trainer->learningRate();
  now.imagesPerSecond = meter.rate();
}

void Worker::State::mark(const std::string& text) {
  const std::int64_t step = trainer->position().step;
  if (const Status status = recorder->recordMark(step, text); !status.ok()) now.error = status.error();
  const std::lock_guard lock(mutex);
  append(news.marks, RunMark{step, text});
}

Status Worker::State::saveCheckpoint() {
  FOVEA_TRY(const Checkpoint checkpoint, trainer->checkpoint());
  FOVEA_TRY(CheckpointRecord record, recorder->saveCheckpoint(checkpoint));
  const std::lock_guard lock(mutex);
  append(news.checkpoints, std::move(record));
  return {};
}

void Worker::State::report(const TrainingUpdate& update) {
  const std::lock_guard lock(mutex);
  if (update.point) {
    if (news.points.size() >= kMostPoints) thinOut(news.points);
    news.points.push_back(*update.point);
  }
  if (update.epoch) append(news.epochs, *update.epoch);
}

void Worker::State::finish(WorkerState state, RunStatus status) {
  refresh();
  if (const Status recorded = recorder->setStatus(status); !recorded.ok()) now.error = recorded.error();
  trainer.reset();
  recorder.reset();
  epochDue.reset();
  checkpointDue = finishDue = false;
  now.state = state;
  publish();
}

void Worker::State::fail(const Error& error) {
  now.error = error;
  if (recorder) {
    // The run's own error matters more than one in recording it.
    (void)recorder->setStatus(RunStatus::Failed, error.text());
  }
  refresh();
  trainer.reset();
  recorder.reset();
  epochDue.reset();
  checkpointDue = finishDue = false;
  now.state = WorkerState::Failed;
  publish();
}

// A run that could not even begin leaves no trace in the project; the snapshot says why.
void Worker::State::refuse(const Error& error) {
  now.error = error;
  (void)recorder->withdraw();
  recorder.reset();
  now.state = WorkerState::Failed;
  publish();
}

void Worker::State::pauseWith(const Error& error) {
  now.error = error;
  now.state = WorkerState::Paused;
  (void)recorder->setStatus(RunStatus::Paused);
  refresh();
  publish();
}

// What an epoch's end left to be written. False when it could not be: the run is paused then.
bool Worker::State::writeDue() {
  if (epochDue) {
    if (const Status status = recorder->recordEpoch(*epochDue); !status.ok()) {
      pauseWith(status.error().within(kCurvesNotSaved));
      return false;
    }
    epochDue.reset();
  }
  if (checkpointDue) {
    if (const Status status = saveCheckpoint(); !status.ok()) {
      pauseWith(status.error().within("The run is paused, because its checkpoint could not be saved"));
      return false;
    }
    checkpointDue = false;
  }
  return true;
}

void Worker::State::advance() {
  if (!writeDue()) return;
  if (finishDue) {
    finish(WorkerState::Finished, RunStatus::Finished);
    return;
  }
  const std::int64_t before = trainer->position().sample;
  auto update = trainer->advance();
  if (!update.ok()) {
    fail(update.error());
    return;
  }
  meter.add(std::max<std::int64_t>(0, trainer->position().sample - before));
  report(*update);
  if (update->epoch) {
    now.lastEpoch = update->epoch;
    checkpointDue = true;
  }
  finishDue = update->finished;
  if (const Status status = recorder->record(*update); !status.ok()) {
    epochDue = update->epoch;
    pauseWith(status.error().within(kCurvesNotSaved));
    return;
  }
  if (update->trouble) {
    pauseWith(*update->trouble);
    return;
  }
  now.state = trainer->inValidation() ? WorkerState::Validating : WorkerState::Training;
  if (update->epoch || Clock::now() - lastPublish >= kPublishInterval) {
    refresh();
    publish();
  }
}

void Worker::State::handle(StartRun& command) {
  if (inRun()) {
    now.error =
        fovea::fail(ErrorCode::InvalidArgument, "A run is already under way.", "Stop it before starting another.");
    publish();
    return;
  }
  now = WorkerSnapshot();
  now.state = WorkerState::Preparing;
  now.name = command.name;
  now.device = command.plan.settings.device;
  now.epochs = command.plan.settings.epochs;
  now.run = command.recorder->run();
  recorder = command.recorder;
  publish();
  std::string startWords;
  const auto prepare = [&]() -> Result<std::unique_ptr<Trainer>> {
    FOVEA_TRY(auto device, backends->open(command.plan.settings.device));
    if (command.start) {
      FOVEA_TRY(Checkpoint start, readCheckpoint(*command.start));
      FOVEA_TRY(const StartingWeights weights, startingWeights(command.plan.network, start));
      startWords = startingWords(weights, fmt::format("“{}”", start.network.name()));
      command.plan.start = std::make_shared<const Checkpoint>(std::move(start));
    }
    if (!command.checkpoint) return Trainer::create(command.plan, device);
    FOVEA_TRY(const Checkpoint checkpoint, readCheckpoint(*command.checkpoint));
    return Trainer::resume(command.plan, checkpoint, device);
  };
  auto prepared = prepare();
  if (!prepared.ok()) {
    refuse(prepared.error());
    return;
  }
  trainer = std::move(prepared).value();
  if (!startWords.empty()) mark(startWords);
  if (trainer->streams() && !command.checkpoint) mark(trainer->streams()->words());
  now.stepsPerEpoch = trainer->stepsPerEpoch();
  now.memoryBytes = trainer->memory().peakBytes();
  now.state = WorkerState::Training;
  meter.restart();
  refresh();
  publish();
}

void Worker::State::handle(PauseRun&) {
  if (!advancing()) return;
  now.state = WorkerState::Paused;
  if (const Status status = recorder->setStatus(RunStatus::Paused); !status.ok()) now.error = status.error();
  refresh();
  publish();
}

void Worker::State::handle(ContinueRun&) {
  if (now.state != WorkerState::Paused) return;
  now.state = trainer->inValidation() ? WorkerState::Validating : WorkerState::Training;
  now.error.reset();
  if (const Status status = recorder->setStatus(RunStatus::Running); !status.ok()) {
    pauseWith(status.error());
    return;
  }
  meter.restart();
  publish();
}

void Worker::State::handle(StepRun&) {
  const bool wasAdvancing = advancing();
  if (now.state != WorkerState::Paused && !wasAdvancing) return;
  now.error.reset();
  // A step trains: a validation that ends an epoch is done first.
  const std::int64_t before = trainer->position().step;
  do advance();
  while (inRun() && !now.error && trainer->position().step == before);
  if (!inRun() || now.error) return;
  now.state = WorkerState::Paused;
  if (wasAdvancing)
    if (const Status status = recorder->setStatus(RunStatus::Paused); !status.ok()) now.error = status.error();
  refresh();
  publish();
}

void Worker::State::handle(SetLearningRate& command) {
  if (!inRun()) return;
  if (const Status allowed = trainingSettingsSchema().schema().find("learning_rate")->validate(command.rate);
      !allowed.ok()) {
    now.error = allowed.error();
    publish();
    return;
  }
  const double before = trainer->learningRate();
  trainer->setLearningRate(command.rate);
  mark(fmt::format("rate {:g} → {:g}", before, trainer->learningRate()));
  refresh();
  publish();
}

void Worker::State::handle(SetEpochs& command) {
  if (!inRun()) return;
  // An epoch that has begun is always finished: its checkpoint is what the run leaves behind.
  const TrainingPosition& position = trainer->position();
  now.epochs = std::max({command.epochs, position.epoch + (position.sample > 0 ? 1 : 0), std::int64_t{1}});
  trainer->setEpochs(now.epochs);
  if (const Status stored = recorder->recordSettings(trainer->settings()); !stored.ok()) now.error = stored.error();
  finishDue = finishDue && position.epoch >= now.epochs;
  refresh();
  publish();
}

void Worker::State::handle(SaveCheckpoint&) {
  if (!inRun()) return;
  if (const Status status = saveCheckpoint(); !status.ok()) now.error = status.error();
  publish();
}

void Worker::State::handle(StopRun&) {
  if (!inRun()) return;
  if (epochDue)
    if (const Status status = recorder->recordEpoch(*epochDue); !status.ok()) now.error = status.error();
  if (const Status status = saveCheckpoint(); !status.ok()) now.error = status.error();
  finish(WorkerState::Stopped, RunStatus::Stopped);
}

bool Worker::State::takeCommand(WorkerCommand& command) {
  std::unique_lock lock(mutex);
  wake.wait(lock, [&] { return quit || !commands.empty() || advancing(); });
  if (commands.empty()) return false;
  command = std::move(commands.front());
  commands.pop_front();
  return true;
}

// Nothing that a library throws may end the program: the run fails instead, and its last checkpoint stays.
template <class Work>
void Worker::State::guarded(Work&& work) {
  try {
    work();
  } catch (const std::bad_alloc&) {
    fail(fovea::fail(ErrorCode::OutOfMemory, "There is not enough memory to go on.", "Take a smaller batch."));
  } catch (const std::exception& error) {
    fail(fovea::fail(ErrorCode::Internal, std::string("The run ended by a fault inside Fovea: ") + error.what() + "."));
  }
}

void Worker::State::run() {
  for (;;) {
    WorkerCommand command;
    if (takeCommand(command)) {
      guarded([&] { std::visit([this](auto& each) { handle(each); }, command); });
      continue;
    }
    {
      const std::lock_guard lock(mutex);
      if (quit) break;
    }
    if (advancing()) guarded([this] { advance(); });
  }
  guarded([this] {
    StopRun stop;
    handle(stop);
  });
}

Worker::Worker(std::shared_ptr<const BackendRegistry> backends) : state_(std::make_unique<State>(std::move(backends))) {
  state_->thread = std::thread([state = state_.get()] { state->run(); });
}

Worker::~Worker() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->quit = true;
    state_->wake.notify_one();
  }
  state_->thread.join();
}

void Worker::send(WorkerCommand command) {
  const std::lock_guard lock(state_->mutex);
  state_->commands.push_back(std::move(command));
  state_->wake.notify_one();
}

std::shared_ptr<const WorkerSnapshot> Worker::snapshot() const {
  const std::lock_guard lock(state_->mutex);
  return state_->published;
}

WorkerNews Worker::takeNews() {
  const std::lock_guard lock(state_->mutex);
  return std::exchange(state_->news, {});
}

}  // namespace fovea
