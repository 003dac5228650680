#include "app/workspaces/train/train_workspace.h"

#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "app/status_strip.h"
#include "app/workspaces/train/run_inspector.h"
#include "app/workspaces/train/run_log.h"
#include "app/workspaces/train/run_plots.h"
#include "app/workspaces/train/run_table_model.h"
#include "widgets/tables/table.h"
#include "widgets/theme/card.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr std::size_t kShownPoints = 8000;
constexpr std::ptrdiff_t kRecentPoints = 10000;  // far more than a run makes in the moment before they are written

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

}  // namespace

TrainWorkspace::TrainWorkspace(Session& session, QWidget* parent)
    : Workspace(session, tr("Train"), "train", parent),
      inspector_(new RunInspector),
      plots_(new RunPlots),
      model_(new RunTableModel(this)),
      state_(new Pill({})) {
  addToToolbarLeft(state_);
  buildToolbar();
  setContent(buildContent());
  setInspector(inspector_);
  connect(&session, &Session::projectChanged, this, &TrainWorkspace::projectChanged);
  connect(&session, &Session::networkChanged, this, &TrainWorkspace::subjectChanged);
  connect(&session, &Session::datasetChanged, this, &TrainWorkspace::subjectChanged);
  connect(&session, &Session::runsChanged, this, &TrainWorkspace::refreshRuns);
  connect(session.training(), &TrainingBridge::snapshotChanged, this,
          [this](const auto& snapshot) { showSnapshot(*snapshot); });
  connect(session.training(), &TrainingBridge::newsArrived, this, &TrainWorkspace::showNews);
  connect(inspector_, &RunInspector::learningRateWanted, session.training(), &TrainingBridge::setLearningRate);
  connect(plots_, &RunPlots::exportFailed, this, &TrainWorkspace::showError);
  projectChanged();
}

void TrainWorkspace::buildToolbar() {
  TrainingBridge* training = session().training();
  const auto button = [this](const QString& text, const QString& iconName, const QString& help) {
    auto* made = new QPushButton(icon(iconName, IconRole::Text), text);
    made->setToolTip(help);
    addToToolbarRight(made);
    return made;
  };
  pause_ = button(tr("Pause"), "pause", tr("Pause after this batch, or go on (Ctrl+P)"));
  connect(pause_, &QPushButton::clicked, this,
          [training] { training->snapshot()->state == WorkerState::Paused ? training->resume() : training->pause(); });
  step_ = button(tr("Step"), "step", tr("One batch of training or validation, then pause"));
  connect(step_, &QPushButton::clicked, training, &TrainingBridge::step);
  stop_ = button(tr("Stop"), "stop", tr("End the run with a checkpoint, from which it can be continued"));
  connect(stop_, &QPushButton::clicked, training, &TrainingBridge::stop);
  snapshot_ = button(tr("Snapshot"), "save", tr("Save a checkpoint now"));
  connect(snapshot_, &QPushButton::clicked, training, &TrainingBridge::saveCheckpoint);
  continue_ = button(tr("Continue run"), "play", tr("Go on with the selected run from its last checkpoint"));
  connect(continue_, &QPushButton::clicked, this, &TrainWorkspace::continueRun);
  reuse_ = button(tr("New run from these weights"), "copy",
                  tr("Train the network from the beginning with what the selected run has learnt, where layers fit"));
  connect(reuse_, &QPushButton::clicked, this, &TrainWorkspace::reuseWeights);
  start_ = new QPushButton(icon("play", IconRole::OnAccent), tr("New run"));
  start_->setProperty("kind", "primary");
  start_->setToolTip(tr("Train the network with the settings at the right"));
  connect(start_, &QPushButton::clicked, this, &TrainWorkspace::startRun);
  addToToolbarRight(start_);
}

