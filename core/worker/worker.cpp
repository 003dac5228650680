#include "core/worker/worker.h"

#include <algorithm>

#include "core/base/guarded.h"
#include "core/worker/worker_state.h"

namespace fovea {
namespace {

constexpr std::size_t kMostPoints = 8192;
constexpr std::size_t kMostRecords = 4096;  // of epochs and of marks; the run store has all of them
constexpr std::size_t kMostFrames = 64;     // of the layers' histograms
constexpr std::size_t kMostRuns = 256;      // runs whose events are kept until they are requested
constexpr auto kPublishInterval = std::chrono::milliseconds(15);
constexpr double kRateWindowSeconds = 0.5;

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

void RateMeter::add(std::int64_t samples, const StepTimes& times) {
  samples_ += samples;
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - start_).count();
  if (seconds < kRateWindowSeconds) return;
  rate_ = static_cast<double>(samples_) / seconds;
  times_ = times.since(std::exchange(before_, times));
  samples_ = 0;
  start_ = now;
}

void RateMeter::restart(const StepTimes& times) {
  before_ = times;
  samples_ = 0;
  start_ = Clock::now();
}

namespace {

// Counts the worker's time between two steps as host time. The trainer may have been destroyed by the end.
class HostTime {
 public:
  explicit HostTime(const std::unique_ptr<Trainer>& trainer) : trainer_(trainer) {}
  ~HostTime() {
    if (trainer_) trainer_->countHost(std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count());
  }
  HostTime(const HostTime&) = delete;
  HostTime& operator=(const HostTime&) = delete;

