#include "app/workspaces/inspect/inspect_workspace.h"

#include <QComboBox>
#include <QFileDialog>
#include <QImageReader>
#include <QRandomGenerator>
#include <QSlider>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "app/workspaces/inspect/channel_inspector.h"
#include "app/workspaces/inspect/layer_card.h"
#include "app/workspaces/inspect/layer_planes.h"
#include "app/workspaces/inspect/layer_strip.h"
#include "app/workspaces/inspect/prediction_card.h"
#include "app/workspaces/inspect/time_bar.h"
#include "app/workspaces/train/run_table_model.h"
#include "widgets/actions/action_button.h"
#include "widgets/images/image_grid.h"
#include "widgets/theme/notice.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kBusyMilliseconds = 250;  // shorter work is not worth a sign
constexpr int kTourMilliseconds = 300;
constexpr std::int64_t kTourSample = 4;
constexpr int kRunRole = Qt::UserRole;
constexpr int kStepRole = Qt::UserRole + 1;

}  // namespace

InspectWorkspace::InspectWorkspace(Session& session, QWidget* parent)
    : Workspace(session, tr("Inspect"), "inspect", parent),
      runner_(session.backends()),
      explainer_(session.backends()),
      checkpoint_(new QComboBox),
      split_(new QComboBox),
      sample_(new QSpinBox),
      busy_(new Pill(tr("working"), Pill::Tone::Accent)),
      prediction_(new PredictionCard),
      layers_(new LayerStrip),
      layer_(new LayerCard),
      time_(new TimeBar),
      channel_(new ChannelInspector) {
  buildActions();
  buildToolbar();
  setContent(buildContent());
  setInspector(channel_, tr("Layer"));
  connect(&runner_, &InspectionRunner::finished, this, &InspectWorkspace::showResult);
  connect(&runner_, &InspectionRunner::failed, this, &InspectWorkspace::showFailure);
  connect(layers_, &LayerStrip::layerSelected, this, &InspectWorkspace::showLayer);
  connect(layer_->activations(), &ImageGrid::channelSelected, this, &InspectWorkspace::showChannel);
  connect(layer_->activations(), &ImageGrid::valueHovered, channel_, &ChannelInspector::showValue);
  connect(layer_->activations(), &ImageGrid::hoverLeft, channel_, &ChannelInspector::hideValue);
  connect(prediction_, &PredictionCard::sampleWanted, this, &InspectWorkspace::chooseSample);
  connect(prediction_, &PredictionCard::explanationWanted, this, &InspectWorkspace::explain);
  connect(time_, &TimeBar::checkpointChosen, this, [this](int index) {
    const RunCheckpoints* run = wantedRun();
    if (!run || index >= static_cast<int>(run->checkpoints.size())) return time_->setAnswered();
    chosen_ = true;
    wanted_.step = run->checkpoints[static_cast<std::size_t>(index)].step;
    showSubject();
    inspect();
  });
  connect(&session, &Session::projectChanged, this, &InspectWorkspace::projectChanged);
  connect(&session, &Session::trainingDatasetChanged, this, &InspectWorkspace::datasetChanged);
  connect(&session, &Session::runsChanged, this, &InspectWorkspace::runsChanged);
  projectChanged();
}

void InspectWorkspace::buildToolbar() {
  checkpoint_->setAccessibleName(tr("Checkpoint"));
  checkpoint_->setToolTip(tr("Which run, and which moment of it"));
  checkpoint_->setMinimumWidth(230);
  split_->setAccessibleName(tr("Split"));
  split_->setMinimumWidth(110);
  sample_->setAccessibleName(tr("Sample"));
  sample_->setToolTip(tr("Index of the sample within the split, from 0"));
  sample_->setKeyboardTracking(false);
  sample_->setAccelerated(true);
  sample_->setGroupSeparatorShown(true);
  sample_->setWrapping(true);
  for (QWidget* part : std::initializer_list<QWidget*>{checkpoint_, split_, sample_, new ActionButton(random_),
                                                       new ActionButton(open_)})
    addToToolbarLeft(part);
  addToToolbarRight(busy_);
  busy_->hide();
  busyDelay_.setSingleShot(true);
  busyDelay_.setInterval(kBusyMilliseconds);
  connect(&busyDelay_, &QTimer::timeout, busy_, &QWidget::show);
  connect(&runner_, &InspectionRunner::busyChanged, this, [this](bool busy) {
    if (busy) {
      busyDelay_.start();
    } else {
      busyDelay_.stop();
      busy_->hide();
    }
  });
  connect(checkpoint_, &QComboBox::currentIndexChanged, this, &InspectWorkspace::chooseCheckpoint);
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
                      .help = tr("Show a picture of your own to the network; or drop it here")},
                     [this] { openImage(); });
}

