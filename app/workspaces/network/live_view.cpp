#include "app/workspaces/network/live_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLocale>
#include <QPushButton>
#include <algorithm>
#include <numeric>

#include "widgets/canvas/network_canvas.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/live_label.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

// Figures cannot be read faster than twice a second, and probes may only slow down training slightly.
constexpr double kLeastSeconds = 0.5;
constexpr double kMostShare = 0.03;
constexpr std::size_t kMeanCosts = 8;

}  // namespace

LiveView::LiveView(Session& session, NetworkCanvas& canvas, QWidget* parent)
    : QFrame(parent), session_(session), canvas_(&canvas) {
  build();
  canvas.installEventFilter(this);
  TrainingBridge* training = session_.training();
  connect(training, &TrainingBridge::probed, this, &LiveView::take);
  connect(training, &TrainingBridge::snapshotChanged, this, &LiveView::findRun);
  connect(&session_, &Session::networkChanged, this, &LiveView::match);
  connect(&session_, &Session::networkOpened, this, [this] {
    leaveRun();
    findRun();
  });
  connect(&canvas, &NetworkCanvas::sheetChanged, this, &LiveView::match);
  hide();
  findRun();
}

LiveView::~LiveView() {
  if (canvas_) canvas_->removeEventFilter(this);
}

void LiveView::build() {
  setKind(this, "toolbar");
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(size::kGutter, 6, size::kGutter, 6);
  row->setSpacing(size::kGrid);
  pill_ = new Pill({}, Pill::Tone::Good);
  words_ = new LiveLabel(new ElidedLabel);
  setKind(words_->label(), "muted");
  modes_ =
      new SegmentBar({tr("Shapes"), tr("Time"), tr("Memory"), tr("Health"), tr("Pictures")}, SegmentBar::Size::Tall);
  modes_->setAccessibleName(tr("What the layers show while they learn"));
  modes_->setToolTip(
      tr("What the layers show while they learn. Measuring repeats a batch now and then, beside the training."));
  pause_ = new QPushButton;
  step_ = new QPushButton(tr("Step batch"));
  step_->setToolTip(tr("Train one batch, then pause"));
  row->addWidget(pill_);
  row->addWidget(words_, 1);
  row->addWidget(modes_);
  row->addWidget(pause_);
  row->addWidget(step_);
  walk_ = new QPushButton(tr("Step layers"));
  walk_->setToolTip(tr("Train one batch, then look at each of its tensors, layer by layer, forward and backward"));
  row->addWidget(walk_);
  connect(walk_, &QPushButton::clicked, this, &LiveView::traceStep);
  connect(modes_, &SegmentBar::currentChanged, this, [this](int index) { setMode(static_cast<LiveMode>(index)); });
  connect(pause_, &QPushButton::clicked, this,
          [this] { paused_ ? session_.training()->resume(run_) : session_.training()->pause(run_); });
  connect(step_, &QPushButton::clicked, this, [this] { session_.training()->step(run_); });
}

// Chooses the last started run among those with at least half of the shown layers.
void LiveView::findRun() {
  const auto underWay = session_.training()->underWay();
  const auto isRun = [this](const auto& each) { return each->run == run_; };
  if (run_.valid() && std::none_of(underWay.begin(), underWay.end(), isRun)) leaveRun();
  for (auto each = underWay.rbegin(); each != underWay.rend() && !run_.valid(); ++each) {
    const auto network = session_.training()->network((*each)->run);
    if (!network || (*each)->state == WorkerState::Preparing) continue;
    std::vector<Layer> layers = measurableLayers(*network);
    const auto nodes = liveNodes(session_.network(), {}, layers);
    const auto matching =
        std::count_if(nodes.begin(), nodes.end(), [](const auto& node) { return !node.measured.empty(); });
    if (matching == 0 || 2 * matching < static_cast<std::ptrdiff_t>(nodes.size())) continue;
    run_ = (*each)->run;
    known_ = std::move(layers);
    match();
    Q_EMIT changed();
  }
  showState();
}

void LiveView::leaveRun() {
  if (!run_.valid()) return;
  mode_ = LiveMode::Shapes;
  ask();
  run_ = {};
  known_.clear();
  nodes_.clear();
  frame_.reset();
  costs_.clear();
  history_.clear();
  const QSignalBlocker quiet(modes_);
  modes_->setCurrent(0);
  showFigures();
  showState();
  Q_EMIT frameChanged();
  Q_EMIT changed();
}

void LiveView::match() {
  if (!run_.valid() || !canvas_) return;
  nodes_ = liveNodes(session_.network(), canvas_->path(), known_);
  ask();
  showFigures();
  showState();
}

