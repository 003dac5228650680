#include "app/workspaces/train/train_workspace.h"

#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QMessageBox>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/bridge/device_list.h"
#include "app/status_strip.h"
#include "app/workspaces/panel_area.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_log.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table_model.h"
#include "app/workspaces/train/run_view.h"
#include "app/workspaces/train/running_bar.h"
#include "widgets/actions/action_button.h"
#include "widgets/tables/table.h"
#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

Pill::Tone toneOf(WorkerState state) {
  switch (state) {
    case WorkerState::Preparing:
      return Pill::Tone::Accent;
    case WorkerState::Training:
    case WorkerState::Validating:
    case WorkerState::Finished:
      return Pill::Tone::Good;
    case WorkerState::Paused:
      return Pill::Tone::Warning;
    case WorkerState::Failed:
      return Pill::Tone::Bad;
    default:
      return Pill::Tone::Neutral;
  }
}

Pill::Tone toneOf(RunStatus status) {
  switch (status) {
    case RunStatus::Finished:
      return Pill::Tone::Good;
    case RunStatus::Failed:
      return Pill::Tone::Bad;
    case RunStatus::Paused:
    case RunStatus::Interrupted:
      return Pill::Tone::Warning;
    default:
      return Pill::Tone::Neutral;
  }
}

constexpr int kLowerHeight = 200;

QWidget* padded(QWidget* content) {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(size::kGrid, size::kGrid, size::kGrid, size::kGrid);
  column->addWidget(content);
  return box;
}

}  // namespace

TrainWorkspace::TrainWorkspace(Session& session, QWidget* parent)
    : Workspace(session, tr("Train"), "train", parent),
      inspector_(new RunInspector),
      plots_(new RunPlots),
      model_(new RunTableModel(this)),
      log_(new RunLog),
      view_(new RunView(*plots_, *log_, this)),
      running_(new RunningBar),
      state_(new Pill({})) {
  addToToolbarLeft(state_);
  buildPanels();
  setContent(buildContent());
  buildActions();
  buildToolbar();
  setInspector(inspector_, tr("Settings of the run"));
  connect(&session, &Session::projectChanged, this, &TrainWorkspace::projectChanged);
  connect(&session, &Session::networkChanged, this, &TrainWorkspace::subjectChanged);
  connect(&session, &Session::datasetChanged, this, &TrainWorkspace::subjectChanged);
  connect(&session, &Session::trainingDatasetChanged, this, &TrainWorkspace::subjectChanged);
  connect(inspector_, &RunInspector::datasetWanted, this, [this](const QString& name) {
    banner()->dismiss();
    if (const Status status = this->session().selectTrainingDataset(name.toStdString()); !status.ok())
      showError(status.error());
  });
  connect(&session, &Session::runsChanged, this, &TrainWorkspace::refreshRuns);
  connect(session.training(), &TrainingBridge::snapshotChanged, this,
          [this](const auto& snapshot) { showSnapshot(*snapshot); });
  connect(session.training(), &TrainingBridge::newsArrived, this,
          [this](const WorkerNews& news) { view_->addNews(this->session().training()->snapshot()->run, news); });
  connect(view_, &RunView::failed, this, &TrainWorkspace::showError);
  connect(running_, &RunningBar::showWanted, this, [this] { select(this->session().training()->snapshot()->run); });
  connect(inspector_, &RunInspector::learningRateWanted, session.training(), &TrainingBridge::setLearningRate);
  connect(plots_, &RunPlots::exportFailed, this, &TrainWorkspace::showError);
  projectChanged();
  findDevices();
}

void TrainWorkspace::findDevices() {
  devices_.ask([backends = session().backends()] { return computingDevices(*backends); },
               [this](const auto& found) {
                 if (found.ok()) inspector_->setDevices(*found);
               });
}

void TrainWorkspace::buildPanels() {
  table_ = new QTableView;
  table_->setModel(model_);
  setUpTable(*table_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setAccessibleName(tr("Runs"));
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TrainWorkspace::selectionChanged);

  addPanel({"runs", tr("Runs"), Qt::BottomDockWidgetArea, kLowerHeight}, padded(table_));
  addPanel({"log", tr("Log"), Qt::BottomDockWidgetArea, kLowerHeight, true}, padded(log_));
}

