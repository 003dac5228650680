#include "app/bridge/session.h"

#include <QSettings>
#include <QStringList>

#include "core/project/run_recorder.h"

namespace fovea {

Error noProjectIsOpen() {
  return fail(ErrorCode::InvalidArgument, "No project is open.", "Open or create one in Home.");
}

Error runIsUnderWay(const std::string& before) {
  return fail(ErrorCode::InvalidArgument, "A run is under way.", "Stop it before " + before + ".");
}

namespace {

constexpr int kRecentProjects = 12;
constexpr const char* kRecentKey = "recentProjects";

// Said before a run is recorded that could only fail.
Error notReady(const Network& network, const NetworkProblem& problem) {
  const Layer* layer = network.find(problem.layer);
  return fail(ErrorCode::InvalidArgument,
              (layer ? "The layer \"" + layer->name + "\" is not ready: " : std::string()) + problem.message,
              problem.advice.empty() ? "The Network workspace shows the place, and mostly a fix." : problem.advice);
}

}  // namespace

Session::Session(std::shared_ptr<const BackendRegistry> backends, QObject* parent)
    : QObject(parent), backends_(std::move(backends)), training_(backends_) {
  connect(&networks_, &NetworkService::changed, this, &Session::networkChanged);
  connect(&networks_, &NetworkService::opened, this, &Session::networkOpened);
  connect(&networks_, &NetworkService::refused, this, &Session::editRefused);
  connect(&networks_, &NetworkService::failed, this, &Session::failed);
  // A network that fits one data set need not fit another.
  connect(this, &Session::trainingDatasetChanged, &networks_, [this] {
    std::optional<DatasetInfo> data;
    if (trained_.data) data = trained_.data->info();
    if (data) data->name = trainingDatasetName();  // as the project calls it
    networks_.compareWith(std::move(data));
  });
  connect(&training_, &TrainingBridge::newsArrived, this, [this](const WorkerNews& news) {
    if (!news.epochs.empty() || !news.checkpoints.empty()) Q_EMIT runsChanged();
  });
  connect(&training_, &TrainingBridge::runEnded, this, &Session::runsChanged);
}

Status Session::mayChangeProject(const std::string& before) const {
  if (training_.active()) return runIsUnderWay(before);
  const QList<Job*> jobs = jobs_.running(JobScope::Project);
  if (jobs.isEmpty()) return {};
  return fail(ErrorCode::InvalidArgument, "\"" + jobs.first()->title().toStdString() + "\" is under way.",
              "Wait for it, or cancel it, before " + before + ".");
}

Status Session::openProject(const std::filesystem::path& folder) {
  FOVEA_CHECK(mayChangeProject("opening another project"));
  // The same folder again would find itself locked.
  std::error_code code;
  if (project_ && std::filesystem::equivalent(project_->folder(), folder, code)) return {};
  FOVEA_TRY(auto project, Project::open(folder));
  return adopt(std::move(project));
}

Status Session::createProject(const std::filesystem::path& folder, const std::string& name) {
  FOVEA_CHECK(mayChangeProject("creating another project"));
  FOVEA_TRY(auto project, Project::create(folder, name));
  if (!newDevice_.empty()) {
    TrainingSettings settings = project->settings();
    settings.device = newDevice_;
    FOVEA_CHECK(project->setSettings(settings));
  }
  return adopt(std::move(project));
}

Job* Session::openExample(const std::string& example, const std::filesystem::path& folder) {
  auto opened = std::make_shared<std::unique_ptr<Project>>();
  std::error_code code;
  const bool isOpen = project_ && std::filesystem::equivalent(project_->folder(), folder, code);
  const Status allowed = mayChangeProject("opening another project");
  const auto work = [=](const ProgressFunction& progress, const CancelToken& cancel) -> Status {
    if (isOpen) return {};
    FOVEA_CHECK(allowed);
    FOVEA_TRY(*opened, createExampleProject(folder, example, progress, cancel));
    return {};
  };
  Job* job = jobs_.start(tr("Preparing the example"), work, JobScope::Program);
  connect(job, &Job::finished, this, [this, opened](const Status& status) {
    if (!status.ok() || !*opened) return;
    // Something may have begun meanwhile: its project stays.
    Status adopted = mayChangeProject("opening the example");
    if (adopted.ok()) adopted = adopt(std::move(*opened));
    if (!adopted.ok()) Q_EMIT failed(adopted.error());
  });
  return job;
}

// The open project stays open when its network cannot be saved.
Status Session::adopt(std::unique_ptr<Project> project) {
  if (project_) FOVEA_CHECK(networks_.save());
  const std::optional<Network> drawn =
      !project_ && !network().layers().empty() ? std::optional(network()) : std::nullopt;
  training_.forget();
  // The services look at the new one before the old one goes.
  const std::unique_ptr<Project> before = std::exchange(project_, std::move(project));
  rememberProject(QString::fromStdString(project_->folder().string()));
  openDatasets();
  networks_.show(*project_);
  if (drawn)
    if (const Status added = networks_.add(*drawn, tr("Draw")); !added.ok()) Q_EMIT failed(added.error());
  Q_EMIT projectChanged();
  tellDatasets();
  Q_EMIT runsChanged();
  return {};
}

QStringList Session::recentProjects() const {
  return QSettings().value(kRecentKey).toStringList();
}

void Session::forgetProject(const QString& folder) {
  QStringList list = recentProjects();
  list.removeAll(folder);
  QSettings().setValue(kRecentKey, list);
}

void Session::rememberProject(const QString& folder) {
  QStringList list = recentProjects();
  list.removeAll(folder);
  list.prepend(folder);
  QSettings().setValue(kRecentKey, QStringList(list.mid(0, kRecentProjects)));
}

Status Session::loadNetworkFile(const std::filesystem::path& file) {
  FOVEA_TRY(const Network network, readNetwork(file));
  return networks_.add(network, tr("Open network"));
}

Status Session::saveNetworkFile(const std::filesystem::path& file) const {
  return writeNetwork(file, network());
}

Status Session::startRun(const TrainingSettings& settings, const std::string& name,
                         const std::optional<CheckpointRecord>& start) {
  if (!project_) return noProjectIsOpen();
  if (training_.active())
    return fail(ErrorCode::InvalidArgument, "A run is already under way.", "Stop it before starting another.");
  if (trained_.error) return *trained_.error;
  if (!trained_.data)
    return fail(ErrorCode::InvalidArgument, "There is no data set to train on.", "Import one in the Data workspace.");
  if (const NetworkProblem* obstacle = report().obstacle()) return notReady(network(), *obstacle);
  FOVEA_CHECK(saveNetwork());
  FOVEA_CHECK(project_->setSettings(settings));
  FOVEA_TRY(auto recorder, RunRecorder::begin(*project_, {name, network(), settings, trainingDatasetName()}));
  StartRun run;
  run.plan = {network(), settings, trained_.data, trained_.data->folder().string()};
  run.name = name;
  run.recorder = std::move(recorder);
  if (start) run.start = project_->checkpointPath(*start);
  training_.start(std::move(run));
  Q_EMIT runsChanged();
  return {};
}

Status Session::resumeRun(const CheckpointRecord& checkpoint, const TrainingSettings& settings,
                          const std::string& name) {
  if (!project_) return noProjectIsOpen();
  if (training_.active())
    return fail(ErrorCode::InvalidArgument, "A run is already under way.", "Stop it before starting another.");
  FOVEA_TRY(const RunRecord run, project_->runs().run(checkpoint.run));
  FOVEA_TRY(Network trained, project_->runs().network(checkpoint.run));
  FOVEA_TRY(const auto folder, project_->datasetFolder(run.dataset));
  FOVEA_TRY(auto dataset, Dataset::open(folder));
  auto recorder = RunRecorder::resume(*project_, checkpoint.run, checkpoint.step, settings);
  if (!recorder.ok() && recorder.error().code == ErrorCode::InvalidArgument)
    recorder = RunRecorder::branch(*project_, checkpoint.run, checkpoint.step, {name, trained, settings, run.dataset});
  if (!recorder.ok()) return recorder.error();
  StartRun start;
  start.plan = {std::move(trained), settings, std::move(dataset), folder.string()};
  start.name = run.name;
  start.recorder = std::move(*recorder);
  start.checkpoint = project_->checkpointPath(checkpoint);
  training_.start(std::move(start));
  Q_EMIT runsChanged();
  return {};
}

}  // namespace fovea
