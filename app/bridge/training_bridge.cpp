#include "app/bridge/training_bridge.h"

#include <QElapsedTimer>
#include <QThread>

#include <algorithm>

#include "core/backends/device_team.h"

namespace fovea {
namespace {

constexpr int kPollMilliseconds = 33;

// Milliseconds between two snapshots that differ only in numbers. All views redraw their numbers for each of them,
// which takes time from training on the same cores: the fewer cores, the larger the share.
int numbersInterval() {
  constexpr int kOneCore = 2000, kShortest = 250, kLongest = 1000;
  return std::clamp(kOneCore / std::max(1, QThread::idealThreadCount()), kShortest, kLongest);
}

bool isEmpty(const RunEvents& events) {
  return events.points.empty() && events.epochs.empty() && events.validations.empty() && events.marks.empty() &&
         events.checkpoints.empty() && events.layers.empty();
}

// True if a run goes on as before, so that only its numbers differ.
bool isLaterMoment(const WorkerSnapshot& before, const WorkerSnapshot& now) {
  const bool computes = now.state == WorkerState::Training || now.state == WorkerState::Validating;
  return computes && before.run == now.run && before.state == now.state && before.unsaved == now.unsaved &&
         before.stopsAfterEpoch == now.stopsAfterEpoch && before.epochs == now.epochs &&
         before.refusals == now.refusals;
}

}  // namespace

struct TrainingBridge::Lane {
  explicit Lane(std::shared_ptr<const BackendRegistry> backends)
      : worker(std::move(backends)), told(worker.snapshot()), shown(told) {}
  bool active() const { return starting.has_value() || reserved || shown->active(); }

