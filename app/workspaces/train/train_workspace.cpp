#include "app/workspaces/train/train_workspace.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>

#include "app/bridge/device_list.h"
#include "app/status_strip.h"
#include "app/unless_gone.h"
#include "app/workspaces/panel_area.h"
#include "app/workspaces/train/comparison_reader.h"
#include "app/workspaces/train/layer_panel.h"
#include "app/workspaces/train/machine_panel.h"
#include "app/workspaces/train/preset_button.h"
#include "app/workspaces/train/queue_panel.h"
#include "app/workspaces/train/rate_search_dialog.h"
#include "app/workspaces/train/run_details.h"
#include "app/workspaces/train/run_diff.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_log.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table.h"
#include "app/workspaces/train/run_view.h"
#include "app/workspaces/train/run_words.h"
#include "app/workspaces/train/running_bar.h"
#include "app/workspaces/train/start_choice.h"
#include "widgets/actions/action_button.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/number_text.h"
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

QString estimateWords(const RunEstimate& found) {
  return TrainWorkspace::tr("About %1, %2 an epoch (%3 ms a step). %4 of memory, %5 a checkpoint. %6")
      .arg(durationText(found.seconds), durationText(found.secondsPerEpoch))
      .arg(numberText(found.secondsPerStep * 1000, 'g', 3))
      .arg(numberLocale().formattedDataSize(static_cast<qint64>(found.memoryBytes), 1),
           numberLocale().formattedDataSize(static_cast<qint64>(found.checkpointBytes), 1),
           stepWaitWords(found.times, found.loaderThreads));
}

constexpr int kLowerHeight = 200;
constexpr auto kTimeToPutBack = std::chrono::seconds(30);

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
      runs_(new RunTable),
      diff_(new RunDiff),
      reader_(new ComparisonReader(this)),
      log_(new RunLog),
      view_(new RunView(*session.runs(), *plots_, *log_, this)),
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
    this->session().datasets()->selectTraining(name.toStdString(), unlessGone(this, [this](const Status& status) {
                                                 if (status.ok()) return;
                                                 subjectChanged();  // the form shows what is trained on
                                                 showError(status.error());
                                               }));
  });
  for (const auto signal : {&RunLibrary::runAdded, &RunLibrary::runChanged, &RunLibrary::runRemoved})
    connect(session.runs(), signal, this, &TrainWorkspace::refreshRuns);
  connect(session.runs(), &RunLibrary::failed, this, &TrainWorkspace::showError);
  connect(&session, &Session::runNotStarted, this, [this](const Error& error) {
    showError(error);
    showSubject();
  });
  connect(session.queue(), &RunQueueService::changed, this, &TrainWorkspace::showQueue);
  connect(session.queue(), &RunQueueService::failed, this, &TrainWorkspace::showError);
  connect(session.training(), &TrainingBridge::snapshotChanged, this,
          [this](const auto& snapshot) { showSnapshot(*snapshot); });
  connect(session.training(), &TrainingBridge::deviceReleased, this, &TrainWorkspace::showSubject);
  connect(session.training(), &TrainingBridge::eventsArrived, view_, &RunView::addEvents);
  connect(view_, &RunView::failed, this, &TrainWorkspace::showError);
  // Queued, so that it does not delay the drawing of the curves.
  connect(view_, &RunView::filled, this, &TrainWorkspace::prepareNext, Qt::QueuedConnection);
  connect(running_, &RunningBar::showWanted, this, &TrainWorkspace::select);
  connect(inspector_, &RunInspector::learningRateWanted, this,
          [this](double rate) { this->session().training()->setLearningRate(rate, selectedId()); });
  // Another device may be free or taken.
  connect(inspector_, &RunInspector::settingsEdited, this, &TrainWorkspace::showSubject);
  connect(inspector_, &RunInspector::rateSearchWanted, this, &TrainWorkspace::findRate);
  connect(inspector_, &RunInspector::estimateWanted, this, &TrainWorkspace::estimate);
  connect(inspector_, &RunInspector::failed, this, &TrainWorkspace::showError);
  connect(inspector_->runPage(), &RunDetails::changeWanted, this,
          [this](const std::string& setting, const FieldValue& value) {
            this->session().training()->changeSetting(setting, value, selectedId());
          });
  connectAugmentation();
  connectCheckpoints();
  connect(plots_, &RunPlots::exportFailed, this, &TrainWorkspace::showError);
  connectComparison();
  connect(&edits_, &UndoList::changed, this, &TrainWorkspace::undoChanged);
  forGood_.setSingleShot(true);
  forGood_.setInterval(kTimeToPutBack);
  connect(&forGood_, &QTimer::timeout, this, &TrainWorkspace::deleteForGood);
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
  connect(runs_, &RunTable::currentChanged, this, &TrainWorkspace::selectionChanged);
  addPanel({"runs", tr("Runs"), Qt::BottomDockWidgetArea, kLowerHeight}, runs_);
  addPanel({"differences", tr("Differences"), Qt::BottomDockWidgetArea, kLowerHeight, PanelSpec::Place::BesideLast},
           diff_);
  addPanel({"log", tr("Log"), Qt::BottomDockWidgetArea, kLowerHeight, PanelSpec::Place::BesideLast}, padded(log_));
  queue_ = new QueuePanel(*session().queue());
  addPanel({"queue", tr("Queue"), Qt::BottomDockWidgetArea, kLowerHeight, PanelSpec::Place::TabOfLast}, padded(queue_));
  showQueue();
  layers_ = new LayerPanel;
  addPanel({"layers", tr("Layers"), Qt::BottomDockWidgetArea, kLowerHeight, PanelSpec::Place::TabOfLast},
           padded(layers_));
  panels()->setUseful("layers", false);
  connect(layers_, &LayerPanel::usefulChanged, this,
          [this](bool useful) { panels()->setUseful("layers", useful, false); });
  connect(layers_, &LayerPanel::failed, this, &TrainWorkspace::showError);
  connect(session().training(), &TrainingBridge::eventsArrived, layers_, &LayerPanel::addEvents);
  machine_ = new MachinePanel;
  auto* scrolled = new QScrollArea;
  scrolled->setWidget(padded(machine_));
  scrolled->setWidgetResizable(true);
  scrolled->setFrameShape(QFrame::NoFrame);
  addPanel({"machine", tr("Machine"), Qt::BottomDockWidgetArea, kLowerHeight, PanelSpec::Place::TabOfLast}, scrolled);
}