QWidget* InspectWorkspace::buildContent() {
  auto* empty = new EmptyState("inspect", tr("Nothing to look into yet"),
                               tr("Train a network first: each epoch saves a checkpoint, and here you see what every "
                                  "layer of it makes of a picture."));
  connect(empty->addAction(tr("Go to Train")), &QPushButton::clicked, this, [this] { Q_EMIT placeRequested("train"); });

  auto* strip = new Card;
  strip->body()->setContentsMargins(size::kGrid, size::kGrid, size::kGrid, 0);
  strip->body()->addWidget(layers_);
  auto* middle = new QVBoxLayout;
  middle->setSpacing(size::kGutter);
  middle->addWidget(strip);
  middle->addWidget(layer_, 1);
  auto* columns = new QHBoxLayout;
  columns->setSpacing(size::kGutter);
  columns->addWidget(prediction_);
  columns->addLayout(middle, 1);
  auto* page = new QWidget;
  auto* rows = new QVBoxLayout(page);
  rows->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  rows->setSpacing(size::kGutter);
  rows->addLayout(columns, 1);
  rows->addWidget(time_);

  pages_ = new QStackedWidget;
  pages_->addWidget(empty);
  pages_->addWidget(page);
  return pages_;
}

void InspectWorkspace::activate() {
  if (stale_) refreshCheckpoints(true);
}

void InspectWorkspace::resizeEvent(QResizeEvent* event) {
  Workspace::resizeEvent(event);
  prediction_->setRoom(size());
}

void InspectWorkspace::projectChanged() {
  runner_.cancel();
  result_.reset();
  asked_.reset();
  lookedInto_.reset();
  wanted_ = shown_ = {};
  chosen_ = false;
  banner()->dismiss();
  prediction_->clear();
  layers_->setEntries({}, -1);
  layer_->clear();
  channel_->showChannel(nullptr, -1, -1);
  datasetChanged();
  runsChanged();
}

// A hidden place looks into nothing: training has the machine for itself.
void InspectWorkspace::runsChanged() {
  stale_ = true;
  if (isVisible()) refreshCheckpoints(false);
}

void InspectWorkspace::datasetChanged() {
  const auto dataset = session().trainingDataset();
  filling_ = true;
  split_->clear();
  if (dataset) {
    const std::pair<Split, QString> names[] = {
        {Split::Validation, tr("Validation")}, {Split::Test, tr("Test")}, {Split::Train, tr("Training")}};
    for (const auto& [split, name] : names)
      if (dataset->size(split) > 0) split_->addItem(name, static_cast<int>(split));
    // An edit of the data set leaves the choice as it is, where it can.
    const bool same = lookedInto_ && dataset->sharesStore(*lookedInto_) && dataset->size(wanted_.split) > 0;
    if (!same && split_->count() > 0) wanted_.split = static_cast<Split>(split_->itemData(0).toInt());
    wanted_.index = same ? std::min(wanted_.index, dataset->size(wanted_.split) - 1) : 0;
  }
  lookedInto_ = dataset;
  filling_ = false;
  showSubject();
  stale_ = true;
  if (isVisible() && !runs_.empty()) inspect();
}

void InspectWorkspace::readCheckpoints() {
  runs_.clear();
  if (!session().project()) return;
  const RunStore& store = session().project()->runs();
  const auto runs = store.runs();
  if (!runs.ok()) {
    showError(runs.error());
    return;
  }
  for (const RunRecord& run : *runs) {
    auto checkpoints = store.checkpoints(run.id);
    if (checkpoints.ok() && !checkpoints->empty()) runs_.push_back({run, std::move(*checkpoints)});
  }
}

const InspectWorkspace::RunCheckpoints* InspectWorkspace::wantedRun() const {
  for (const RunCheckpoints& each : runs_)
    if (each.run.id == wanted_.run) return &each;
  return nullptr;
}

const CheckpointRecord* InspectWorkspace::wantedCheckpoint() const {
  const RunCheckpoints* run = wantedRun();
  if (!run) return nullptr;
  for (const CheckpointRecord& each : run->checkpoints)
    if (each.step == wanted_.step) return &each;
  return nullptr;
}

