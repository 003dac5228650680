#include "app/workspaces/train/layer_panel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLocale>
#include <QStackedWidget>
#include <algorithm>
#include <cmath>

#include "core/project/project.h"
#include "widgets/plots/heat_plot.h"
#include "widgets/plots/ridge_plot.h"
#include "widgets/theme/card.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/segment_bar.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kLeastRidgePixels = 14;  // least distance between two lines
constexpr std::size_t kFewestRidges = 4;
enum Look { kRidgeLook, kHeatLook };

const Histogram& histogramIn(const LayerRecord& layer, LayerPanel::Kind kind) {
  switch (kind) {
    case LayerPanel::Kind::Gradients:
      return layer.gradients;
    case LayerPanel::Kind::Outputs:
      return layer.activations;
    default:
      return layer.weights;
  }
}

const LayerRecord* findLayer(const LayerFrame& frame, const std::string& name) {
  const auto found = std::find_if(frame.layers.begin(), frame.layers.end(),
                                  [&](const LayerRecord& each) { return each.layer == name; });
  return found == frame.layers.end() ? nullptr : &*found;
}

}  // namespace

LayerPanel::LayerPanel(QWidget* parent)
    : QWidget(parent),
      layers_(new QComboBox),
      kinds_(new SegmentBar({tr("Weights"), tr("Gradients"), tr("Outputs"), tr("Updates")}, SegmentBar::Size::Tall)),
      looks_(new SegmentBar({tr("Ridges"), tr("Heat map")}, SegmentBar::Size::Tall)),
      words_(new ElidedLabel),
      pages_(new QStackedWidget),
      ridges_(new RidgePlot),
      heat_(new HeatPlot) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(size::kGrid);
  column->addWidget(buildHead());
  ridges_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  ridges_->setAccessibleName(tr("Distributions over time"));
  heat_->setAccessibleName(tr("Distributions over time"));
  pages_->addWidget(ridges_);
  pages_->addWidget(heat_);
  column->addWidget(pages_, 1);
  column->addWidget(words_);
  connect(kinds_, &SegmentBar::currentChanged, this, &LayerPanel::refill);
  connect(looks_, &SegmentBar::currentChanged, this, &LayerPanel::refill);
  connect(layers_, &QComboBox::currentIndexChanged, this, &LayerPanel::refill);
}

QWidget* LayerPanel::buildHead() {
  auto* head = new QWidget;
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(size::kGrid);
  layers_->setAccessibleName(tr("Layer"));
  layers_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
  kinds_->setAccessibleName(tr("What is shown of the layer"));
  kinds_->setToolTip(
      tr("The spread of what the layer learns, of its gradients or of its outputs; or how much each step "
         "changed every layer, relative to its weights"));
  looks_->setAccessibleName(tr("How it is drawn"));
  fovea::setKind(words_, "muted");
  row->addWidget(layers_);
  row->addWidget(kinds_);
  row->addWidget(looks_);
  row->addStretch(1);
  return head;
}

void LayerPanel::setProject(const Project* project) {
  task_.cancel();
  store_.reset();
  if (project) {
    auto opened = project->openRunStore();
    if (opened.ok())
      store_ = std::move(*opened);
    else
      Q_EMIT failed(opened.error());
  }
  show(RunId());
}

void LayerPanel::show(RunId run) {
  run_ = run;
  late_.clear();
  if (run.valid() && store_) return read();
  task_.cancel();
  setFrames({});
}

void LayerPanel::read() {
  task_.ask([store = store_, run = run_] { return store->layerFrames(run); },
            [this](const Result<std::vector<LayerFrame>>& read) {
              Frames frames;
              // Ignores NotFound: the run may have been deleted meanwhile, which is reported elsewhere.
              if (!read.ok() && read.error().code != ErrorCode::NotFound) Q_EMIT failed(read.error());
              if (read.ok())
                for (const LayerFrame& frame : *read) frames.push_back(std::make_shared<const LayerFrame>(frame));
              for (const auto& late : std::exchange(late_, {}))
                if (frames.empty() || frames.back()->step < late->step) frames.push_back(late);
              setFrames(std::move(frames));
            });
}

void LayerPanel::addEvents(const RunEvents& events) {
  if (events.run != run_ || events.layers.empty()) return;
  if (task_.busy()) {
    late_.insert(late_.end(), events.layers.begin(), events.layers.end());
    return;
  }
  Frames frames = frames_;
  for (const auto& frame : events.layers) {
    // A continued run restarts at its checkpoint, so later frames are replaced.
    std::erase_if(frames, [&](const auto& each) { return each->step >= frame->step; });
    if (!frame->error) frames.push_back(frame);
  }
  // Reads again once the store has thinned out its records.
  if (!frames.empty() && frames.size() > 2 * mostLayerFrames(frames.back()->layers.size()) && store_) return read();
  setFrames(std::move(frames));
}