QTableView* TrainWorkspace::runTable() const {
  return runs_->view();
}

RunTableModel* TrainWorkspace::runModel() const {
  return runs_->model();
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
  pages_->addWidget(buildSweeps());
  return pages_;
}

void TrainWorkspace::projectChanged() {
  followed_.clear();
  banner()->dismiss();
  {
    const QScopedValueRollback guard(byProgram_, true);
    runs_->setRuns({});
    runs_->setReadOnly(session().readOnly());
    reader_->setProject(session().project());
    view_->forget();
    layers_->setProject(session().project());
    machine_->setDisk(session().project() ? session().project()->folder() : std::filesystem::path());
    if (session().project()) inspector_->setChosenSettings(session().project()->chosenSettings());
    inspector_->showNextPage();
    subjectChanged();
    refreshRuns();
  }
  forGood_.stop();
  edits_.clear();
  deletions_.clear();
  if (session().project() && !session().readOnly()) session().runs()->deleteRemoved();
  // No run is active when a project is opened; the shown one belonged to the previous project.
  showSnapshot(WorkerSnapshot());
}

void TrainWorkspace::subjectChanged() {
  const auto dataset = session().trainingDataset();
  QStringList names;
  if (const Project* project = session().project())
    for (const ProjectDataset& each : project->manifest().datasets) names << QString::fromStdString(each.name);
  inspector_->setSubject(QString::fromStdString(session().network().name()), names,
                         QString::fromStdString(session().trainingDatasetName()));
  inspector_->setDefaults(session().trainingDefaults());
  inspector_->start()->setNetwork(session().network());
  inspector_->setSamples(dataset ? dataset->size(Split::Train) : 0);
  inspector_->setEstimate({});  // it was of another network or other data
}

void TrainWorkspace::reuseWeights() {
  if (lastCheckpoint_) begin(session().project()->checkpointPath(*lastCheckpoint_));
}

void TrainWorkspace::startRun() {
  if (startsWell()) begin(inspector_->start()->chosen());
}

bool TrainWorkspace::startsWell() {
  const auto obstacle = inspector_->start()->obstacle();
  if (obstacle) showError(*obstacle);
  return !obstacle;
}

void TrainWorkspace::begin(const std::optional<std::filesystem::path>& start) {
  banner()->dismiss();
  shownErrors_.clear();
  if (!inspector_->isValid()) return showInvalidSetting();
  const Status kept = session().keepChosenSettings(inspector_->chosenSettings());
  if (!kept.ok()) return showError(kept.error());
  const Status status = session().startRun(inspector_->settings(), session().network().name(), start);
  if (!status.ok()) showObstacle(status.error());
}

