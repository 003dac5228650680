#include "app/workspaces/inspect/inspect_workspace.h"

#include <QComboBox>
#include <QFileDialog>
#include <QRandomGenerator>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/unless_gone.h"
#include "app/workspaces/inspect/answer_inspector.h"
#include "app/workspaces/inspect/channel_inspector.h"
#include "app/workspaces/inspect/prediction_card.h"
#include "app/workspaces/inspect/samples_card.h"
#include "app/workspaces/inspect/scrolled_pages.h"
#include "app/workspaces/inspect/time_bar.h"
#include "core/data/importing/sound_names.h"
#include "widgets/actions/action_button.h"
#include "widgets/images/drawing_pad.h"
#include "widgets/theme/card.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kBusyMilliseconds = 250;  // shorter work shows no busy indicator
constexpr int kTourMilliseconds = 300;
constexpr std::int64_t kTourSample = 4;
constexpr int kWidestCheckpoint = 320;                   // a longer name is cut off with an ellipsis
constexpr int kCheckpointWidth = 150, kSplitWidth = 92;  // minimum widths, used in a narrow window
constexpr const char* kEvaluationFolder = "evaluations";

}  // namespace

InspectWorkspace::InspectWorkspace(Session& session, QWidget* parent)
    : Workspace(session, tr("Inspect"), "inspect", parent),
      engine_(std::make_shared<InspectionEngine>(session.backends())),
      checkpoint_(new CheckpointBox),
      run_(new QComboBox),
      split_(new QComboBox),
      sample_(new QSpinBox),
      busy_(new Pill(tr("working"), Pill::Tone::Accent)),
      choice_(new SegmentBar(
          {tr("Layers"), tr("Evaluation"), tr("Projection"), tr("Synthesis"), tr("Arithmetic"), tr("Doctor")},
          SegmentBar::Size::Tall)),
      layers_(new LayersPage(engine_)),
      evaluation_(new EvaluationPage(engine_)),
      projection_(new ProjectionPage(engine_)),
      synthesis_(new SynthesisPage(engine_)),
      arithmetic_(new ArithmeticPage(engine_)),
      doctor_(new DoctorPage(session, engine_)),
      live_(new LiveInput),
      sides_(new QStackedWidget) {
  buildActions();
  buildToolbar();
  setContent(buildContent());
  sides_->addWidget(layers_->channelInspector());
  sides_->addWidget(evaluation_->inspector());
  sides_->addWidget(projection_->inspector());
  sides_->addWidget(synthesis_->inspector());
  sides_->addWidget(arithmetic_->inspector());
  sides_->addWidget(doctor_->inspector());
  setInspector(sides_, tr("Details"));
  buildLive();
  connect(layers_, &LayersPage::answered, this, [this] {
    if (!wanted_.live) banner()->dismiss();  // keeps the message that a camera has vanished
    if (!taken_.isEmpty()) tellTaken(std::exchange(taken_, {}));
    shown_ = wanted_;
    Q_EMIT inspected();
  });
  connect(layers_, &LayersPage::failed, this, &InspectWorkspace::showFailure);
  connect(layers_, &LayersPage::explained, this, &InspectWorkspace::explained);
  connect(predictionCard(), &PredictionCard::sampleWanted, this, &InspectWorkspace::chooseSample);
  connect(timeBar(), &TimeBar::checkpointChosen, this, &InspectWorkspace::chooseTime);
  connect(choice_, &SegmentBar::currentChanged, this, &InspectWorkspace::showPage);
  connect(evaluation_, &EvaluationPage::failed, this, [this](const Error& error) { showError(error); });
  connect(evaluation_, &EvaluationPage::editWanted, this, &InspectWorkspace::edit);
  connect(doctor_, &DoctorPage::failed, this, [this](const Error& error) { showError(error); });
  connect(doctor_, &DoctorPage::diagnosisWanted, this, [this] { diagnoseSubject(true); });
  connect(doctor_, &DoctorPage::fixWanted, this, &InspectWorkspace::applyFix);
  connect(doctor_, &DoctorPage::recordWanted, this, &InspectWorkspace::showRecord);
  const auto showSample = [this](qint64 index) {
    leaveLive();
    wanted_.index = index;
    wanted_.imageFile.clear();
    showPage(kLayers);
  };
  connect(evaluation_, &EvaluationPage::layersWanted, this, showSample);
  connect(evaluation_->samples(), &SamplesCard::recordsWanted, this, &InspectWorkspace::recordsWanted);
  connect(projection_, &ProjectionPage::failed, this, [this](const Error& error) { showError(error); });
  connect(projection_, &ProjectionPage::editWanted, this, &InspectWorkspace::edit);
  connect(projection_, &ProjectionPage::layersWanted, this, showSample);
  connect(projection_, &ProjectionPage::recordsWanted, this, &InspectWorkspace::recordsWanted);
  connect(layers_, &LayersPage::sampleChosen, this, showSample);
  connect(&session, &Session::projectChanged, this, &InspectWorkspace::projectChanged);
  connect(&session, &Session::trainingDatasetChanged, this, &InspectWorkspace::datasetChanged);
  for (const auto signal : {&RunLibrary::runAdded, &RunLibrary::runChanged, &RunLibrary::runRemoved})
    connect(session.runs(), signal, this, &InspectWorkspace::runsChanged);
  projectChanged();
}

