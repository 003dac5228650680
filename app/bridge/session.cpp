#include "app/bridge/session.h"

#include "app/bridge/await.h"
#include "app/bridge/user_settings.h"
#include "core/backends/device_team.h"
#include "core/project/paths.h"
#include "core/train/checkpoint.h"
#include "core/train/scaling_trial.h"

namespace fovea {

namespace {

constexpr int kRecentProjects = 12;
constexpr const char* kRecentKey = "recentProjects";

}  // namespace

Session::Session(std::shared_ptr<const BackendRegistry> backends, QObject* parent)
    : QObject(parent),
      backends_(std::move(backends)),
      changes_(thread_),
      runs_(thread_),
      networks_(thread_, changes_),
      training_(backends_, thread_, runs_),
      breakpoints_(*training_.bridge()),
      datasets_(changes_, runs_, *training_.bridge()),
      queue_(thread_, training_, [this](const std::string& dataset) { return datasetFolder(dataset); }),
      // After the queue, whose runs begin first.
      sweeps_(thread_, training_, runs_, [this](const std::string& dataset) { return datasetFolder(dataset); }) {
  connect(&networks_, &NetworkService::changed, this, &Session::networkChanged);
  connect(&networks_, &NetworkService::opened, this, &Session::networkOpened);
  connect(&networks_, &NetworkService::opened, this, [this] { breakpoints_.show(project_.get()); });
  connect(&breakpoints_, &BreakpointService::failed, this, &Session::failed);
  connect(&networks_, &NetworkService::refused, this, &Session::editRefused);
  connect(&networks_, &NetworkService::failed, this, &Session::failed);
  connect(&changes_, &ProjectChanges::failed, this, &Session::failed);
  connect(&datasets_, &DatasetService::shownChanged, this, &Session::datasetChanged);
  connect(&datasets_, &DatasetService::trainedChanged, this, &Session::trainingDatasetChanged);
  // The network's problems depend on the data set.
  connect(this, &Session::trainingDatasetChanged, &networks_, [this] {
    std::optional<DatasetInfo> data;
    if (trainingDataset()) data = trainingDataset()->info();
    if (data) data->name = trainingDatasetName();  // the data set's name in this project
    networks_.compareWith(std::move(data));
  });
  connect(&training_, &TrainingService::notStarted, this, &Session::runNotStarted);
  connect(&datasets_, &DatasetService::renamed, &queue_, &RunQueueService::datasetRenamed);
  connect(&datasets_, &DatasetService::renamed, &sweeps_, &SweepService::datasetRenamed);
}

Result<std::filesystem::path> Session::datasetFolder(const std::string& dataset) const {
  if (!project_) return noProjectIsOpen();
  return project_->datasetFolder(dataset);
}

Session::~Session() {
  (void)await([this](const Done& done) { changes_.whenDone([&done] { done({}); }); });
}

Status Session::mayChangeProject(const std::string& before) const {
  if (opening_)
    return fail(ErrorCode::InvalidArgument, "A project is being opened.", "Wait for it before " + before + ".");
  if (training_.bridge()->active()) return runIsUnderWay(before);
  const QList<Job*> jobs = jobs_.running(JobScope::Project);
  if (jobs.isEmpty()) return {};
  return fail(ErrorCode::InvalidArgument, "\"" + jobs.first()->title().toStdString() + "\" is under way.",
              "Wait for it, or cancel it, before " + before + ".");
}

void Session::openProject(const std::filesystem::path& folder, Done done) {
  if (const Status allowed = mayChangeProject("opening another project"); !allowed.ok()) return done(allowed);
  const std::filesystem::path open = project_ && !readOnly() ? project_->folder() : std::filesystem::path();
  replaceProject(
      [folder, open](std::optional<Error>& held) -> Result<std::unique_ptr<Project>> {
        // Opening the same folder again would find it locked by this process.
        std::error_code code;
        if (!open.empty() && std::filesystem::equivalent(open, folder, code)) return std::unique_ptr<Project>();
        return openWritableOrNot(folder, held);
      },
      std::move(done));
}

void Session::createProject(const std::filesystem::path& folder, const std::string& name, Done done) {
  if (const Status allowed = mayChangeProject("creating another project"); !allowed.ok()) return done(allowed);
  replaceProject(
      [folder, name, device = newDevice_](std::optional<Error>&) -> Result<std::unique_ptr<Project>> {
        FOVEA_TRY(auto project, Project::create(folder, name));
        if (device.empty()) return project;
        TrainingSettings settings = project->settings();
        settings.device = device;
        FOVEA_CHECK(project->setSettings(settings));
        return project;
      },
      std::move(done));
}

Status Session::openProject(const std::filesystem::path& folder) {
  return await([&](const Done& done) { openProject(folder, done); });
}

Status Session::createProject(const std::filesystem::path& folder, const std::string& name) {
  return await([&](const Done& done) { createProject(folder, name, done); });
}

void Session::replaceProject(Opener opener, Done done) {
  opening_ = true;
  using Opened = std::shared_ptr<OpenedProject>;
  const auto read = [opener = std::move(opener)]() -> Result<Opened> {
    std::optional<Error> held;
    FOVEA_TRY(auto project, opener(held));
    if (!project) return Opened();
    FOVEA_TRY(OpenedProject opened, readOpenedProject(std::move(project)));
    opened.held = std::move(held);
    return std::make_shared<OpenedProject>(std::move(opened));
  };
  thread_.run(read, this, [this, done = std::move(done)](Result<Opened>& opened) {
    if (opened.ok() && *opened) return adoptWhenSaved(std::move(*opened), done);
    opening_ = false;
    done(opened.ok() ? Status() : Status(opened.error()));
  });
}

// The open project stays open if its network cannot be saved. Edits made meanwhile are saved, too.
void Session::adoptWhenSaved(std::shared_ptr<OpenedProject> opened, Done done) {
  const auto finish = [this, opened, done](Status saved) {
    opening_ = false;
    // A read-only project could not store a drawing that belongs to no project yet.
    if (opened->held && !project_ && !network().layers().empty()) saved = *opened->held;
    if (saved.ok()) adopt(*opened);
    // The opened project, if unused, is closed on the thread that opened it.
    thread_.post([opened] {
      opened->twin.reset();
      opened->project.reset();
    });
    done(saved);
  };
  changes_.whenDone([this, finish] {
    if (project_)
      networks_.save(finish);
    else
      finish({});
  });
}

Job* Session::openExample(const std::string& example, const std::filesystem::path& folder) {
  auto opened = std::make_shared<OpenedProject>();
  std::error_code code;
  const bool isOpen = project_ && std::filesystem::equivalent(project_->folder(), folder, code);
  const Status allowed = mayChangeProject("opening another project");
  const auto work = [=](const ProgressFunction& progress, const CancelToken& cancel) -> Status {
    if (isOpen) return {};
    FOVEA_CHECK(allowed);
    FOVEA_TRY(auto project, createExampleProject(folder, example, progress, cancel));
    FOVEA_TRY(*opened, readOpenedProject(std::move(project)));
    return {};
  };
  Job* job = jobs_.start(tr("Preparing the example"), work, JobScope::Program);
  connect(job, &Job::finished, this, [this, opened](const Status& status) {
    if (!status.ok() || !opened->project) return;
    // Something may have started meanwhile; then the present project stays open.
    const Done tell = [this](const Status& adopted) {
      if (!adopted.ok()) Q_EMIT failed(adopted.error());
    };
    if (const Status possible = mayChangeProject("opening the example"); !possible.ok()) return tell(possible);
    opening_ = true;
    adoptWhenSaved(opened, tell);
  });
  return job;
}

void Session::adopt(OpenedProject& opened) {
  const std::optional<Network> drawn =
      !project_ && !network().layers().empty() ? std::optional(network()) : std::nullopt;
  training_.bridge()->forget();
  // The services switch to the new project before the old one is closed, on a thread where that may take long.
  std::shared_ptr<Project> before = std::exchange(project_, std::move(opened.project));
  held_ = std::move(opened.held);
  changes_.show(*project_);
  thread_.setProject(std::move(opened.twin));
  rememberProject(QString::fromStdString(project_->folder().string()));
  datasets_.show(*project_, opened.shown, opened.trained);
  networks_.show(*project_, std::move(opened.network));
  if (drawn)
    networks_.add(*drawn, tr("Draw"), [this](const Status& added) {
      if (!added.ok()) Q_EMIT failed(added.error());
    });
  runs_.show(std::move(opened.runs));
  Q_EMIT projectChanged();
  Q_EMIT datasetChanged();
  Q_EMIT trainingDatasetChanged();
  queue_.show(project_->folder(), std::move(opened.queue), readOnly());
  sweeps_.show(project_->folder(), std::move(opened.sweeps), readOnly());
  // Closing the last connection to the former store writes its log to the file: this one, after those of the
  // workspaces.
  if (before) thread_.post([project = std::move(before)]() mutable { project.reset(); });
}

QStringList Session::recentProjects() const {
  return UserSettings::value(kRecentKey).toStringList();
}

void Session::forgetProject(const QString& folder) {
  UserSettings::change(kRecentKey, [folder](const QVariant& before) {
    QStringList list = before.toStringList();
    list.removeAll(folder);
    return QVariant(list);
  });
}

void Session::rememberProject(const QString& folder) {
  UserSettings::change(kRecentKey, [folder](const QVariant& before) {
    QStringList list = before.toStringList();
    list.removeAll(folder);
    list.prepend(folder);
    return QVariant(list.mid(0, kRecentProjects));
  });
}

SettingDefaults Session::trainingDefaults() const {
  if (const auto data = trainingDataset()) return defaultSettings(network(), data->info());
  return defaultSettings(network(), Task::Classification);
}

TrainingSettings Session::nextSettings() const {
  return resolveSettings(trainingDefaults(), project_ ? project_->chosenSettings() : FieldValues()).settings;
}

Status Session::keepChosenSettings(const FieldValues& chosen) {
  if (readOnly()) return projectIsReadOnly();
  return project_ ? project_->setChosenSettings(chosen) : Status(noProjectIsOpen());
}

Status Session::networkReady() const {
  const NetworkProblem* problem = report().obstacle();
  if (!problem) return {};
  const Layer* layer = network().find(problem->layer);
  return fail(ErrorCode::InvalidArgument,
              (layer ? "The layer \"" + layer->name + "\" is not ready: " : std::string()) + problem->message,
              problem->advice.empty() ? "The Network workspace shows the place, and mostly a fix." : problem->advice);
}

Result<RunDescription> Session::trainable(const TrainingSettings& settings, const std::string& name) const {
  if (!project_) return noProjectIsOpen();
  if (readOnly()) return projectIsReadOnly();
  if (trainingDatasetError()) return *trainingDatasetError();
  if (!trainingDataset())
    return fail(ErrorCode::InvalidArgument, "There is no data set to train on.", "Import one in the Data workspace.");
  FOVEA_CHECK(networkReady());
  if (name.empty()) return fail(ErrorCode::InvalidArgument, "A run needs a name.");
  return RunDescription{name, network(), settings, trainingDatasetName()};
}

Status Session::mayTrain() const {
  const auto described = trainable({}, "run");
  return described.ok() ? Status() : Status(described.error());
}

Status Session::startRun(const TrainingSettings& settings, const std::string& name,
                         const std::optional<std::filesystem::path>& start) {
  if (project_) FOVEA_CHECK(training_.mayStart(settings.device));
  FOVEA_TRY(RunDescription description, trainable(settings, name));
  FOVEA_CHECK(project_->setSettings(settings));
  RunRequest request{std::move(description), trainingDataset()};
  request.start = start;
  training_.bridge()->reserve(settings.device);
  networks_.save([this, request = std::move(request)](const Status& saved) {
    if (saved.ok()) return training_.start(request);
    training_.bridge()->release(request.description.settings.device);
    Q_EMIT runNotStarted(saved.error());
  });
  return {};
}

template <class Found>
Result<Job*> Session::startTrial(
    const QString& title, const TrainingSettings& settings, const std::optional<std::filesystem::path>& start,
    std::function<Result<Found>(TrainingPlan, const DeviceTeam&, const ProgressFunction&)> work,
    std::function<void(const Result<Found>&)> done) {
  if (project_) FOVEA_CHECK(training_.mayStart(settings.device));
  FOVEA_TRY(const RunDescription trial, trainable(settings, "trial"));
  training_.bridge()->reserve(settings.device);
  auto found = std::make_shared<std::optional<Found>>();
  const auto run = [trial, start, found, work, data = trainingDataset(), backends = backends_](
                       const ProgressFunction& progress, const CancelToken& cancel) -> Status {
    FOVEA_TRY(const DeviceTeam devices, openDevices(*backends, trial.settings.device));
    TrainingPlan plan{trial.network, trial.settings, data, {}, {}, cancel};
    if (start) {
      FOVEA_TRY(Checkpoint weights, readCheckpoint(*start));
      plan.start = std::make_shared<const Checkpoint>(std::move(weights));
    }
    FOVEA_TRY(*found, work(std::move(plan), devices, progress));
    return {};
  };
  Job* job = jobs_.start(title, run);
  connect(job, &Job::finished, this, [this, found, done, device = settings.device](const Status& status) {
    training_.bridge()->release(device);
    done(status.ok() ? Result<Found>(std::move(**found)) : status.error());
  });
  return job;
}

Result<Job*> Session::searchRate(const TrainingSettings& settings, const std::optional<std::filesystem::path>& start,
                                 std::function<void(const Result<RateSearch>&)> done) {
  return startTrial<RateSearch>(
      tr("Looking for a learning rate"), settings, start,
      [](TrainingPlan plan, const DeviceTeam& devices, const ProgressFunction& progress) {
        RateSearchOptions options;
        options.progress = [&](std::int64_t step) {
          progress({{}, static_cast<std::uint64_t>(step), static_cast<std::uint64_t>(options.steps)});
        };
        return searchLearningRate(std::move(plan), devices, options);
      },
      std::move(done));
}

Result<Job*> Session::estimateRun(const TrainingSettings& settings, const std::optional<std::filesystem::path>& start,
                                  std::function<void(const Result<RunEstimate>&)> done) {
  return startTrial<RunEstimate>(
      tr("Measuring some steps"), settings, start,
      [](TrainingPlan plan, const DeviceTeam& devices, const ProgressFunction& progress) {
        RunEstimateOptions options;
        options.progress = [&](double share) { progress({{}, static_cast<std::uint64_t>(share * 1000), 1000}); };
        return fovea::estimateRun(std::move(plan), devices, options);
      },
      std::move(done));
}

Result<Job*> Session::surveyScaling(TrainingSettings settings, const ScalingRequest& request,
                                    std::function<void(const Result<ScalingSurvey>&)> done) {
  const int ranks = request.ranks.empty() ? 1 : std::ranges::max(request.ranks);
  FOVEA_TRY(settings.device, rankDevices(settings.device, ranks));
  return startTrial<ScalingSurvey>(
      tr("Measuring for the scaling plan"), settings, {},
      [request, backends = backends_](TrainingPlan plan, const DeviceTeam&, const ProgressFunction& progress) {
        ScalingRequest told = request;
        told.progress = progress;
        return fovea::surveyScaling(scalingTrial(std::move(plan.network), std::move(plan.settings), plan.cancel),
                                    *backends, told);
      },
      std::move(done));
}

Status Session::queueRun(const TrainingSettings& settings, const std::string& name, int priority,
                         const std::optional<std::filesystem::path>& start) {
  FOVEA_TRY(RunDescription description, trainable(settings, name));
  FOVEA_CHECK(project_->setSettings(settings));
  QueuedRun run;
  run.description = std::move(description);
  run.priority = priority;
  if (start) run.start = relativeIfInside(*start, project_->folder());
  return queue_.add(std::move(run));
}

Status Session::startSweep(SweepPlan plan) {
  FOVEA_TRY(RunDescription description, trainable({}, "sweep"));
  plan.dataset = std::move(description.dataset);
  plan.settings = sweepSettings(project_->chosenSettings(), plan.settings);
  return sweeps_.begin({std::move(plan), std::move(description.network)});
}

Status Session::mayContinue(const std::string& device) const {
  if (!project_) return noProjectIsOpen();
  if (readOnly()) return projectIsReadOnly();
  return training_.mayStart(device);
}

Status Session::resumeRun(const CheckpointRecord& checkpoint, const TrainingSettings& settings,
                          const std::string& name) {
  FOVEA_CHECK(mayContinue(settings.device));
  const RunEntry* entry = runs_.find(checkpoint.run);
  if (!entry) return fail(ErrorCode::NotFound, "There is no run " + std::to_string(checkpoint.run.index) + ".");
  FOVEA_TRY(const auto folder, project_->datasetFolder(entry->record.dataset));
  training_.resume({checkpoint, settings, name, entry->record.dataset, folder});
  return {};
}

}  // namespace fovea