// The best of the run that was looked at, if a person chose it; else of the newest one.
void InspectWorkspace::chooseDefaultCheckpoint() {
  const RunCheckpoints* run = chosen_ ? wantedRun() : nullptr;
  if (!run) {
    chosen_ = false;
    run = &runs_.front();
  }
  const CheckpointRecord* wanted = &run->checkpoints.back();
  for (const CheckpointRecord& each : run->checkpoints)
    if (each.best) wanted = &each;
  wanted_.run = run->run.id;
  wanted_.step = wanted->step;
}

void InspectWorkspace::refreshCheckpoints(bool follow) {
  stale_ = false;
  readCheckpoints();
  const bool any = !runs_.empty();
  pages_->setCurrentIndex(any ? 1 : 0);
  setInspectorUseful(any);
  if (any && ((follow && !chosen_) || !wantedCheckpoint())) chooseDefaultCheckpoint();
  fillChooser();
  showSubject();
  if (any) inspect();
}

// Row by row, so that the list stays open and stays where it is while a run adds to it.
void InspectWorkspace::fillChooser() {
  filling_ = true;
  int row = 0;
  const auto stands = [this](int at, RunId run, std::int64_t step) {
    return checkpoint_->itemData(at, kRunRole).toInt() == run.index &&
           checkpoint_->itemData(at, kStepRole).toLongLong() == step;
  };
  for (const RunCheckpoints& run : runs_)
    for (auto each = run.checkpoints.rbegin(); each != run.checkpoints.rend(); ++each, ++row) {
      int at = row;
      while (at < checkpoint_->count() && !stands(at, run.run.id, each->step)) ++at;
      if (at < checkpoint_->count())
        for (; at > row; --at) checkpoint_->removeItem(row);
      else
        checkpoint_->insertItem(row, QString());
      QString text = tr("%1 · %2").arg(runTitle(run.run.name, run.run.id), checkpointTimeText(run.checkpoints, *each));
      if (each->best && run.checkpoints.size() > 1) text += tr(" (best)");
      if (checkpoint_->itemText(row) != text) checkpoint_->setItemText(row, text);
      checkpoint_->setItemData(row, run.run.id.index, kRunRole);
      checkpoint_->setItemData(row, static_cast<qlonglong>(each->step), kStepRole);
      if (each->accuracy >= 0)
        checkpoint_->setItemData(
            row, tr("Validation accuracy %1 %, step %2").arg(each->accuracy * 100, 0, 'f', 2).arg(each->step),
            Qt::ToolTipRole);
    }
  while (checkpoint_->count() > row) checkpoint_->removeItem(row);
  filling_ = false;
}

void InspectWorkspace::showSubject() {
  const bool any = !runs_.empty();
  const bool samples = any && split_->count() > 0;
  checkpoint_->setVisible(any);
  open_->setEnabled(any);
  random_->setEnabled(samples);
  for (QWidget* part : std::initializer_list<QWidget*>{split_, sample_}) part->setVisible(samples);
  filling_ = true;
  for (int row = 0; row < checkpoint_->count(); ++row)
    if (checkpoint_->itemData(row, kRunRole).toInt() == wanted_.run.index &&
        checkpoint_->itemData(row, kStepRole).toLongLong() == wanted_.step)
      checkpoint_->setCurrentIndex(row);
  split_->setCurrentIndex(split_->findData(static_cast<int>(wanted_.split)));
  if (const auto dataset = session().trainingDataset())
    sample_->setRange(0, static_cast<int>(std::max<std::int64_t>(1, dataset->size(wanted_.split)) - 1));
  sample_->setValue(static_cast<int>(wanted_.index));
  filling_ = false;

  const RunCheckpoints* run = wantedRun();
  if (!run) {
    time_->setCheckpoints({}, 0);
    return;
  }
  int index = 0;
  for (std::size_t i = 0; i < run->checkpoints.size(); ++i)
    if (run->checkpoints[i].step == wanted_.step) index = static_cast<int>(i);
  time_->setCheckpoints(run->checkpoints, index);
}

void InspectWorkspace::chooseCheckpoint(int row) {
  if (filling_ || row < 0) return;
  chosen_ = true;
  wanted_.run = RunId{checkpoint_->itemData(row, kRunRole).toInt()};
  wanted_.step = checkpoint_->itemData(row, kStepRole).toLongLong();
  showSubject();
  inspect();
}