void InspectWorkspace::buildToolbar() {
  checkpoint_->setAccessibleName(tr("Checkpoint"));
  checkpoint_->setToolTip(tr("Which run, and which moment of it"));
  checkpoint_->setMinimumWidth(kCheckpointWidth);
  checkpoint_->setMaximumWidth(kWidestCheckpoint);
  run_->setAccessibleName(tr("Run"));
  run_->setToolTip(tr("The run to look at; without a checkpoint only its records and data are"));
  run_->setMinimumWidth(kCheckpointWidth);
  split_->setAccessibleName(tr("Split"));
  split_->setMinimumWidth(kSplitWidth);
  sample_->setAccessibleName(tr("Sample"));
  sample_->setToolTip(tr("Index of the sample within the split, from 0"));
  sample_->setKeyboardTracking(false);
  sample_->setAccelerated(true);
  sample_->setGroupSeparatorShown(true);
  sample_->setWrapping(true);
  ofLayers_ = {new ActionButton(random_), new ActionButton(open_), new ActionButton(draw_), new ActionButton(camera_)};
  for (QWidget* part : QList<QWidget*>{checkpoint_, run_, split_, sample_} + ofLayers_) addToToolbarLeft(part);
  addToToolbarRight(busy_);
  choice_->setAccessibleName(tr("What of the network is shown"));
  addToToolbarRight(choice_);
  busy_->hide();
  busyDelay_.setSingleShot(true);
  busyDelay_.setInterval(kBusyMilliseconds);
  connect(&busyDelay_, &QTimer::timeout, busy_, &QWidget::show);
  connect(layers_, &LayersPage::busyChanged, this, [this](bool busy) {
    if (busy) {
      busyDelay_.start();
    } else {
      busyDelay_.stop();
      busy_->hide();
    }
  });
  connect(checkpoint_, &CheckpointBox::checkpointChosen, this, &InspectWorkspace::chooseCheckpoint);
  connect(run_, &QComboBox::currentIndexChanged, this, [this] {
    if (filling_) return;
    doctored_ = RunId{run_->currentData().toInt()};
    diagnoseSubject();
  });
  connect(split_, &QComboBox::currentIndexChanged, this, [this] { chooseSample(); });
  connect(sample_, &QSpinBox::valueChanged, this, [this] { chooseSample(); });
}

void InspectWorkspace::buildActions() {
  random_ = addCommand({.id = "inspect.random",
                        .text = tr("Show a random sample"),
                        .shortText = tr("Random"),
                        .icon = "refresh",
                        .keys = {QKeySequence(tr("Ctrl+R"))},
                        .help = tr("Any sample of the split")},
                       [this] { showRandomSample(); });
  open_ = addCommand({.id = "inspect.open",
                      .text = tr("Open image…"),
                      .icon = "image",
                      .keys = {QKeySequence(tr("Ctrl+Shift+I"))},
                      .help = tr("Show a picture, a sound or a video of your own to the network; or drop it here")},
                     [this] { openImage(); });
  draw_ = addCommand({.id = "inspect.draw",
                      .text = tr("Draw or type"),
                      .shortText = tr("Draw"),
                      .icon = "edit",
                      .keys = {QKeySequence(tr("Ctrl+Shift+P"))},
                      .help = tr("Draw a picture, or type a text, and see the answer at each stroke")},
                     [this] { showDrawing(!drawingShown()); });
  camera_ = addCommand({.id = "inspect.camera",
                        .text = tr("Camera"),
                        .icon = "play",
                        .keys = {QKeySequence(tr("Ctrl+Shift+C"))},
                        .help = tr("Show the pictures of the first camera to the network")},
                       [this] { openCamera(); });
  drawn_ =
      addCommand({.id = "inspect.drawn",
                  .text = tr("Use the network on the canvas"),
                  .icon = "network",
                  .help = tr("Gives the network as it is drawn now the weights of this checkpoint, where its layers "
                             "match, and shows what it makes of the samples")},
                 [this] { showDrawnNetwork(); });
}

