#include "app/workspaces/inspect/channel_inspector.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "app/workspaces/inspect/layer_planes.h"
#include "app/workspaces/inspect/statistics_facts.h"
#include "widgets/images/bars.h"
#include "widgets/theme/card.h"
#include "widgets/theme/theme.h"
#include "widgets/theme/tokens.h"

namespace fovea {
namespace {

// Returns the result of a layer; null if there is none.
const LayerResult* layerOf(const std::shared_ptr<const InspectionResult>& result, int layer) {
  if (!result || layer < 0 || static_cast<std::size_t>(layer) >= result->layers.size()) return nullptr;
  return &result->layers[static_cast<std::size_t>(layer)];
}

std::span<const float> channelValues(const Tensor& values, int channel) {
  const auto size = static_cast<std::size_t>(values.shape().elementsFrom(1));
  return values.values<float>().subspan(static_cast<std::size_t>(channel) * size, size);
}

}  // namespace

ChannelInspector::ChannelInspector(QWidget* parent)
    : QWidget(parent),
      title_(new QLabel),
      value_(new QLabel),
      field_(new QLabel),
      facts_(new FactList),
      details_(new QWidget),
      histogram_(new HistogramBars),
      note_(new QLabel) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(size::kPageMargin, size::kPageMargin, size::kPageMargin, size::kPageMargin);
  column->setSpacing(10);
  setKind(title_, "title");
  title_->setWordWrap(true);
  column->addWidget(title_);
  setKind(value_, "muted");
  value_->setWordWrap(true);
  column->addWidget(value_);
  setKind(field_, "muted");
  field_->setWordWrap(true);
  field_->setMinimumHeight(field_->fontMetrics().height());  // keeps the parts below in place
  column->addWidget(field_);
  column->addWidget(details_);
  auto* details = new QVBoxLayout(details_);
  details->setContentsMargins(0, 0, 0, 0);
  details->setSpacing(10);
  details->addWidget(facts_);
  histogramTitle_ = new SectionLabel(tr("Histogram"));
  details->addWidget(histogramTitle_);
  histogram_->setMinimumHeight(84);
  details->addWidget(histogram_);
  setKind(note_, "muted");
  note_->setWordWrap(true);
  details->addWidget(note_);
  column->addStretch(1);
  showChannel(nullptr, -1, -1);
}

void ChannelInspector::addPart(QWidget* part) {
  details_->layout()->addWidget(part);
}

QString ChannelInspector::channelName(int channel) const {
  const Tensor& values = layerOf(result_, layer_)->activation.values;
  if (values.shape().rank() != 1) return tr("channel %1").arg(channel);
  // The units of the last two layers stand for the classes if the counts agree.
  const bool classes = values.elementCount() == static_cast<std::int64_t>(result_->classes.size()) &&
                       layer_ + 2 >= static_cast<int>(result_->layers.size());
  return classes ? QString::fromStdString(result_->classes[static_cast<std::size_t>(channel)])
                 : tr("unit %1").arg(channel);
}

void ChannelInspector::showChannel(const std::shared_ptr<const InspectionResult>& result, int layer, int channel) {
  result_ = result;
  layer_ = layer;
  const LayerResult* shown = layerOf(result, layer);
  details_->setVisible(shown != nullptr);
  hideValue();
  if (!shown) {
    title_->setText(tr("No layer yet"));
    return;
  }
  const QString name = QString::fromStdString(shown->activation.name);
  const bool one =
      channel >= 0 && static_cast<std::size_t>(channel) <
                          std::max<std::size_t>(1, static_cast<std::size_t>(shown->activation.values.shape()[0]));
  title_->setText(one ? tr("%1 · %2").arg(name, channelName(channel)) : tr("%1 · whole layer").arg(name));
  Statistics numbers = shown->all;
  fovea::Histogram bins = shown->histogram;
  if (one) {
    const auto values = channelValues(shown->activation.values, channel);
    numbers = statisticsOf(values);
    bins = histogramOf(values, kHistogramBins);
  }
  facts_->setFacts(statisticsFacts(numbers));
  // A single value needs no histogram.
  histogramTitle_->setVisible(numbers.count > 1);
  histogram_->setVisible(numbers.count > 1);
  histogram_->setBins(std::vector<double>(bins.counts.begin(), bins.counts.end()), bins.minimum, bins.maximum);
  const auto silent = std::count_if(shown->channels.begin(), shown->channels.end(),
                                    [](const Statistics& each) { return each.count > 0 && each.zeroShare == 1; });
  note_->setVisible(silent > 0 && shown->channels.size() > 1);
  note_->setText(tr("%1 of %2 channels are zero everywhere for this picture.").arg(silent).arg(shown->channels.size()));
}

void ChannelInspector::showValue(int channel, int x, int y, float value) {
  if (!layerOf(result_, layer_)) return;
  value_->setText(layerOf(result_, layer_)->activation.values.shape().rank() == 1
                      ? tr("%1 = %2").arg(channelName(channel), figureText(value))
                      : tr("%1 at (%2, %3) = %4").arg(channelName(channel)).arg(x).arg(y).arg(figureText(value)));
}

void ChannelInspector::showText(const QString& text) {
  value_->setText(text);
}

void ChannelInspector::showField(const QString& text) {
  field_->setText(text);
}

QString ChannelInspector::fieldText() const {
  return field_->text();
}

void ChannelInspector::hideValue() {
  showField({});
  value_->setText(layerOf(result_, layer_) ? tr("Point at a picture to read its values")
                                           : tr("Choose a checkpoint to look into"));
}

QString ChannelInspector::valueText() const {
  return value_->text();
}

}  // namespace fovea