void TrainWorkspace::showObstacle(const Error& error) {
  showError(error);
  if (!session().trainingDataset()) {
    connect(banner()->addAction(tr("Import data")), &QPushButton::clicked, this,
            [this] { Q_EMIT placeRequested("data"); });
  } else if (!session().report().ok()) {
    connect(banner()->addAction(tr("Show the network")), &QPushButton::clicked, this,
            [this] { Q_EMIT placeRequested("network"); });
  }
}

void TrainWorkspace::addToQueue() {
  banner()->dismiss();
  if (!inspector_->isValid()) return showInvalidSetting();
  const Status kept = session().keepChosenSettings(inspector_->chosenSettings());
  if (!kept.ok()) return showError(kept.error());
  if (!startsWell()) return;
  const Status status =
      session().queueRun(inspector_->settings(), session().network().name(), 0, inspector_->start()->chosen());
  if (!status.ok()) showObstacle(status.error());
}

void TrainWorkspace::findRate() {
  banner()->dismiss();
  if (!inspector_->isValid()) return showInvalidSetting();
  if (!startsWell()) return;
  const auto told = std::make_shared<QPointer<RateSearchDialog>>();
  const auto show = [told](const Result<RateSearch>& found) {
    if (*told) (*told)->show(found);
  };
  const auto job = session().searchRate(inspector_->settings(), inspector_->start()->chosen(), show);
  if (!job.ok()) return showObstacle(job.error());
  auto* dialog = new RateSearchDialog(*job, this);
  *told = dialog;
  connect(dialog, &RateSearchDialog::rateTaken, inspector_, &RunInspector::chooseRate);
  dialog->open();
}

void TrainWorkspace::estimate() {
  banner()->dismiss();
  if (!inspector_->isValid()) return showInvalidSetting();
  if (!startsWell()) return;
  const QPointer<RunInspector> told(inspector_);
  const QString measuring = tr("Measuring some steps…");
  const auto show = [=, this](const Result<RunEstimate>& found) {
    if (!told) return;
    // The text is gone if the settings, the network or the data have changed meanwhile.
    if (told->estimate() == measuring) told->setEstimate(found.ok() ? estimateWords(*found) : QString());
    if (!found.ok() && found.error().code != ErrorCode::Cancelled) showError(found.error());
  };
  const auto job = session().estimateRun(inspector_->settings(), inspector_->start()->chosen(), show);
  if (!job.ok()) return showObstacle(job.error());
  inspector_->setEstimate(measuring);
}

void TrainWorkspace::showQueue() {
  panels()->setUseful("queue", !session().queue()->runs().empty());
}

void TrainWorkspace::showInvalidSetting() {
  banner()->showMessage(Banner::Tone::Bad, tr("A setting is not valid."),
                        tr("The form at the right says which, and what is allowed."));
}

void TrainWorkspace::showSnapshot(const WorkerSnapshot& run) {
  std::map<RunId, std::int64_t> steps;
  for (const auto& each : session().training()->underWay()) steps[each->run] = each->step;
  view_->setRunning(std::move(steps));
  follow(run);
  if (run.state == WorkerState::Training) view_->addSpeed(run.run, static_cast<double>(run.step), run.samplesPerSecond);
  showRunError(run);
  if (!run.active() && run.state != WorkerState::Idle)
    view_->addLine(run.run, tr("%1 after %2: %3 of %4 epochs")
                                .arg(workerStateWords(run.state), durationText(run.seconds))
                                .arg(run.epoch)
                                .arg(run.epochs));
  showSubject();
}

// Selects a new run only once, since the user may select another one meanwhile. A short run may have ended already.
void TrainWorkspace::follow(const WorkerSnapshot& run) {
  const bool isNew = run.run.valid() && followed_.insert(run.run).second;
  if (!run.active()) followed_.erase(run.run);
  if (!isNew) return;
  // A run that resumes from an earlier checkpoint restarts its curves there.
  const bool again = view_->wanted() == run.run;
  listRuns(run.run);
  // A run of the queue or of a sweep must not take the form away under the hands of the user: the keys would go to it.
  if (!inspector_->editsNext()) inspector_->showRunPage();
  if (again) view_->show(run.run);
  if (again) layers_->show(run.run);
}