QWidget* InspectWorkspace::buildContent() {
  auto* empty = new EmptyState("inspect", tr("Nothing to look into yet"),
                               tr("Train a network first: each epoch saves a checkpoint, and here you see what every "
                                  "layer of it makes of a picture."));
  connect(empty->addAction(tr("Go to Train")), &QPushButton::clicked, this, [this] { Q_EMIT placeRequested("train"); });

  auto* content = new QWidget;
  auto* column = new QVBoxLayout(content);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  chooserRow_ = new QWidget;
  auto* row = new QHBoxLayout(chooserRow_);
  row->setContentsMargins(size::kPageMargin, size::kGrid, size::kPageMargin, 0);
  row->setAlignment(Qt::AlignLeft);
  chooserRow_->hide();
  pages_ = new QStackedWidget;
  auto* below = new QVBoxLayout;
  below->setContentsMargins(size::kPageMargin, 0, size::kPageMargin, size::kPageMargin);
  below->addWidget(timeBar());
  column->addWidget(chooserRow_);
  column->addWidget(live_);
  column->addWidget(new ScrolledPages(pages_), 1);
  column->addLayout(below);
  pages_->addWidget(empty);
  pages_->addWidget(layers_);
  pages_->addWidget(evaluation_);
  pages_->addWidget(projection_);
  pages_->addWidget(synthesis_);
  pages_->addWidget(arithmetic_);
  pages_->addWidget(doctor_);
  return content;
}

void InspectWorkspace::activate() {
  if (stale_) refreshCheckpoints(true);
}

void InspectWorkspace::resizeEvent(QResizeEvent* event) {
  Workspace::resizeEvent(event);
  layers_->setRoom(size());
  placePageChooser();
}

void InspectWorkspace::projectChanged() {
  lookedInto_.reset();
  wanted_ = shown_ = {};
  doctored_ = {};
  chosen_ = false;
  banner()->dismiss();
  layers_->clear();
  evaluation_->clear();
  projection_->clear();
  synthesis_->clear();
  arithmetic_->clear();
  doctor_->clear();
  live_->stop();
  datasetChanged();
  runsChanged();
}

// Computes nothing while hidden, so that training has the machine to itself.
void InspectWorkspace::runsChanged() {
  stale_ = true;
  if (isVisible()) refreshCheckpoints(false);
}

void InspectWorkspace::datasetChanged() {
  const auto dataset = session().trainingDataset();
  const bool same = dataset && lookedInto_ && dataset->sharesStore(*lookedInto_);
  chooseDrawingPart();
  if (!same && live_->source() == LiveInput::Source::Text) leaveLive();  // its symbols are those of the other data set
  filling_ = true;
  split_->clear();
  if (dataset) {
    const std::pair<Split, QString> names[] = {
        {Split::Validation, tr("Validation")}, {Split::Test, tr("Test")}, {Split::Train, tr("Training")}};
    for (const auto& [split, name] : names)
      if (dataset->size(split) > 0) split_->addItem(name, static_cast<int>(split));
    // Keeps the chosen split and sample after an edit of the data set, if they still exist.
    const bool kept = same && dataset->size(wanted_.split) > 0;
    if (!kept && split_->count() > 0) wanted_.split = static_cast<Split>(split_->itemData(0).toInt());
    wanted_.index = kept ? std::min(wanted_.index, dataset->size(wanted_.split) - 1) : 0;
  }
  lookedInto_ = dataset;
  filling_ = false;
  showSubject();
  stale_ = true;
  if (isVisible() && (!list_.empty() || choice_->current() == kDoctor)) refreshPage();
}

void InspectWorkspace::readCheckpoints() {
  list_.show(*session().runs());
}