QWidget* TrainWorkspace::buildContent() {
  table_ = new QTableView;
  table_->setModel(model_);
  setUpTable(*table_);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setAccessibleName(tr("Runs"));
  connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &TrainWorkspace::selectRun);
  auto* remove = new QAction(tr("Delete the run and its checkpoints…"), table_);
  remove->setShortcut(QKeySequence::Delete);
  remove->setShortcutContext(Qt::WidgetShortcut);
  connect(remove, &QAction::triggered, this, &TrainWorkspace::deleteRun);
  table_->addAction(remove);

  log_ = new RunLog;
  auto* runs = new Card(tr("Runs"));
  runs->body()->addWidget(table_, 1);
  auto* logCard = new Card(tr("Log"));
  logCard->body()->addWidget(log_, 1);
  auto* lower = new QSplitter(Qt::Horizontal);
  lower->addWidget(runs);
  lower->addWidget(logCard);
  lower->setStretchFactor(0, 5);
  lower->setStretchFactor(1, 2);
  lower->setHandleWidth(size::kGutter);
  lower->setChildrenCollapsible(false);

  auto* splitter = new QSplitter(Qt::Vertical);
  splitter->addWidget(plots_);
  splitter->addWidget(lower);
  splitter->setStretchFactor(0, 5);
  splitter->setStretchFactor(1, 2);
  splitter->setSizes({560, 220});
  splitter->setHandleWidth(size::kGutter);
  splitter->setChildrenCollapsible(false);
  auto* page = new QWidget;
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->addWidget(splitter);

  auto* empty = new EmptyState("train", tr("Nothing has been trained yet"),
                               tr("A run trains the network on the selected data set. You watch it learn here."));
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
  shown_ = RunId();
  followed_ = RunId();
  recentRun_ = RunId();
  recent_.clear();
  plots_->clear();
  log_->clear();
  banner()->dismiss();
  if (session().project()) inspector_->setSettings(session().project()->settings());
  subjectChanged();
  refreshRuns();
  if (model_->rowCount() > 0) table_->selectRow(0);
  // No run goes on while another project is opened; the one that was shown belongs to the project before.
  showSnapshot(WorkerSnapshot());
}

void TrainWorkspace::subjectChanged() {
  const auto dataset = session().dataset();
  inspector_->setSubject(QString::fromStdString(session().network().name()),
                         dataset ? QString::fromStdString(dataset->info().name) : tr("none"));
  inspector_->setSamples(dataset ? dataset->size(Split::Train) : 0);
}

void TrainWorkspace::reuseWeights() {
  if (const auto last = lastCheckpoint()) begin(*last);
}

std::optional<CheckpointRecord> TrainWorkspace::lastCheckpoint() const {
  const RunRecord* run = selectedRun();
  if (!run) return {};
  const auto kept = session().project()->runs().checkpoints(run->id);
  return kept.ok() && !kept->empty() ? std::optional(kept->back()) : std::nullopt;
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
    if (!session().dataset()) {
      connect(banner()->addAction(tr("Import data")), &QPushButton::clicked, this,
              [this] { Q_EMIT placeRequested("data"); });
    } else if (!session().report().ok()) {
      connect(banner()->addAction(tr("Show the network")), &QPushButton::clicked, this,
              [this] { Q_EMIT placeRequested("network"); });
    }
    return;
  }
  table_->selectRow(0);
}

void TrainWorkspace::continueRun() {
  const RunRecord* run = selectedRun();
  if (!run) return;
  banner()->dismiss();
  shownError_.clear();
  followed_ = RunId();
  const auto checkpoints = session().project()->runs().checkpoints(run->id);
  if (!checkpoints.ok()) {
    showError(checkpoints.error());
    return;
  }
  if (checkpoints->empty()) {
    banner()->showMessage(Banner::Tone::Warning, tr("This run has no checkpoint to go on from."),
                          tr("Start a new run instead."));
    return;
  }
  // Its own settings, with as many epochs as the form asks for, or more of the same when it is complete.
  TrainingSettings settings = run->settings;
  settings.epochs = std::max(inspector_->settings().epochs, settings.epochs);
  if (checkpoints->back().epoch >= settings.epochs) settings.epochs = checkpoints->back().epoch + run->settings.epochs;
  if (const Status status = session().resumeRun(checkpoints->back(), settings, run->name); !status.ok())
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
  shown_ = RunId();
  plots_->clear();
  log_->clear();
  refreshRuns();
}

void TrainWorkspace::showSnapshot(const WorkerSnapshot& run) {
  setHeading(run.state == WorkerState::Idle ? title() : QString::fromStdString(run.name));
  state_->setVisible(run.state != WorkerState::Idle);
  state_->setText(tr(workerStateTitle(run.state)).toLower());
  state_->setTone(toneOf(run.state));
  inspector_->showRun(run);
  // Once: a person may look at another run meanwhile.
  if (run.run.valid() && run.active() && followed_ != run.run) {
    followed_ = run.run;
    refreshRuns();
    showRun(run.run);
    const int row = model_->rowOf(run.run);
    table_->selectRow(row);
    if (const RunRecord* record = model_->run(row)) inspector_->setSettings(record->settings);
  }
  if (run.state == WorkerState::Training && shown_ == run.run)
    plots_->addSpeed(static_cast<double>(run.step), run.imagesPerSecond);
  showRunError(run);
  if (!run.active() && run.state != WorkerState::Idle && shown_ == run.run)
    log_->addNow(tr("%1 after %2: %3 of %4 epochs")
                     .arg(tr(workerStateTitle(run.state)), durationText(run.seconds))
                     .arg(run.epoch)
                     .arg(run.epochs));
  // "running" and "paused" in the table.
  if (std::exchange(lastState_, run.state) != run.state) refreshRuns();
  updateButtons();
}

