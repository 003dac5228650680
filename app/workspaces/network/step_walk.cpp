#include "app/workspaces/network/step_walk.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "app/workspaces/inspect/layer_planes.h"
#include "app/workspaces/inspect/statistics_facts.h"
#include "core/inspect/layer_picture.h"
#include "widgets/images/bars.h"
#include "widgets/images/image_grid.h"
#include "widgets/theme/card.h"
#include "widgets/theme/core_text.h"
#include "widgets/theme/icon.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

constexpr int kListHeight = 150;
constexpr int kHistogramHeight = 64;
constexpr int kLeastCell = 24, kLargestCell = 240;  // in pixels

// The direction is an arrow, so that it is not shown only by colour.
QString signOf(bool backward) {
  return backward ? QStringLiteral("←") : QStringLiteral("→");
}

// Translates names of tensors in traces: "gradient of conv1.weight".
QString tensorWords(const std::string& name) {
  constexpr std::string_view kGradientOf = "gradient of ";
  if (name == "output") return StepWalk::tr("output");
  if (name == "gradient of the output") return StepWalk::tr("gradient of the output");
  if (name.starts_with(kGradientOf))
    return StepWalk::tr("gradient of %1").arg(QString::fromStdString(name.substr(kGradientOf.size())));
  return QString::fromStdString(name);
}

}  // namespace

StepWalk::StepWalk(QWidget* parent)
    : QWidget(parent),
      head_(new QLabel),
      list_(new QListWidget),
      back_(new QPushButton(icon("chevron-left", IconRole::Text), tr("Back"))),
      forth_(new QPushButton(icon("chevron-right", IconRole::Text), tr("Forward"))),
      next_(new QPushButton(icon("step", IconRole::Text), tr("Next batch"))),
      title_(new QLabel),
      facts_(new QLabel),
      histogram_(new HistogramBars),
      pictureWords_(new QLabel),
      picture_(new ImageGrid) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(size::kGrid);
  head_->setWordWrap(true);
  setKind(head_, "muted");
  list_->setAccessibleName(tr("Tensors of the step, in the order of computation"));
  list_->setFixedHeight(kListHeight);
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* row = new QHBoxLayout;
  row->setSpacing(size::kGrid);
  back_->setToolTip(tr("The tensor before"));
  forth_->setToolTip(tr("The next tensor"));
  next_->setToolTip(tr("Train another batch, and look at its tensors"));
  next_->setObjectName("nextBatch");
  for (QPushButton* button : {back_, forth_, next_}) row->addWidget(button);
  title_->setWordWrap(true);
  setKind(title_, "title");
  facts_->setWordWrap(true);
  histogram_->setMinimumHeight(kHistogramHeight);
  setKind(pictureWords_, "muted");
  picture_->setCells(kLeastCell, kLargestCell);
  picture_->setAccessibleName(tr("The numbers of the tensor"));
  column->addWidget(head_);
  column->addWidget(list_);
  column->addLayout(row);
  column->addWidget(title_);
  column->addWidget(facts_);
  column->addWidget(histogram_);
  column->addWidget(pictureWords_);
  column->addWidget(picture_, 1);
  connect(list_, &QListWidget::currentRowChanged, this, &StepWalk::showCurrent);
  connect(back_, &QPushButton::clicked, this, [this] { go(-1); });
  connect(forth_, &QPushButton::clicked, this, [this] { go(1); });
  connect(next_, &QPushButton::clicked, this, &StepWalk::nextStepWanted);
  connect(picture_, &ImageGrid::valueHovered, this, [this](int plane, int x, int y, float value) {
    pictureWords_->setText(tr("%1 at %2, %3, %4").arg(numberText(double(value), 'g', 5)).arg(plane).arg(y).arg(x));
  });
  connect(picture_, &ImageGrid::hoverLeft, this, &StepWalk::showCurrent);
}