  Worker worker;
  Snapshot told;  // passed to the last snapshotChanged()
  QElapsedTimer sinceTold;
  Snapshot shown;                          // the worker's last snapshot, without what was forgotten
  std::optional<RunId> starting;           // set from sending a start until its first snapshot
  std::shared_ptr<const Network> network;  // network of the last started run
  bool reserved = false;
  bool stopsReserved = false;  // the run for which it is reserved must not start
  std::uint64_t order = 0;  // increases with each start
};

TrainingBridge::TrainingBridge(std::shared_ptr<const BackendRegistry> backends, QObject* parent)
    : QObject(parent), backends_(std::move(backends)) {
  timer_.setInterval(kPollMilliseconds);
  connect(&timer_, &QTimer::timeout, this, &TrainingBridge::poll);
}

TrainingBridge::~TrainingBridge() = default;

const TrainingBridge::Lane* TrainingBridge::current() const {
  const Lane* best = nullptr;
  for (const auto& [device, lane] : lanes_) {
    const auto rank = [](const Lane& each) { return std::pair(each.active(), each.order); };
    if (!best || rank(*lane) > rank(*best)) best = lane.get();
  }
  return best;
}

TrainingBridge::Snapshot TrainingBridge::snapshot() const {
  const Lane* lane = current();
  return lane ? lane->shown : std::make_shared<const WorkerSnapshot>();
}

TrainingBridge::Snapshot TrainingBridge::snapshot(RunId run) const {
  const Lane* lane = laneOf(run);
  return lane ? lane->shown : nullptr;
}

TrainingBridge::Lane* TrainingBridge::laneOf(RunId run) const {
  if (!run.valid()) return nullptr;
  for (const auto& [device, lane] : lanes_)
    if (lane->shown->run == run) return lane.get();
  return nullptr;
}

std::shared_ptr<const Network> TrainingBridge::network(RunId run) const {
  for (const auto& [device, lane] : lanes_)
    if (lane->starting == run || (lane->shown->run == run && lane->shown->active())) return lane->network;
  return nullptr;
}

std::vector<TrainingBridge::Snapshot> TrainingBridge::underWay() const {
  std::vector<const Lane*> lanes;
  for (const auto& [device, lane] : lanes_)
    if (lane->shown->active()) lanes.push_back(lane.get());
  std::sort(lanes.begin(), lanes.end(), [](const Lane* a, const Lane* b) { return a->order < b->order; });
  std::vector<Snapshot> snapshots;
  for (const Lane* lane : lanes) snapshots.push_back(lane->shown);
  return snapshots;
}

bool TrainingBridge::active() const {
  return std::any_of(lanes_.begin(), lanes_.end(), [](const auto& each) { return each.second->active(); });
}

bool TrainingBridge::active(RunId run) const {
  return std::any_of(lanes_.begin(), lanes_.end(), [run](const auto& each) {
    const Lane& lane = *each.second;
    return lane.starting == run || (lane.shown->run == run && lane.shown->active());
  });
}

bool TrainingBridge::busy(const std::string& device) const {
  return std::any_of(lanes_.begin(), lanes_.end(),
                     [&](const auto& each) { return each.second->active() && shareDevices(each.first, device); });
}

void TrainingBridge::reserve(const std::string& device) {
  auto& lane = lanes_[device];
  if (!lane) lane = std::make_unique<Lane>(backends_);
  // A run for which it is reserved already may have been stopped.
  if (!std::exchange(lane->reserved, true)) lane->stopsReserved = false;
  lane->order = ++started_;
}

void TrainingBridge::release(const std::string& device) {
  const auto found = lanes_.find(device);
  if (found == lanes_.end() || !std::exchange(found->second->reserved, false)) return;
  Q_EMIT deviceReleased();
}

bool TrainingBridge::stopsReserved(const std::string& device) const {
  const auto found = lanes_.find(device);
  return found != lanes_.end() && found->second->reserved && found->second->stopsReserved;
}

void TrainingBridge::start(StartRun run) {
  const std::string device = run.plan.settings.device;
  reserve(device);
  Lane& lane = *lanes_[device];
  lane.reserved = false;
  lane.starting = run.recorder->run();
  lane.network = std::make_shared<const Network>(run.plan.network);
  lane.worker.send(std::move(run));
  timer_.start();
  Q_EMIT runStarting(*lane.starting);
}

void TrainingBridge::forget() {
  if (active()) return;
  for (const auto& [device, lane] : lanes_) {
    if (lane->shown->state == WorkerState::Idle) continue;
    lane->shown = std::make_shared<const WorkerSnapshot>();
    Q_EMIT snapshotChanged(lane->shown);
  }
}

template <class Command>
void TrainingBridge::send(Command command, RunId run) {
  const Lane* lane = current();
  if (!lane) return;
  command.run = run.valid() ? run : lane->starting.value_or(lane->shown->run);
  for (const auto& [device, each] : lanes_)
    if (each->starting == command.run || each->shown->run == command.run) each->worker.send(command);
}

void TrainingBridge::pause(RunId run) {
  send(PauseRun{}, run);
}
void TrainingBridge::resume(RunId run) {
  send(ContinueRun{}, run);
}
void TrainingBridge::step(RunId run) {
  send(StepRun{}, run);
}
void TrainingBridge::stop(RunId run) {
  send(StopRun{}, run);
}
void TrainingBridge::stopAfterEpoch(RunId run) {
  send(StopAfterEpoch{}, run);
}
void TrainingBridge::discard(RunId run) {
  send(DiscardRun{}, run);
}
void TrainingBridge::saveCheckpoint(RunId run) {
  send(SaveCheckpoint{}, run);
}
void TrainingBridge::setLearningRate(double rate, RunId run) {
  send(SetLearningRate{rate}, run);
}
void TrainingBridge::setEpochs(qint64 epochs, RunId run) {
  send(SetEpochs{epochs}, run);
}

void TrainingBridge::changeSetting(const std::string& setting, const FieldValue& value, RunId run) {
  send(ChangeSetting{setting, value}, run);
}
void TrainingBridge::traceStep(RunId run) {
  send(TraceStep{}, run);
}

void TrainingBridge::probe(const ProbeRequest& request, RunId run) {
  send(ProbeLayers{request}, run);
}
void TrainingBridge::setBreakpoints(const std::vector<Breakpoint>& breakpoints, qint64 every, RunId run) {
  send(SetBreakpoints{breakpoints, every}, run);
}

void TrainingBridge::stopAll() {
  for (const auto& [device, lane] : lanes_) {
    lane->stopsReserved = lane->reserved;
    if (lane->active()) lane->worker.send(StopRun{});
  }
}

void TrainingBridge::poll() {
  // A receiver of a signal may start a run on a device without a worker: the addresses of the lanes stay valid.
  for (const auto& [device, lane] : lanes_) hear(*lane);
  const bool waiting = std::any_of(lanes_.begin(), lanes_.end(), [](const auto& each) {
    return each.second->starting.has_value() || each.second->shown->active();
  });
  if (!waiting) timer_.stop();
}

void TrainingBridge::hear(Lane& lane) {
  const WorkerReport report = lane.worker.takeReport();
  const bool goesOn = report.snapshot->active();
  for (const RunEvents& events : report.events) {
    // The snapshot of a run is available to receivers of its events.
    if (events.ended)
      adopt(lane, events.ended);
    else if (goesOn && events.run == report.snapshot->run)
      adopt(lane, report.snapshot);
    tell(lane, events);
  }
  if (report.probe.frame && goesOn && report.probe.run == report.snapshot->run) Q_EMIT probed(report.probe);
  if (report.trace.trace && goesOn && report.trace.run == report.snapshot->run) Q_EMIT traced(report.trace);
  // The last snapshot of a run is sent with its events.
  if (report.snapshot == lane.told || !goesOn) return;
  if (isLaterMoment(*lane.told, *report.snapshot) && lane.sinceTold.elapsed() < numbersInterval()) return;
  adopt(lane, report.snapshot);
  lane.told = report.snapshot;
  lane.sinceTold.start();
  Q_EMIT snapshotChanged(report.snapshot);
}

void TrainingBridge::adopt(Lane& lane, const Snapshot& snapshot) {
  if (lane.starting == snapshot->run) lane.starting.reset();
  lane.shown = snapshot;
}

void TrainingBridge::tell(Lane& lane, const RunEvents& events) {
  if (events.refused) {
    if (lane.starting == events.run) lane.starting.reset();
    Q_EMIT runRefused(events.run, *events.refused);
  }
  if (!isEmpty(events)) Q_EMIT eventsArrived(events);
  if (!events.ended) return;
  lane.told = events.ended;  // so that a run that continues is told at once
  Q_EMIT snapshotChanged(events.ended);
  Q_EMIT runEnded(events.ended);
}

}  // namespace fovea