void LiveView::setMode(LiveMode mode) {
  if (mode == mode_ || (!run_.valid() && mode != LiveMode::Shapes)) return;
  mode_ = mode;
  {
    const QSignalBlocker quiet(modes_);
    modes_->setCurrent(static_cast<int>(mode));
  }
  ask();
  showFigures();
  showState();
  Q_EMIT changed();
}

void LiveView::ask() {
  std::vector<std::string> wanted;
  if (mode_ != LiveMode::Shapes && canvas_ && canvas_->isVisible())
    for (const LiveNode& node : nodes_) wanted.insert(wanted.end(), node.measured.begin(), node.measured.end());
  if (wanted == asked_) return;
  asked_ = std::move(wanted);
  costs_.clear();
  session_.training()->probe({asked_, 1, kLeastSeconds, kMostShare}, run_);
}

void LiveView::traceStep() {
  if (run_.valid()) session_.training()->traceStep(run_);
}

void LiveView::take(const RunProbe& probe) {
  if (probe.run != run_ || asked_.empty()) return;
  if (probe.frame->error) {
    words_->setText(coreMessage(*probe.frame->error));
    return setMode(LiveMode::Shapes);
  }
  frame_ = probe.frame;
  history_.add(*frame_);
  if (!std::isnan(frame_->cost)) costs_.push_back(frame_->cost);
  if (costs_.size() > kMeanCosts) costs_.pop_front();
  showFigures();
  showState();
  Q_EMIT frameChanged();
}

void LiveView::showFigures() {
  if (!canvas_) return;
  canvas_->setFigureForm(figureForm(mode_));
  canvas_->setFigures(frame_ && mode_ != LiveMode::Shapes ? liveFigures(nodes_, *frame_, mode_)
                                                          : std::map<LayerId, NodeFigures>());
}

const std::vector<LiveHistory::Entry>& LiveView::history(LayerId layer) const {
  static const std::vector<LiveHistory::Entry> none;
  for (const LiveNode& node : nodes_)
    if (node.layer == layer && !node.measured.empty()) return history_.of(node.last);
  return none;
}

QString LiveView::costText() const {
  if (costs_.empty() || mode_ == LiveMode::Shapes) return {};
  const double mean = std::accumulate(costs_.begin(), costs_.end(), 0.0) / static_cast<double>(costs_.size());
  return tr("cost %1 %").arg(QLocale().toString(mean * 100, 'f', 1));
}

QStringList LiveView::measureText() const {
  QStringList words;
  if (!frame_ || mode_ == LiveMode::Shapes) return words;
  if (frame_->microBatches > 1) words << tr("measured without micro-batches");
  if (frame_->precision != "f32") words << tr("measured in 32 bits");
  return words;
}

QString LiveView::matchText() const {
  QStringList missing;
  for (const LiveNode& node : nodes_)
    if (const Layer* layer = session_.network().find(node.layer); layer && node.measured.empty())
      missing << QString::fromStdString(layer->name);
  return missing.isEmpty() ? QString() : tr("not in this run: %1").arg(missing.join(QStringLiteral(", ")));
}

void LiveView::showState() {
  setVisible(run_.valid());
  const auto run = session_.training()->snapshot(run_);
  if (!run_.valid() || !run) return;
  paused_ = run->state == WorkerState::Paused;
  pill_->setText(paused_ ? tr("paused") : tr("live"));
  pill_->setTone(paused_ ? Pill::Tone::Warning : Pill::Tone::Good);
  pause_->setText(paused_ ? tr("Continue") : tr("Pause"));
  pause_->setToolTip(paused_ ? tr("Go on with the run") : tr("Pause the run after this batch"));
  if (!isVisible()) return;
  QStringList words{tr("step %1").arg(QLocale().toString(qlonglong(run->step)))};
  // The toolbar names the network; the run is named only where it may be another one.
  if (session_.training()->underWay().size() > 1) words.prepend(QString::fromStdString(run->name));
  if (!matchText().isEmpty()) words << matchText();
  words << measureText();
  if (!asked_.empty() && !frame_) words << tr("the figures come with the next step");
  // The cost stands in front, as a narrow bar cuts off the end.
  if (!costText().isEmpty()) words.prepend(costText());
  words_->setText(words.join(QStringLiteral(" · ")));
}

void LiveView::showEvent(QShowEvent* event) {
  QFrame::showEvent(event);
  showState();
}

bool LiveView::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show || event->type() == QEvent::Hide) ask();
  return QFrame::eventFilter(watched, event);
}

}  // namespace fovea