void TrainWorkspace::showRunError(const WorkerSnapshot& run) {
  const std::optional<Error>& error = run.error;
  // It stays in every snapshot; what was dismissed does not come back.
  const QString words = error ? QString::fromStdString(error->text()) : QString();
  if (words == shownError_) return;
  shownError_ = words;
  if (!error) return;
  showError(*error);
  if (shown_ == run.run) log_->addNow(tr("error: %1").arg(words));
}

void TrainWorkspace::showNews(const WorkerNews& news) {
  const RunId run = session().training()->snapshot()->run;
  if (recentRun_ != run) recent_.clear();
  recentRun_ = run;
  recent_.insert(recent_.end(), news.points.begin(), news.points.end());
  if (std::ssize(recent_) > 2 * kRecentPoints) recent_.erase(recent_.begin(), recent_.end() - kRecentPoints);
  if (shown_ != run) return;
  plots_->addPoints(news.points);
  plots_->addEpochs(news.epochs);
  log_->addEpochs(news.epochs);
  for (const RunMark& mark : news.marks) log_->addNow(QString::fromStdString(mark.text));
  log_->addCheckpoints(news.checkpoints);
  plots_->addMarks(news.marks);
}

std::vector<Findable> TrainWorkspace::findables() {
  std::vector<Findable> found;
  for (int row = 0; row < model_->rowCount(); ++row) {
    const RunRecord& run = *model_->run(row);
    found.push_back({tr("Run %1 · %2").arg(QString::fromStdString(run.name), QString::fromStdString(run.dataset)),
                     "train", [this, id = run.id] { table_->selectRow(model_->rowOf(id)); }});
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
  const bool first = model_->rowCount() == 0;
  model_->setRuns(std::move(runs));
  if (first) table_->resizeColumnsToContents();
  if (model_->rowCount() > 0 && !table_->selectionModel()->hasSelection())
    table_->selectRow(shown_.valid() ? model_->rowOf(shown_) : 0);
  updateButtons();
}

const RunRecord* TrainWorkspace::selectedRun() const {
  return model_->run(table_->currentIndex().row());
}

void TrainWorkspace::selectRun() {
  const RunRecord* run = selectedRun();
  if (run && run->id != shown_) showRun(run->id);
  updateButtons();
}

void TrainWorkspace::showRun(RunId run) {
  shown_ = run;
  plots_->clear();
  const RunStore& store = session().project()->runs();
  const auto points = store.points(run, kShownPoints);
  const auto epochs = store.epochs(run);
  const auto marks = store.marks(run);
  if (points.ok()) plots_->addPoints(*points);
  // The recorder gathers points for a moment before it writes them.
  if (run == recentRun_) {
    const std::int64_t last = points.ok() && !points->empty() ? points->back().step : 0;
    const auto later =
        std::find_if(recent_.begin(), recent_.end(), [last](const MetricPoint& point) { return point.step > last; });
    plots_->addPoints(std::span(later, recent_.end()));
  }
  if (epochs.ok()) plots_->addEpochs(*epochs);
  if (marks.ok()) plots_->addMarks(*marks);
  const auto record = store.run(run);
  const auto checkpoints = store.checkpoints(run);
  if (record.ok() && epochs.ok() && marks.ok() && checkpoints.ok())
    log_->showPast(*record, *epochs, *marks, *checkpoints);
}

void TrainWorkspace::updateButtons() {
  const WorkerSnapshot& run = *session().training()->snapshot();
  const bool active = run.active();
  const bool paused = run.state == WorkerState::Paused;
  // Who pressed a button that goes away finds the next one under the fingers, not some other control.
  const QWidget* focused = window()->focusWidget();
  const auto leaving = active ? std::vector{start_, reuse_, continue_} : std::vector{pause_, step_, stop_, snapshot_};
  QPushButton* next = active ? pause_ : start_;
  next->setVisible(true);
  if (std::find(leaving.begin(), leaving.end(), focused) != leaving.end()) next->setFocus(Qt::OtherFocusReason);
  for (QPushButton* button : {pause_, step_, stop_, snapshot_}) button->setVisible(active);
  pause_->setText(paused ? tr("Continue") : tr("Pause"));
  pause_->setIcon(icon(paused ? "play" : "pause", IconRole::Text));
  start_->setVisible(!active);
  const RunRecord* selected = selectedRun();
  reuse_->setVisible(!active && lastCheckpoint().has_value());
  continue_->setVisible(!active && selected && selected->epochsDone + selected->lastStep > 0);
}

}  // namespace fovea