QWidget* TrainWorkspace::buildContent() {
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGutter);
  column->addWidget(running_);
  column->addWidget(plots_, 1);

  auto* empty = new EmptyState(
      "train", tr("Nothing has been trained yet"),
      tr("A run trains the network on the data set that is chosen at the right. You watch it learn here."));
  connect(empty->addAction(tr("Start a run")), &QPushButton::clicked, this, &TrainWorkspace::startRun);
  pages_ = new QStackedWidget;
  pages_->addWidget(empty);
  pages_->addWidget(page);
  return pages_;
}

void TrainWorkspace::activate() {
  refreshRuns();
}

void TrainWorkspace::projectChanged() {
  followed_ = RunId();
  banner()->dismiss();
  {
    const QScopedValueRollback guard(byProgram_, true);
    model_->setRuns({});
    view_->setProject(session().project());
    if (session().project()) inspector_->setSettings(session().project()->settings());
    inspector_->showNextPage();
    subjectChanged();
    refreshRuns();
  }
  // No run goes on while another project is opened; the one that was shown belongs to the project before.
  showSnapshot(WorkerSnapshot());
}

void TrainWorkspace::subjectChanged() {
  const auto dataset = session().trainingDataset();
  QStringList names;
  if (const Project* project = session().project())
    for (const ProjectDataset& each : project->manifest().datasets) names << QString::fromStdString(each.name);
  inspector_->setSubject(QString::fromStdString(session().network().name()), names,
                         QString::fromStdString(session().trainingDatasetName()));
  inspector_->setSamples(dataset ? dataset->size(Split::Train) : 0);
}

void TrainWorkspace::reuseWeights() {
  if (lastCheckpoint_) begin(*lastCheckpoint_);
}

void TrainWorkspace::startRun() {
  begin({});
}

void TrainWorkspace::begin(const std::optional<CheckpointRecord>& start) {
  banner()->dismiss();
  shownError_.clear();
  followed_ = RunId();
  if (!inspector_->isValid()) {
    banner()->showMessage(Banner::Tone::Bad, tr("A setting is not valid."),
                          tr("The form at the right says which, and what is allowed."));
    return;
  }
  if (const Status status = session().startRun(inspector_->settings(), session().network().name(), start);
      !status.ok()) {
    showError(status.error());
    if (!session().trainingDataset()) {
      connect(banner()->addAction(tr("Import data")), &QPushButton::clicked, this,
              [this] { Q_EMIT placeRequested("data"); });
    } else if (!session().report().ok()) {
      connect(banner()->addAction(tr("Show the network")), &QPushButton::clicked, this,
              [this] { Q_EMIT placeRequested("network"); });
    }
    return;
  }
}

void TrainWorkspace::continueRun() {
  const RunRecord* selected = selectedRun();
  if (!selected) return;
  banner()->dismiss();
  shownError_.clear();
  followed_ = RunId();
  if (!lastCheckpoint_) {
    banner()->showMessage(Banner::Tone::Warning, tr("This run has no checkpoint to go on from."),
                          tr("Start a new run instead."));
    return;
  }
  TrainingSettings settings = selected->settings;
  settings.epochs = inspector_->runPage()->untilEpoch();
  const CheckpointRecord start = *lastCheckpoint_;
  view_->forgetAfter(start.run, start.step);
  if (const Status status = session().resumeRun(start, settings, std::string(selected->name)); !status.ok())
    showError(status.error());
}

void TrainWorkspace::deleteRun() {
  const RunRecord* selected = selectedRun();
  if (!selected) return;
  const RunId run = selected->id;  // the list may change while the question is open
  const auto answer = QMessageBox::question(
      this, tr("Delete the run?"),
      tr("Run %1 is deleted with its curves and checkpoints. This cannot be undone.").arg(run.index),
      QMessageBox::Yes | QMessageBox::Cancel, QMessageBox::Cancel);
  if (answer != QMessageBox::Yes) return;
  if (const Status status = session().project()->deleteRun(run); !status.ok()) {
    showError(status.error());
    return;
  }
  refreshRuns();
}