// Chooses the best checkpoint of the run that the user chose, else of the newest run.
void InspectWorkspace::chooseDefaultCheckpoint() {
  const RunCheckpoints* run = chosen_ ? wantedRun() : nullptr;
  if (!run) {
    chosen_ = false;
    run = &list_.runs().front();
  }
  wanted_.run = run->run.id;
  wanted_.step = usualCheckpoint(*run).step;
}

void InspectWorkspace::refreshCheckpoints(bool follow) {
  stale_ = false;
  readCheckpoints();
  const bool any = !list_.empty();
  showCurrentPage();
  showChooser();
  setInspectorUseful(hasRuns());
  if (any && ((follow && !chosen_) || !wantedCheckpoint())) chooseDefaultCheckpoint();
  checkpoint_->fill(list_);
  showSubject();
  if (any || choice_->current() == kDoctor) refreshPage();
}

// The Doctor page needs only a run, not a checkpoint.
void InspectWorkspace::showCurrentPage() {
  const bool doctor = choice_->current() == kDoctor && hasRuns();
  pages_->setCurrentIndex(!list_.empty() || doctor ? 1 + choice_->current() : 0);
}

void InspectWorkspace::showSubject() {
  const bool any = !list_.empty();
  const bool samples = any && split_->count() > 0;
  fillRuns();
  checkpoint_->setVisible(any && choice_->current() != kDoctor);
  open_->setEnabled(any);
  random_->setEnabled(samples);
  split_->setVisible(samples && choice_->current() != kDoctor);
  const int page = choice_->current();
  const bool ofSample = page == kLayers || page == kArithmetic || page == kSynthesis;
  sample_->setVisible(samples && ofSample);
  for (QWidget* part : ofLayers_) part->setVisible(ofSample);
  for (Action* action : {draw_, camera_, drawn_}) action->setEnabled(any);
  timeBar()->setVisible(any && page != kSynthesis && page != kDoctor);
  filling_ = true;
  checkpoint_->choose(wanted_.run, wanted_.step);
  split_->setCurrentIndex(split_->findData(static_cast<int>(wanted_.split)));
  if (const auto dataset = session().trainingDataset())
    sample_->setRange(0, static_cast<int>(std::max<std::int64_t>(1, dataset->size(wanted_.split)) - 1));
  sample_->setValue(static_cast<int>(wanted_.index));
  filling_ = false;

  const RunCheckpoints* run = wantedRun();
  if (!run) {
    timeBar()->setCheckpoints({}, 0);
    return;
  }
  int index = 0;
  for (std::size_t i = 0; i < run->checkpoints.size(); ++i)
    if (run->checkpoints[i].step == wanted_.step) index = static_cast<int>(i);
  timeBar()->setCheckpoints(run->checkpoints, index);
}

void InspectWorkspace::chooseCheckpoint() {
  chosen_ = true;
  doctored_ = {};
  wanted_.run = checkpoint_->run();
  wanted_.step = checkpoint_->step();
  showSubject();
  refreshPage();
}

void InspectWorkspace::showCheckpoint(RunId run, std::int64_t step) {
  readCheckpoints();
  if (!list_.find(run, step)) return;
  chosen_ = true;
  doctored_ = {};
  wanted_.run = run;
  wanted_.step = step;
  refreshCheckpoints(false);
}

void InspectWorkspace::chooseTime(int index) {
  const RunCheckpoints* run = wantedRun();
  if (!run || index >= static_cast<int>(run->checkpoints.size())) return timeBar()->setAnswered();
  chosen_ = true;
  wanted_.step = run->checkpoints[static_cast<std::size_t>(index)].step;
  showSubject();
  refreshPage();
}

void InspectWorkspace::chooseSample() {
  if (filling_ || split_->currentIndex() < 0) return;
  wanted_.split = static_cast<Split>(split_->currentData().toInt());
  const std::int64_t count = session().trainingDataset() ? session().trainingDataset()->size(wanted_.split) : 0;
  wanted_.index = std::clamp<std::int64_t>(sample_->value(), 0, std::max<std::int64_t>(0, count - 1));
  wanted_.imageFile.clear();
  leaveLive();
  showSubject();
  refreshPage();
}

void InspectWorkspace::showRandomSample() {
  if (split_->currentIndex() < 0) return;
  const int value = QRandomGenerator::global()->bounded(sample_->maximum() + 1);
  if (value == sample_->value())
    chooseSample();
  else
    sample_->setValue(value);
}