 private:
  const std::unique_ptr<Trainer>& trainer_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

}  // namespace

void Worker::State::publish() {
  auto snapshot = std::make_shared<const WorkerSnapshot>(now);
  const std::lock_guard lock(mutex);
  published = std::move(snapshot);
  lastPublish = Clock::now();
}

// The end of a run is added to the events before its last snapshot becomes visible.
void Worker::State::publishEnd() {
  auto snapshot = std::make_shared<const WorkerSnapshot>(now);
  const std::lock_guard lock(mutex);
  eventsOf(now.run).ended = snapshot;
  published = std::move(snapshot);
  lastPublish = Clock::now();
}

// Requires `mutex` to be held. A run that ended and is resumed gets a second entry.
RunEvents& Worker::State::eventsOf(RunId run) {
  if (!events.empty() && events.back().run == run && !events.back().ended) return events.back();
  if (events.size() >= kMostRuns) events.erase(events.begin(), events.begin() + kMostRuns / 2);
  return events.emplace_back(RunEvents{run});
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
  now.samplesPerSecond = meter.rate();
  now.times = meter.times();
  now.loaderThreads = trainer->loading().threads;
}

void Worker::State::mark(const std::string& text) {
  const std::int64_t step = trainer->position().step;
  if (const Status status = recorder->recordMark(step, text); !status.ok()) now.error = status.error();
  const std::lock_guard lock(mutex);
  append(eventsOf(now.run).marks, RunMark{step, text});
}

void Worker::State::report(const TrainingUpdate& update) {
  if (update.probed) {
    const std::lock_guard lock(mutex);
    probe = {now.run, update.probed};
  }
  if (update.trace) {
    const std::lock_guard lock(mutex);
    trace = {now.run, update.trace};
  }
  if (!update.point && !update.epoch && !update.validation && !update.layers) return;
  const std::lock_guard lock(mutex);
  RunEvents& run = eventsOf(now.run);
  if (update.point) {
    if (run.points.size() >= kMostPoints) thinOut(run.points);
    run.points.push_back(*update.point);
  }
  if (update.epoch) append(run.epochs, *update.epoch);
  if (update.validation) append(run.validations, *update.validation);
  if (update.layers && run.layers.size() >= kMostFrames) run.layers.erase(run.layers.begin());
  if (update.layers) run.layers.push_back(update.layers);
}

void Worker::State::advance() {
  if (!writeDue()) return;
  if (!trainer->inValidation()) makeWaitingChanges();
  if (finishDue) {
    end = RunEnd{WorkerState::Finished, RunStatus::Finished};
    tryEnd();
    return;
  }
  if (stopDue) {
    end = RunEnd{WorkerState::Stopped, RunStatus::Stopped};
    tryEnd();
    return;
  }
  if (stepTo) trainer->lookAtNextStep();
  auto update = trainer->advance();
  if (!update.ok()) {
    fail(update.error());
    return;
  }
  meter.add(update->samples, trainer->times());
  const HostTime counted(trainer);
  report(*update);
  if (update->trouble) wentBack();
  if (update->breakpointsFailed) {
    now.unchecked = update->breakpointsFailed;
    now.error = now.unchecked->within("Training goes on, but the breakpoints are not checked");
    mark("the breakpoints are not checked from here on");
  }
  if (update->epoch) {
    now.lastEpoch = epochDue = update->epoch;
  }
  checkpointDue = checkpointDue || recorder->checkpointDue(*update, trainer->position(), trainer->settings());
  finishDue = update->finished;
  stopDue = update->epoch && (now.stopsAfterEpoch || lastEpochDone());
  checkpointDue = checkpointDue || stopDue;
  now.state = trainer->inValidation() ? WorkerState::Validating : WorkerState::Training;
  if (update->point)
    if (const Status status = recorder->recordPoint(*update->point); !status.ok()) {
      pauseWith(status.error().within("The run is paused, because its curves could not be saved"));
      return;
    }
  if (update->validation)
    if (const Status status = recorder->recordValidation(*update->validation); !status.ok()) {
      pauseWith(status.error().within("The run is paused, because its curves could not be saved"));
      return;
    }
  if (update->layers && update->layers->error)
    now.error = update->layers->error->within("Training goes on, but histograms are not recorded");
  else if (update->layers && !update->trouble)
    if (const Status status = recorder->recordLayers(*update->layers); !status.ok()) {
      pauseWith(status.error().within("The run is paused, because its histograms could not be saved"));
      return;
    }
  if (!update->stoppedEarly.empty()) mark(update->stoppedEarly);
  if (update->epoch || checkpointDue) {
    refresh();
    publish();
    if (!writeDue()) return;
  }
  now.hits = std::move(update->hits);
  if (!now.hits.empty()) ++now.pausesAtHits;
  for (const BreakpointHit& hit : now.hits) mark("paused: " + hitText(hit));
  if (update->trouble) {
    mark(update->trouble->message);
    pauseWith(*update->trouble);
    return;
  }
  saveNowAndThen();
  if (!now.hits.empty()) {
    pause();
    return;
  }
  if (stepTo && trainer->position().step >= *stepTo) {
    pause();
    return;
  }
  if (Clock::now() - lastPublish >= kPublishInterval) {
    refresh();
    publish();
  }
}

// The worker always handles a start; other commands name a run, or none.
bool Worker::State::concerns(const WorkerCommand& command) const {
  return std::visit(
      [this](const auto& each) {
        if constexpr (requires { each.run; })
          return !each.run.valid() || each.run == now.run;
        else
          return true;
      },
      command);
}

bool Worker::State::takeCommand(WorkerCommand& command) {
  std::unique_lock lock(mutex);
  wake.wait(lock,
            [&] { return quit || !commands.empty() || advancing() || (recorder && recorder->checkpointWritten()); });
  if (commands.empty()) return false;
  command = std::move(commands.front());
  commands.pop_front();
  return true;
}

// Any thread.
void Worker::State::wakeUp() {
  const std::lock_guard lock(mutex);
  wake.notify_one();
}

// Exceptions of libraries must not end the program: the run fails instead, with its state so far.
template <class Work>
void Worker::State::guarded(Work&& work) {
  const Status done = fovea::guarded(work);
  if (done.ok()) return;
  const Status told = fovea::guarded([&] { inRun() ? fail(done.error()) : refuse(done.error()); });
  if (!told.ok()) abandon(done.error());
}

void Worker::State::run() {
  for (;;) {
    WorkerCommand command;
    if (takeCommand(command)) {
      if (concerns(command)) guarded([&] { std::visit([this](auto& each) { handle(each); }, command); });
      continue;
    }
    {
      const std::lock_guard lock(mutex);
      if (quit) break;
    }
    if (advancing())
      guarded([this] { advance(); });
    else if (recorder && recorder->checkpointWritten())
      guarded([this] {
        if (writeDue()) publish();
      });
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
    state_->lastStart.cancel();
    state_->wake.notify_one();
  }
  state_->thread.join();
}

void Worker::send(WorkerCommand command) {
  const std::lock_guard lock(state_->mutex);
  // The thread cannot handle commands while it prepares a run, so the cancel token stops that preparation.
  if (auto* start = std::get_if<StartRun>(&command)) {
    start->plan.cancel = state_->lastStart = CancelToken();
    state_->lastSent = start->recorder->run();
  }
  if (const auto* stop = std::get_if<StopRun>(&command))
    if (!stop->run.valid() || stop->run == state_->lastSent) state_->lastStart.cancel();
  state_->commands.push_back(std::move(command));
  state_->wake.notify_one();
}

std::shared_ptr<const WorkerSnapshot> Worker::snapshot() const {
  const std::lock_guard lock(state_->mutex);
  return state_->published;
}

WorkerReport Worker::takeReport() {
  const std::lock_guard lock(state_->mutex);
  return {state_->published, std::exchange(state_->events, {}), std::exchange(state_->probe, {}),
          std::exchange(state_->trace, {})};
}

}  // namespace fovea