void TrainWorkspace::showRunError(const WorkerSnapshot& run) {
  const std::optional<Error>& error = run.error;
  // Shows an error once, since it stays in every snapshot; a dismissed one does not reappear unless it comes again.
  const QString words = error ? coreMessage(*error) : QString();
  const auto shown = std::pair(run.refusals, words);
  if (std::exchange(shownErrors_[run.run], shown) == shown) return;
  if (!error) return;
  showError(*error);
  view_->addLine(run.run, tr("error: %1").arg(words));
}

std::vector<Findable> TrainWorkspace::findables() {
  std::vector<Findable> found;
  for (const RunRecord& run : runModel()->runs()) {
    found.push_back({tr("%1 · %2").arg(runTitle(run.name, run.id), QString::fromStdString(run.dataset)), "train",
                     [this, id = run.id] { select(id); }});
  }
  return found;
}

void TrainWorkspace::refreshRuns() {
  listRuns({});
}

void TrainWorkspace::listRuns(RunId chosen) {
  std::vector<RunRecord> runs = session().runs()->records();
  showPages();
  for (const char* panel : {"runs", "log"}) panels()->setUseful(panel, !runs.empty());
  const RunId before = view_->wanted();
  const QScopedValueRollback guard(byProgram_, true);
  reader_->setRuns(runs);
  inspector_->presets()->setRuns(runs);
  if (session().project()) inspector_->start()->setRuns(session().project()->folder(), session().runs()->entries());
  runs_->setRuns(std::move(runs));
  if (!chosen.valid() || !runs_->select(chosen)) runs_->selectSome(before);
  // Once for all changes of the table, and also if only the record of the selected run has changed.
  showSelection();
}

const RunRecord* TrainWorkspace::selectedRun() const {
  return runs_->current();
}

RunId TrainWorkspace::selectedId() const {
  const RunRecord* run = selectedRun();
  return run ? run->id : RunId();
}

void TrainWorkspace::select(RunId run) {
  if (runs_->select(run)) inspector_->showRunPage();
}

// A user who moves through the table usually continues in the same direction.
void TrainWorkspace::prepareNext(RunId run) {
  if (run != selectedId()) return;
  const int row = runs_->view()->currentIndex().row(), step = row < lastRow_ ? -1 : 1;
  lastRow_ = row;
  if (const RunRecord* next = runs_->beside(step)) session().runs()->prepare(next->id);
}

void TrainWorkspace::selectionChanged() {
  if (!byProgram_) showSelection();
}

void TrainWorkspace::showSelection() {
  const RunRecord* run = selectedRun();
  lastCheckpoint_.reset();
  if (run) {
    const CheckpointRecord* last = session().runs()->lastCheckpoint(run->id);
    if (last) lastCheckpoint_ = *last;
  }
  inspector_->setRun(run ? std::optional(*run) : std::nullopt);
  showCheckpoints();
  if (view_->wanted() != selectedId()) {
    view_->show(selectedId());
    layers_->show(selectedId());
    if (!byProgram_) inspector_->showRunPage();
  }
  showSubject();
}

WorkerSnapshot TrainWorkspace::selectedSnapshot() const {
  const auto snapshot = session().training()->snapshot(selectedId());
  return snapshot ? *snapshot : WorkerSnapshot();
}

void TrainWorkspace::showSubject() {
  const WorkerSnapshot run = selectedSnapshot();
  const RunRecord* selected = selectedRun();
  // The controls affect only the selected run.
  const bool steers = selected && run.active();
  setHeading(selected ? runTitle(selected->name, selected->id) : title());
  state_->setVisible(selected != nullptr);
  if (selected) {
    state_->setText(steers ? workerStateWords(run.state).toLower() : runStatusWords(selected->status));
    state_->setTone(steers ? toneOf(run.state) : toneOf(selected->status));
  }
  running_->showRuns(session().training()->underWay(), selectedId());
  inspector_->showSnapshot(run);
  machine_->showRun(run.active() ? run : *session().training()->snapshot());

  const auto* focused = qobject_cast<const ActionButton*>(window()->focusWidget());
  const Action* left = focused ? focused->action() : nullptr;
  showActions(run, selected, steers);
  // If the focused button of the toolbar cannot be used now, the focus moves to the next one, not to another control.
  const bool ofToolbar =
      QList<const Action*>{pause_, step_, stop_, discard_, snapshot_, continue_, reuse_, start_}.contains(left);
  focusOwed_ = focusOwed_ || (ofToolbar && !(left->isEnabled() && left->isVisible()));
  const Action* next = pause_->isEnabled() ? pause_ : start_;
  if (!focusOwed_ || !next->isEnabled()) return;
  buttonOf(next)->setFocus(Qt::OtherFocusReason);
  focusOwed_ = false;
}

}  // namespace fovea
