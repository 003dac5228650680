#include "app/bridge/session.h"

#include <QSettings>
#include <QStringList>

#include "core/project/run_recorder.h"

namespace fovea {
namespace {

constexpr int kAutosaveMilliseconds = 500;
constexpr int kRecentProjects = 12;
constexpr const char* kRecentKey = "recentProjects";

Error runUnderWay(const std::string& before) {
  return fail(ErrorCode::InvalidArgument, "A run is under way.", "Stop it before " + before + ".");
}

Error noProject() {
  return fail(ErrorCode::InvalidArgument, "No project is open.", "Open or create one in Home.");
}

// Said before a run is recorded that could only fail.
Error notReady(const Network& network, const NetworkProblem& problem) {
  const Layer* layer = network.find(problem.layer);
  return fail(ErrorCode::InvalidArgument,
              (layer ? "The layer \"" + layer->name + "\" is not ready: " : std::string()) + problem.message,
              problem.advice.empty() ? "The Network workspace shows the place, and mostly a fix." : problem.advice);
}

}  // namespace

Session::Session(std::shared_ptr<const BackendRegistry> backends, QObject* parent)
    : QObject(parent),
      backends_(std::move(backends)),
      report_(analyzeNetwork(document_.network(), facts_)),
      training_(backends_) {
  autosave_.setSingleShot(true);
  autosave_.setInterval(kAutosaveMilliseconds);
  connect(&autosave_, &QTimer::timeout, this, [this] {
    if (const Status status = saveNetwork(); !status.ok()) Q_EMIT failed(status.error());
  });
  connect(&training_, &TrainingBridge::newsArrived, this, [this](const WorkerNews& news) {
    if (!news.epochs.empty() || !news.checkpoints.empty()) Q_EMIT runsChanged();
  });
  connect(&training_, &TrainingBridge::runEnded, this, &Session::runsChanged);
}

Session::~Session() {
  if (project_ && document_.modified()) (void)saveNetwork();
}

Status Session::openProject(const std::filesystem::path& folder) {
  if (training_.active()) return runUnderWay("opening another project");
  // The same folder again would find itself locked.
  std::error_code code;
  if (project_ && std::filesystem::equivalent(project_->folder(), folder, code)) return {};
  FOVEA_TRY(auto project, Project::open(folder));
  adopt(std::move(project));
  return {};
}

Status Session::createProject(const std::filesystem::path& folder, const std::string& name) {
  if (training_.active()) return runUnderWay("creating another project");
  FOVEA_TRY(auto project, Project::create(folder, name));
  adopt(std::move(project));
  return {};
}

Job* Session::openExample(const std::string& example, const std::filesystem::path& folder) {
  auto opened = std::make_shared<std::unique_ptr<Project>>();
  std::error_code code;
  const bool isOpen = project_ && std::filesystem::equivalent(project_->folder(), folder, code);
  const bool busy = training_.active();
  Job* job = jobs_.start(tr("Preparing the example"),
                         [=](const ProgressFunction& progress, const CancelToken& cancel) -> Status {
                           if (isOpen) return {};
                           if (busy) return runUnderWay("opening another project");
                           FOVEA_TRY(*opened, createExampleProject(folder, example, progress, cancel));
                           return {};
                         });
  connect(job, &Job::finished, this, [this, opened](const Status& status) {
    if (!status.ok() || !*opened) return;
    // A run may have been started meanwhile: its project stays.
    if (training_.active())
      Q_EMIT failed(runUnderWay("opening the example"));
    else
      adopt(std::move(*opened));
  });
  return job;
}

void Session::adopt(std::unique_ptr<Project> project) {
  if (project_ && document_.modified()) {
    if (const Status status = saveNetwork(); !status.ok()) Q_EMIT failed(status.error());
  }
  autosave_.stop();
  project_ = std::move(project);
  auto network = project_->loadNetwork();
  document_ = NetworkDocument(network.ok() ? std::move(*network) : Network());
  report_ = analyzeNetwork(document_.network(), facts_);
  remember(project_->folder());
  openSelectedDataset();
  Q_EMIT projectChanged();
  Q_EMIT networkChanged();
  Q_EMIT datasetChanged();
  Q_EMIT runsChanged();
  if (!network.ok() && network.error().code != ErrorCode::NotFound) Q_EMIT failed(network.error());
}

QStringList Session::recentProjects() const {
  return QSettings().value(kRecentKey).toStringList();
}

void Session::remember(const std::filesystem::path& folder) {
  QStringList list = recentProjects();
  const QString path = QString::fromStdString(std::filesystem::absolute(folder).lexically_normal().string());
  list.removeAll(path);
  list.prepend(path);
  QSettings().setValue(kRecentKey, QStringList(list.mid(0, kRecentProjects)));
}

void Session::applyEdit(const NetworkEdit& edit, int mergeKey) {
  if (const Status status = document_.apply(edit, mergeKey); !status.ok()) {
    Q_EMIT editRefused(status.error());
    return;
  }
  networkEdited();
}

void Session::undo() {
  if (document_.canUndo() && document_.undo().ok()) networkEdited();
}

void Session::redo() {
  if (document_.canRedo() && document_.redo().ok()) networkEdited();
}

void Session::networkEdited() {
  report_ = analyzeNetwork(document_.network(), facts_);
  // Counted from the first edit that is not saved: who edits without a pause loses no more than others.
  if (project_ && !autosave_.isActive()) autosave_.start();
  Q_EMIT networkChanged();
}

Status Session::saveNetwork() {
  autosave_.stop();
  if (!project_) return noProject();
  FOVEA_CHECK(project_->saveNetwork(document_.network()));
  document_.markSaved();
  return {};
}

Status Session::loadNetworkFile(const std::filesystem::path& file) {
  FOVEA_TRY(Network network, readNetwork(file));
  FOVEA_CHECK(document_.apply({ReplaceNetwork{std::move(network)}, tr("Open network").toStdString()}));
  networkEdited();
  return {};
}

Status Session::saveNetworkFile(const std::filesystem::path& file) const {
  return writeNetwork(file, document_.network());
}

void Session::openSelectedDataset() {
  dataset_.reset();
  datasetError_.reset();
  const std::string& name = project_->manifest().selectedDataset;
  if (name.empty()) return;
  auto dataset = project_->openDataset(name);
  if (dataset.ok())
    dataset_ = std::move(*dataset);
  else
    datasetError_ = dataset.error();
}

Status Session::selectDataset(const std::string& name) {
  if (!project_) return noProject();
  FOVEA_CHECK(project_->selectDataset(name));
  openSelectedDataset();
  Q_EMIT datasetChanged();
  return datasetError_ ? Status(*datasetError_) : Status();
}

Status Session::addDataset(const std::string& name, const std::filesystem::path& folder) {
  if (!project_) return noProject();
  FOVEA_CHECK(project_->addDataset(name, folder));
  return selectDataset(name);
}

Status Session::keepDataset(const std::string& name, const std::filesystem::path& folder) {
  if (!project_) return noProject();
  FOVEA_CHECK(project_->addDataset(name, folder));
  if (!dataset_ && !datasetError_) openSelectedDataset();
  Q_EMIT datasetChanged();
  return {};
}

Status Session::adoptEdited(Result<std::shared_ptr<Dataset>> edited) {
  FOVEA_TRY(dataset_, std::move(edited));
  Q_EMIT datasetChanged();
  return {};
}

Status Session::editDataset(SampleEdit edit) {
  if (!dataset_) return fail(ErrorCode::InvalidArgument, "There is no data set to edit.");
  return adoptEdited(dataset_->edited(std::move(edit)));
}

Status Session::undoDatasetEdit() {
  if (!dataset_) return fail(ErrorCode::InvalidArgument, "There is no data set to edit.");
  return adoptEdited(dataset_->undone());
}

Status Session::redoDatasetEdit() {
  if (!dataset_) return fail(ErrorCode::InvalidArgument, "There is no data set to edit.");
  return adoptEdited(dataset_->redone());
}

Status Session::startRun(const TrainingSettings& settings, const std::string& name,
                         const std::optional<CheckpointRecord>& start) {
  if (!project_) return noProject();
  if (training_.active())
    return fail(ErrorCode::InvalidArgument, "A run is already under way.", "Stop it before starting another.");
  if (datasetError_) return *datasetError_;
  if (!dataset_)
    return fail(ErrorCode::InvalidArgument, "There is no data set to train on.", "Import one in the Data workspace.");
  if (!report_.ok()) return notReady(network(), report_.problems.front());
  FOVEA_CHECK(saveNetwork());
  FOVEA_CHECK(project_->setSettings(settings));
  const std::string& dataset = project_->manifest().selectedDataset;
  FOVEA_TRY(auto recorder, RunRecorder::begin(*project_, {name, network(), settings, dataset}));
  StartRun run;
  run.plan = {network(), settings, dataset_, dataset_->folder().string()};
  run.name = name;
  run.recorder = std::move(recorder);
  if (start) run.start = project_->checkpointPath(*start);
  training_.start(std::move(run));
  Q_EMIT runsChanged();
  return {};
}

Status Session::resumeRun(const CheckpointRecord& checkpoint, const TrainingSettings& settings,
                          const std::string& name) {
  if (!project_) return noProject();
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
