#include "app/workspaces/inspect/explained_sample.h"

#include "app/workspaces/data/sample_drawing.h"
#include "app/workspaces/inspect/heat_overlay.h"
#include "core/inspect/heat_map.h"
#include "widgets/images/image_view.h"
#include "widgets/images/symbol_heat.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

// Without the axis of depth, whose middle is shown: [.., D, H, W] becomes [.., H, W].
Tensor middleOf(const Tensor& values) {
  const Shape& shape = values.shape();
  const int axis = shape.rank() - 3;
  const std::int64_t depth = shape[axis], places = shape.elementsFrom(axis + 1), channels = axis > 0 ? shape[0] : 1;
  Tensor slice = Tensor::make({DataType::Float32, axis > 0 ? Shape{channels, shape[axis + 1], shape[axis + 2]}
                                                           : Shape{shape[axis + 1], shape[axis + 2]}});
  for (std::int64_t channel = 0; channel < channels; ++channel)
    std::copy_n(values.data<float>() + (channel * depth + depth / 2) * places, places,
                slice.data<float>() + channel * places);
  return slice;
}

DatasetInfo infoOf(const InspectionResult& result) {
  return result.request.dataset ? result.request.dataset->info() : DatasetInfo();
}

}  // namespace

ExplainedSample::ExplainedSample(QWidget* parent)
    : QStackedWidget(parent), picture_(new ImageView), text_(new SymbolHeat) {
  addWidget(picture_);
  addWidget(text_);
  text_->setAccessibleName(tr("The text shown to the network"));
  picture_->setAccessibleName(tr("The picture shown to the network"));
}

bool ExplainedSample::isText() const {
  return currentWidget() == text_;
}

void ExplainedSample::clear(const QString& placeholder) {
  removeExplanation();
  setCurrentWidget(picture_);
  picture_->setImage({});
  picture_->setPlaceholder(placeholder);
}

void ExplainedSample::showSample(const InspectionResult& result) {
  const Tensor& input = result.image;
  const DatasetInfo info = infoOf(result);
  removeExplanation();
  if (input.dtype() == DataType::Int32) {
    QStringList symbols;
    for (const std::int32_t symbol : input.values<std::int32_t>()) symbols << symbolText({&symbol, 1}, info);
    text_->setSymbols(symbols);
    return setCurrentWidget(text_);
  }
  setCurrentWidget(picture_);
  const QImage image = inputImage(input, info, currentTheme().color(Color::Accent));
  const fovea::Shape& shape = input.shape();
  spectrogram_ = input.dtype() == DataType::Float32 && shape.rank() == 3 && shape[0] != 3 &&
                 info.task != Task::Segmentation && info.task != Task::ImageToImage;
  volume_ = shape.rank() == 4;
  picture_->setImage(image);
  if (!image.isNull()) return;
  const QString words = inputText(input, info).simplified();
  picture_->setPlaceholder(words.isEmpty() ? tr("This sample cannot be shown as one picture") : words);
}

bool ExplainedSample::showExplanation(const Attribution& attribution) {
  Tensor values = attribution.values;
  if (volume_ && values.shape().rank() >= 3) values = middleOf(values);
  const auto shares = heatShares(values);
  if (!shares.ok()) return false;
  if (isText()) {
    text_->setShares({shares->values<float>().begin(), shares->values<float>().end()});
    return true;
  }
  if (picture_->image().isNull()) return false;
  const QImage heat = heatOverlay(*shares);
  picture_->setOverlay(spectrogram_ ? heat.mirrored(false, true) : heat, 1);
  return true;
}

void ExplainedSample::removeExplanation() {
  picture_->setOverlay({}, 0);
  text_->setShares({});
}

}  // namespace fovea