void LayerPanel::setFrames(Frames frames) {
  const bool before = !frames_.empty();
  frames_ = std::move(frames);
  QStringList names;
  if (!frames_.empty())
    for (const LayerRecord& layer : frames_.back()->layers) names << QString::fromStdString(layer.layer);
  QStringList shown;
  for (int i = 0; i < layers_->count(); ++i) shown << layers_->itemText(i);
  if (names != shown) {
    const QString current = layers_->currentText();
    const QSignalBlocker quiet(layers_);
    layers_->clear();
    layers_->addItems(names);
    int index = int(names.indexOf(current));
    // Chooses the first layer with weights, which is more informative than the input.
    for (std::size_t i = 0; index < 0 && !frames_.empty() && i < frames_.back()->layers.size(); ++i)
      if (!frames_.back()->layers[i].weights.counts.empty()) index = int(i);
    layers_->setCurrentIndex(std::max(0, index));
  }
  if (before != !frames_.empty()) Q_EMIT usefulChanged(!frames_.empty());
  refill();
}

void LayerPanel::setKind(Kind kind) {
  kinds_->setCurrent(int(kind));
}

void LayerPanel::setLayer(const QString& layer) {
  layers_->setCurrentText(layer);
}

void LayerPanel::refill() {
  const bool updates = kinds_->current() == int(Kind::Updates);
  layers_->setEnabled(!updates);
  looks_->setEnabled(!updates);
  pages_->setCurrentIndex(updates ? kHeatLook : looks_->current());
  updates ? showUpdates() : showDistributions();
}

void LayerPanel::showDistributions() {
  const auto kind = static_cast<Kind>(kinds_->current());
  const std::string layer = layers_->currentText().toStdString();
  std::vector<RidgePlot::Ridge> all;
  double seconds = 0;
  for (const auto& frame : frames_) {
    seconds += frame->seconds;
    if (const LayerRecord* record = findLayer(*frame, layer); record && !histogramIn(*record, kind).counts.empty())
      all.push_back({frame->step, histogramIn(*record, kind)});
  }
  heat_->setDistributions(all);
  // Shows only as many lines as can be told apart.
  const std::size_t most = std::max(kFewestRidges, std::size_t(std::max(0, pages_->height()) / kLeastRidgePixels));
  std::vector<RidgePlot::Ridge> shown;
  const std::size_t count = std::min(most, all.size());
  for (std::size_t i = 0; i < count; ++i) shown.push_back(all[count == 1 ? 0 : i * (all.size() - 1) / (count - 1)]);
  ridges_->setRidges(std::move(shown));
  ridges_->update();
  QString words = tr("%n records, which took %1 s", nullptr, int(frames_.size()))
                      .arg(QLocale().toString(seconds, 'f', seconds < 10 ? 2 : 0));
  if (all.empty() && !frames_.empty())
    words = kind == Kind::Outputs ? tr("This layer has no outputs to count.") : tr("This layer learns nothing.");
  words_->setText(frames_.empty() ? QString() : words);
}

void LayerPanel::showUpdates() {
  QStringList names;
  std::vector<std::string> learning;
  for (const auto& frame : frames_)
    for (const LayerRecord& layer : frame->layers)
      if (std::isfinite(layer.updateRatio) &&
          std::find(learning.begin(), learning.end(), layer.layer) == learning.end())
        learning.push_back(layer.layer);
  std::vector<std::int64_t> steps;
  for (const auto& frame : frames_) steps.push_back(frame->step);
  std::vector<double> values;
  double least = 0, most = 0;
  for (const std::string& name : learning) {
    names << QString::fromStdString(name);
    for (const auto& frame : frames_) {
      const LayerRecord* layer = findLayer(*frame, name);
      const double ratio = layer ? layer->updateRatio : std::nan("");
      values.push_back(ratio);
      if (!(ratio > 0)) continue;
      least = least > 0 ? std::min(least, ratio) : ratio;
      most = std::max(most, ratio);
    }
  }
  const auto format = [](double ratio) { return numberText(ratio, 'g', 3); };
  heat_->setRows(names, steps, values, format);
  words_->setText(most > 0 ? tr("Change of the weights in one step, relative to the weights: %1 (dark) to %2 (bright)")
                                 .arg(format(least), format(most))
                           : tr("No step changed a layer."));
}

QString LayerPanel::words() const {
  return words_->text();
}

void LayerPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (kinds_->current() != int(Kind::Updates)) showDistributions();
}

}  // namespace fovea