void InspectWorkspace::openImage() {
  QStringList sounds;
  for (const std::string_view ending : kSoundEndings) sounds << QStringLiteral("*%1").arg(ending.data());
  const QString file = QFileDialog::getOpenFileName(this, tr("Show an image to the network"), {},
                                                    tr("Images (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.gif "
                                                       "*.pgm *.ppm *.dcm);;Videos (*.mp4 *.avi *.mov *.mkv "
                                                       "*.webm);;Sounds (%1);;All files (*)")
                                                        .arg(sounds.join(QLatin1Char(' '))));
  if (!file.isEmpty()) openFile(file);
}

void InspectWorkspace::showPage(int page) {
  choice_->setCurrent(page);
  showCurrentPage();
  sides_->setCurrentIndex(page);
  showSubject();
  refreshPage();
}

void InspectWorkspace::refreshPage() {
  if (choice_->current() == kLayers) return inspect();
  if (choice_->current() == kProjection) return projectSubject();
  if (choice_->current() == kDoctor) return diagnoseSubject();
  if (choice_->current() == kArithmetic) return wantedCheckpoint() ? arithmetic_->ask(inspectionRequest()) : void();
  if (choice_->current() == kSynthesis && wantedCheckpoint()) {
    const QString sample = !wanted_.imageFile.empty() ? QString::fromStdString(wanted_.imageFile.filename().string())
                           : wanted_.live             ? live_->name()
                                                      : tr("sample %1").arg(wanted_.index);
    return synthesis_->setSubject({inspectionRequest(), checkpoint_->currentText(), sample});
  }
  if (choice_->current() == kSynthesis) return;
  evaluateSubject();
}

void InspectWorkspace::evaluateSubject() {
  const CheckpointRecord* checkpoint = wantedCheckpoint();
  if (!checkpoint) return;
  const Project& project = *session().project();
  evaluation_->setCheckpoints(list_, &project);
  evaluation_->setSubject({{project.checkpointPath(*checkpoint), session().trainingDataset(), wanted_.split,
                            session().readOnly() ? std::filesystem::path() : project.folder() / kEvaluationFolder},
                           checkpoint_->currentText(),
                           QString::fromStdString(checkpoint->created),
                           split_->currentText()});
}

void InspectWorkspace::projectSubject() {
  const CheckpointRecord* checkpoint = wantedCheckpoint();
  if (!checkpoint) return;
  projection_->setSubject({session().project()->checkpointPath(*checkpoint), checkpoint->created,
                           session().trainingDataset(), wanted_.split, checkpoint_->currentText(),
                           split_->currentText()});
}

InspectionRequest InspectWorkspace::inspectionRequest() const {
  const CheckpointRecord* checkpoint = wantedCheckpoint();
  return {session().project()->checkpointPath(*checkpoint),
          checkpoint->created,
          session().trainingDataset(),
          wanted_.split,
          wanted_.index,
          wanted_.imageFile,
          wanted_.live,
          wanted_.imageFile.empty() ? 0 : wanted_.opening};
}

void InspectWorkspace::inspect() {
  if (wantedCheckpoint()) layers_->ask(inspectionRequest());
}

void InspectWorkspace::showFailure(const Error& error) {
  showError(error);
  live_->stop();
  if (result()) wanted_ = shown_;
  wanted_.imageFile = result() ? shown_.imageFile : std::filesystem::path();
  wanted_.live = result() ? shown_.live : nullptr;
  showSubject();
  Q_EMIT inspectionFailed(error);
}

void InspectWorkspace::prepareForTour(std::function<void()> ready) {
  readCheckpoints();
  layers_->forgetRequest();
  if (list_.empty()) {
    refreshCheckpoints(true);
    ready();
    return;
  }
  auto* once = new QObject(this);
  const auto finish = [this, once, ready = std::move(ready)] {
    once->deleteLater();
    QTimer::singleShot(kTourMilliseconds, this, ready);
  };
  connect(this, &InspectWorkspace::inspected, once, [this, finish] {
    layers_->showLiveliest();
    finish();
  });
  connect(this, &InspectWorkspace::inspectionFailed, once, finish);
  chosen_ = false;
  wanted_.imageFile.clear();
  if (const auto dataset = session().trainingDataset(); dataset && dataset->size(wanted_.split) > kTourSample)
    wanted_.index = kTourSample;
  refreshCheckpoints(true);
}

}  // namespace fovea