void TrainWorkspace::showSnapshot(const WorkerSnapshot& run) {
  view_->setRunning(run.active() ? run.run : RunId(), run.step);
  // Once: a person may look at another run meanwhile. A short run may be over when it is heard of for the first time.
  if (run.run.valid() && followed_ != run.run) {
    followed_ = run.run;
    // A run that goes on from an earlier checkpoint begins its curves there.
    const bool again = view_->wanted() == run.run;
    refreshRuns();
    select(run.run);
    if (again) view_->show(run.run);
  }
  if (run.state == WorkerState::Training) view_->addSpeed(run.run, static_cast<double>(run.step), run.imagesPerSecond);
  showRunError(run);
  if (!run.active() && run.state != WorkerState::Idle)
    view_->addLine(run.run, tr("%1 after %2: %3 of %4 epochs")
                                .arg(tr(workerStateTitle(run.state)), durationText(run.seconds))
                                .arg(run.epoch)
                                .arg(run.epochs));
  // "running" and "paused" in the table, where a validation is a part of training.
  const WorkerState state = run.state == WorkerState::Validating ? WorkerState::Training : run.state;
  if (std::exchange(lastState_, state) != state) refreshRuns();
  showSubject();
}

void TrainWorkspace::showRunError(const WorkerSnapshot& run) {
  const std::optional<Error>& error = run.error;
  // It stays in every snapshot; what was dismissed does not come back.
  const QString words = error ? QString::fromStdString(error->text()) : QString();
  if (words == shownError_) return;
  shownError_ = words;
  if (!error) return;
  showError(*error);
  view_->addLine(run.run, tr("error: %1").arg(words));
}

std::vector<Findable> TrainWorkspace::findables() {
  std::vector<Findable> found;
  for (int row = 0; row < model_->rowCount(); ++row) {
    const RunRecord& run = *model_->run(row);
    found.push_back({tr("%1 · %2").arg(runTitle(run.name, run.id), QString::fromStdString(run.dataset)), "train",
                     [this, id = run.id] { select(id); }});
  }
  return found;
}

void TrainWorkspace::refreshRuns() {
  std::vector<RunRecord> runs;
  if (session().project()) {
    auto found = session().project()->runs().runs();
    if (found.ok())
      runs = std::move(*found);
    else
      showError(found.error());
  }
  pages_->setCurrentIndex(runs.empty() ? 0 : 1);
  for (const char* panel : {"runs", "log"}) panels()->setUseful(panel, !runs.empty());
  const RunId before = view_->wanted();
  const QScopedValueRollback guard(byProgram_, true);
  model_->setRuns(std::move(runs));
  const int row = std::max(0, model_->rowOf(before));
  if (model_->rowCount() > 0 && !table_->selectionModel()->hasSelection()) table_->selectRow(row);
  // The record of the run has changed with it.
  selectionChanged();
}

const RunRecord* TrainWorkspace::selectedRun() const {
  return model_->run(table_->currentIndex().row());
}

RunId TrainWorkspace::selectedId() const {
  const RunRecord* run = selectedRun();
  return run ? run->id : RunId();
}

void TrainWorkspace::select(RunId run) {
  const int row = model_->rowOf(run);
  if (row < 0) return;
  table_->selectRow(row);
  inspector_->showRunPage();
}

void TrainWorkspace::selectionChanged() {
  const RunRecord* run = selectedRun();
  lastCheckpoint_.reset();
  if (run) {
    auto last = session().project()->runs().lastCheckpoint(run->id);
    if (last.ok()) lastCheckpoint_ = std::move(*last);
  }
  inspector_->setRun(run ? std::optional(*run) : std::nullopt);
  if (view_->wanted() != selectedId()) {
    view_->show(selectedId());
    if (!byProgram_) inspector_->showRunPage();
  }
  showSubject();
}

void TrainWorkspace::showSubject() {
  const WorkerSnapshot& run = *session().training()->snapshot();
  const RunRecord* selected = selectedRun();
  const bool active = run.active();
  // What steers a run does so only where that run is looked at.
  const bool steers = active && selected && selected->id == run.run;
  setHeading(selected ? runTitle(selected->name, selected->id) : title());
  state_->setVisible(selected != nullptr);
  if (selected) {
    state_->setText(steers ? tr(workerStateTitle(run.state)).toLower() : runStatusWords(selected->status));
    state_->setTone(steers ? toneOf(run.state) : toneOf(selected->status));
  }
  running_->showRun(run, selectedId());
  inspector_->showSnapshot(run);

  oweFocus(active, steers && run.unsaved);
  showActions(run, selected, steers);
  const Action* next = active ? pause_ : start_;
  if (!focusOwed_ || !next->isEnabled()) return;
  buttonOf(next)->setFocus(Qt::OtherFocusReason);
  focusOwed_ = false;
}

}  // namespace fovea