void InspectWorkspace::chooseSample() {
  if (filling_ || split_->currentIndex() < 0) return;
  wanted_.split = static_cast<Split>(split_->currentData().toInt());
  const std::int64_t count = session().trainingDataset() ? session().trainingDataset()->size(wanted_.split) : 0;
  wanted_.index = std::clamp<std::int64_t>(sample_->value(), 0, std::max<std::int64_t>(0, count - 1));
  wanted_.imageFile.clear();
  showSubject();
  inspect();
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
  const QString file =
      QFileDialog::getOpenFileName(this, tr("Show an image to the network"), {},
                                   tr("Images (*.png *.jpg *.jpeg *.bmp *.webp *.tif *.tiff *.gif *.pgm *.ppm);;All files (*)"));
  if (!file.isEmpty()) showImageFile(file);
}

void InspectWorkspace::showImageFile(const QString& file) {
  wanted_.imageFile = file.toStdString();
  inspect();
}

bool InspectWorkspace::takesFile(const QString& file) const {
  return !runs_.empty() && !QImageReader::imageFormat(file).isEmpty();
}

void InspectWorkspace::inspect() {
  const CheckpointRecord* checkpoint = wantedCheckpoint();
  if (!checkpoint) return;
  InspectionRequest request{session().project()->checkpointPath(*checkpoint),
                            checkpoint->created,
                            session().trainingDataset(),
                            wanted_.split,
                            wanted_.index,
                            wanted_.imageFile};
  if (request == asked_) {
    if (!runner_.busy()) time_->setAnswered();
    return;
  }
  asked_ = request;
  runner_.request(std::move(request));
}

void InspectWorkspace::showResult(const std::shared_ptr<const InspectionResult>& result) {
  banner()->dismiss();
  result_ = result;
  shown_ = wanted_;
  prediction_->showResult(*result);
  std::vector<LayerStrip::Entry> entries;
  for (const LayerResult& layer : result->layers)
    entries.push_back({QString::fromStdString(layer.activation.name), extentsText(layer.activation.values.shape()),
                       QString::fromStdString(layer.activation.title)});
  layers_->setEntries(entries, firstConvolution());
  showLayer(layers_->current());
  time_->setAnswered();
  explain();
  Q_EMIT inspected();
}

// Why the network answers as it does, if that is asked for.
void InspectWorkspace::explain() {
  explainer_.cancel();
  if (!prediction_->method() || !result_) return;
  prediction_->showExplaining();
  AttributionOptions options;
  options.method = *prediction_->method();
  options.target = prediction_->explainedClass();
  explainer_.ask({result_->request.checkpoint, result_->request.written, result_->image, options},
                 [this](const Result<Attribution>& answer) {
                   if (answer.ok())
                     prediction_->showExplanation(*answer);
                   else
                     prediction_->showNoExplanation(QString::fromStdString(answer.error().text()));
                   Q_EMIT explained();
                 });
}

// What is shown stays, and the choosers go back to it.
void InspectWorkspace::showFailure(const Error& error) {
  time_->stop();
  time_->setAnswered();
  asked_.reset();
  showError(error);
  if (result_) wanted_ = shown_;
  wanted_.imageFile = result_ ? shown_.imageFile : std::filesystem::path();
  showSubject();
  Q_EMIT inspectionFailed(error);
}

void InspectWorkspace::showLayer(int layer) {
  if (!result_ || layer < 0) return;
  layer_->showLayer(result_, layer);
  showChannel();
}

void InspectWorkspace::showChannel() {
  channel_->showChannel(result_, layers_->current(), layer_->activations()->selectedChannel());
}

int InspectWorkspace::firstConvolution() const {
  const auto found = std::find_if(result_->layers.begin(), result_->layers.end(),
                                  [](const LayerResult& layer) { return layer.filters.defined(); });
  return found == result_->layers.end() ? 0 : static_cast<int>(found - result_->layers.begin());
}

int InspectWorkspace::liveliestChannel() const {
  const auto& channels = result_->layers[static_cast<std::size_t>(layers_->current())].channels;
  const auto found = std::ranges::max_element(channels, {}, [](const Statistics& each) { return each.deviation; });
  return static_cast<int>(found - channels.begin());
}

void InspectWorkspace::prepareForTour(std::function<void()> ready) {
  readCheckpoints();
  asked_.reset();
  if (runs_.empty()) {
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
    layers_->setCurrent(firstConvolution());
    layer_->activations()->setSelectedChannel(liveliestChannel());
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
