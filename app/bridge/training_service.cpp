#include "app/bridge/training_service.h"

namespace fovea {

Error runIsUnderWay(const std::string& before) {
  return fail(ErrorCode::InvalidArgument, "A run is under way.", "Stop it before " + before + ".");
}

// The project thread's answer. It is shared because answers travel through copyable functions.
struct TrainingService::Begun {
  std::shared_ptr<StartRun> run;
  RunEntry entry;
};

namespace {

Result<RunEntry> entryOf(Project& project, const RunRecorder& recorder) {
  return readRunEntry(project.runs(), recorder.run());
}

// A run that begins anew has the settings that it began with: a change during the run came at a later step.
Result<TrainingSettings> settingsToResume(Project& project, const ResumeRequest& request) {
  if (!request.checkpoint.file.empty()) return request.settings;
  FOVEA_TRY(const RunBeginning begun, project.runs().beginning(request.checkpoint.run));
  if (!begun.known) return request.settings;
  TrainingSettings settings = begun.settings;
  settings.epochs = request.settings.epochs;
  settings.device = request.settings.device;
  return settings;
}

Result<std::unique_ptr<RunRecorder>> recorderFor(Project& project, const ResumeRequest& request, const Network& trained,
                                                 const TrainingSettings& settings) {
  const CheckpointRecord& from = request.checkpoint;
  if (from.file.empty()) return RunRecorder::restart(project, from.run, settings);
  auto recorder = RunRecorder::resume(project, from.run, from.step, settings);
  if (recorder.ok() || recorder.error().code != ErrorCode::InvalidArgument) return recorder;
  return RunRecorder::branch(project, from.run, from.step, {request.name, trained, settings, request.dataset});
}

}  // namespace

TrainingService::TrainingService(std::shared_ptr<const BackendRegistry> backends, ProjectThread& thread,
                                 RunLibrary& library, QObject* parent)
    : QObject(parent), thread_(thread), library_(library), bridge_(std::move(backends)) {
  connect(&bridge_, &TrainingBridge::eventsArrived, this, [this](const RunEvents& events) {
    if (events.epochs.empty() && events.validations.empty() && events.checkpoints.empty())
      library_.touch(events.run);
    else
      library_.refresh(events.run);
  });
  connect(&bridge_, &TrainingBridge::snapshotChanged, this, [this](const auto& run) { followRun(*run); });
  connect(&bridge_, &TrainingBridge::runRefused, this, [this](RunId run, const Error& error) {
    library_.refresh(run);
    Q_EMIT notStarted(error);
  });
}

// The table of runs shows a validation as "running" or "paused", since it is a part of training.
void TrainingService::followRun(const WorkerSnapshot& run) {
  if (!run.run.valid()) return;
  const WorkerState state = run.state == WorkerState::Validating ? WorkerState::Training : run.state;
  const auto known = states_.find(run.run);
  const bool changed = known == states_.end() || known->second != state;
  if (run.active())
    states_[run.run] = state;
  else
    states_.erase(run.run);
  if (changed) library_.refresh(run.run);
}

Status TrainingService::mayStart(const std::string& device) const {
  if (!bridge_.busy(device)) return {};
  return fail(ErrorCode::InvalidArgument, "A run is already under way.", "Stop it before starting another.");
}

void TrainingService::start(RunRequest request, Done done) {
  const std::string device = request.description.settings.device;
  bridge_.reserve(device);
  const auto work = [request = std::move(request)](Project& project) -> Result<Begun> {
    RunDescription description = request.description;
    description.givenWeights = request.start.has_value();
    std::shared_ptr<Dataset> data = request.data;
    if (!data) {
      FOVEA_TRY(data, Dataset::open(request.dataFolder));
    }
    FOVEA_TRY(auto recorder, RunRecorder::begin(project, description));
    if (request.trial) FOVEA_CHECK(project.runs().setTrial(description.group, *request.trial, recorder->run()));
    FOVEA_TRY(RunEntry entry, entryOf(project, *recorder));
    auto run = std::make_shared<StartRun>();
    const std::string folder = data->folder().string();
    run->plan = {description.network, description.settings, std::move(data), folder};
    run->name = description.name;
    run->recorder = std::move(recorder);
    run->start = request.start;
    run->lastEpoch = request.lastEpoch;
    return Begun{std::move(run), std::move(entry)};
  };
  thread_.ask(work, this, [this, device, done](Result<Begun>& begun) { begin(device, begun, done); });
}

void TrainingService::resume(ResumeRequest request, Done done) {
  const std::string device = request.settings.device;
  bridge_.reserve(device);
  const auto work = [request = std::move(request)](Project& project) -> Result<Begun> {
    FOVEA_TRY(Network trained, project.runs().network(request.checkpoint.run));
    FOVEA_TRY(auto data, Dataset::open(request.datasetFolder));
    FOVEA_TRY(const TrainingSettings settings, settingsToResume(project, request));
    FOVEA_TRY(auto recorder, recorderFor(project, request, trained, settings));
    FOVEA_TRY(RunEntry entry, entryOf(project, *recorder));
    auto run = std::make_shared<StartRun>();
    run->plan = {std::move(trained), settings, std::move(data), request.datasetFolder.string()};
    run->name = entry.record.name;
    run->recorder = std::move(recorder);
    if (!request.checkpoint.file.empty()) run->checkpoint = project.checkpointPath(request.checkpoint);
    run->lastEpoch = request.lastEpoch;
    return Begun{std::move(run), std::move(entry)};
  };
  thread_.ask(work, this, [this, device, done](Result<Begun>& begun) { begin(device, begun, done); });
}

void TrainingService::begin(const std::string& device, Result<Begun>& begun, const Done& done) {
  // Dropping its recorder leaves no trace of the run.
  if (begun.ok() && bridge_.stopsReserved(device))
    begun = fail(ErrorCode::Cancelled, "The run was stopped before it began.");
  if (begun.ok()) {
    const RunId run = begun->entry.record.id;
    library_.put(std::move(begun->entry));
    bridge_.start(std::move(*begun->run));
    if (done) done(run);
    return;
  }
  bridge_.release(device);
  if (done)
    done(begun.error());
  else
    Q_EMIT notStarted(begun.error());
}

}  // namespace fovea