void StepWalk::show(std::shared_ptr<const StepTrace> trace) {
  // Stays at the same row in the next step, so that one tensor can be followed.
  const int row = trace_ && trace_->stages.size() == trace->stages.size() ? list_->currentRow() : 0;
  trace_ = std::move(trace);
  places_.clear();
  for (const TraceStage& stage : trace_->stages)
    for (const TracedTensor& tensor : stage.tensors) places_.push_back({&stage, &tensor});
  const QString step = QLocale().toString(static_cast<qlonglong>(trace_->step));
  head_->setText(trace_->error ? coreMessage(*trace_->error)
                 : std::isfinite(trace_->loss)
                     ? tr("Step %1, loss %2: forward, then backward").arg(step).arg(numberText(trace_->loss, 'g', 5))
                     : tr("Step %1: forward, then backward").arg(step));
  fillList();
  list_->setCurrentRow(std::clamp(row, 0, std::max(0, list_->count() - 1)));
  showCurrent();
  list_->setFocus();
}

void StepWalk::fillList() {
  const QSignalBlocker quiet(list_);
  list_->clear();
  for (const Place& place : places_) {
    auto* item = new QListWidgetItem(tr("%1  %2 · %3")
                                         .arg(signOf(place.stage->backward), QString::fromStdString(place.stage->layer),
                                              tensorWords(place.tensor->name)));
    if (place.tensor->statistics.notFinite > 0) {
      item->setForeground(currentTheme().color(Color::BadText));
      item->setText(tr("%1 (not finite)").arg(item->text()));
    }
    item->setToolTip(item->text());
    list_->addItem(item);
  }
}

const StepWalk::Place* StepWalk::current() const {
  const int row = list_->currentRow();
  return row < 0 || row >= std::ssize(places_) ? nullptr : &places_[static_cast<std::size_t>(row)];
}

QString StepWalk::words() const {
  return title_->text();
}

QString StepWalk::facts() const {
  return facts_->text();
}

void StepWalk::showCurrent() {
  const Place* place = current();
  back_->setEnabled(place && list_->currentRow() > 0);
  forth_->setEnabled(place && list_->currentRow() + 1 < list_->count());
  for (QWidget* part : std::initializer_list<QWidget*>{title_, facts_, histogram_, pictureWords_, picture_})
    part->setVisible(place != nullptr);
  if (!place) return;
  const TracedTensor& tensor = *place->tensor;
  const QString layer = QString::fromStdString(place->stage->layer);
  title_->setText((place->stage->backward ? tr("%1 backward: %2, %3") : tr("%1 forward: %2, %3"))
                      .arg(layer, tensorWords(tensor.name), extentsText(tensor.shape)));
  QStringList facts;
  // Allows line breaks only between two facts.
  for (const FactList::Fact& fact : statisticsFacts(tensor.statistics))
    facts << tr("%1 %2").arg(fact.name, fact.value).replace(QLatin1Char(' '), QChar::Nbsp);
  facts_->setText(facts.join(QStringLiteral(" · ")));
  const Histogram& bins = tensor.histogram;
  histogram_->setVisible(tensor.statistics.count > 1);
  histogram_->setBins(std::vector<double>(bins.counts.begin(), bins.counts.end()), bins.minimum, bins.maximum);
  const bool ofSamples = tensor.values.shape() != tensor.shape;
  pictureWords_->setText(ofSamples ? tr("The first sample of the batch") : tr("All of it"));
  // Gradients have both signs, so zero is in the middle of the colours.
  picture_->setSymmetric(place->stage->backward);
  picture_->setColorMap(place->stage->backward ? ColorMapKind::BlueWhiteRed : ColorMapKind::Viridis);
  const bool kernels = !ofSamples && tensor.values.shape().rank() == 4;
  const Tensor planes = kernels ? filterPlanes(tensor.values, -1)
                                : layerPicture(tensor.values, false, middleSlice(tensor.values.shape()));
  picture_->setVisible(picture_->setPlanes(planes).ok());
  if (isVisible()) Q_EMIT layerShown(layer, place->stage->backward);
}

void StepWalk::go(int by) {
  list_->setCurrentRow(std::clamp(list_->currentRow() + by, 0, std::max(0, list_->count() - 1)));
}

void StepWalk::setRunUnderWay(bool underWay) {
  next_->setEnabled(underWay);
}

void StepWalk::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showCurrent();
}

void StepWalk::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  Q_EMIT layerShown({}, false);
}

void StepWalk::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (isThemeChange(event) && trace_) {
    const int row = list_->currentRow();
    fillList();
    list_->setCurrentRow(row);
  }
}

}  // namespace fovea
