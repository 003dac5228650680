#include "app/workspaces/inspect/explained_sample.h"

#include <algorithm>

#include "app/workspaces/data/sample_drawing.h"
#include "app/workspaces/inspect/heat_overlay.h"
#include "core/inspect/heat_map.h"
#include "widgets/images/image_view.h"
#include "widgets/images/symbol_heat.h"
#include "widgets/theme/theme.h"

namespace fovea {
namespace {

constexpr int kShade = 205;              // opacity of the shade over pixels that are not reached
constexpr float kReachedSymbol = 0.45f;  // how strongly a reached symbol is marked

// Returns one slice along the depth axis: [.., D, H, W] becomes [.., H, W].
Tensor sliceOf(const Tensor& values, int slice) {
  const Shape& shape = values.shape();
  const int axis = shape.rank() - 3;
  const std::int64_t depth = shape[axis], places = shape.elementsFrom(axis + 1), channels = axis > 0 ? shape[0] : 1;
  const std::int64_t at = std::min<std::int64_t>(slice, depth - 1);
  Tensor plane = Tensor::make({DataType::Float32, axis > 0 ? Shape{channels, shape[axis + 1], shape[axis + 2]}
                                                           : Shape{shape[axis + 1], shape[axis + 2]}});
  for (std::int64_t channel = 0; channel < channels; ++channel)
    std::copy_n(values.data<float>() + (channel * depth + at) * places, places, plane.data<float>() + channel * places);
  return plane;
}

Tensor realOf(const Tensor& mask) {
  Tensor values = Tensor::make({DataType::Float32, mask.shape()});
  std::ranges::copy(mask.values<std::uint8_t>(), values.data<float>());
  return values;
}

// Returns an image that is dark where no channel is reached.
QImage shadeOver(const Tensor& shares) {
  const int height = static_cast<int>(shares.shape()[0]), width = static_cast<int>(shares.shape()[1]);
  const QColor ground = currentTheme().color(Color::Window);
  const QRgb dark = qRgba(ground.red(), ground.green(), ground.blue(), kShade);
  QImage shade(width, height, QImage::Format_ARGB32);
  for (int y = 0; y < height; ++y) {
    auto* row = reinterpret_cast<QRgb*>(shade.scanLine(y));
    for (int x = 0; x < width; ++x) row[x] = shares.data<float>()[y * width + x] > 0 ? 0 : dark;
  }
  return shade;
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
  const fovea::Shape before = input_.defined() ? input_.shape() : fovea::Shape();
  input_ = result.image;
  info_ = datasetOf(result.request);
  removeExplanation();
  slices_ = 1;
  if (input_.dtype() == DataType::Int32) {
    text_->setSymbols(symbolTexts(input_.values<std::int32_t>(), info_));
    return setCurrentWidget(text_);
  }
  setCurrentWidget(picture_);
  const fovea::Shape& shape = input_.shape();
  spectrogram_ = isSpectrogram(input_, info_);
  if (shape.rank() == 4) slices_ = static_cast<int>(shape[1]);
  // Keeps the chosen slice while consecutive samples have the same shape.
  if (shape != before) slice_ = slices_ / 2;
  drawPicture();
}

void ExplainedSample::drawPicture() {
  const QImage image = inputImage(input_, info_, currentTheme().color(Color::Accent), slice_);
  picture_->setImage(image);
  if (!image.isNull()) return;
  const QString words = inputText(input_, info_).simplified();
  picture_->setPlaceholder(words.isEmpty() ? tr("This sample cannot be shown as one picture") : words);
}

void ExplainedSample::setSlice(int slice) {
  slice_ = std::clamp(slice, 0, slices_ - 1);
  if (slices_ < 2) return;
  drawPicture();
  draw(look_.kind == Layer::Kind::None ? explanation_ : look_);
}

bool ExplainedSample::draw(const Layer& layer) {
  if (layer.kind == Layer::Kind::None) {
    picture_->setOverlay({}, 0);
    text_->setShares({});
    return true;
  }
  const bool reached = layer.kind == Layer::Kind::Reached;
  Tensor values = reached ? realOf(layer.values) : layer.values;
  if (slices_ > 1 && values.shape().rank() >= 3) values = sliceOf(values, slice_);
  const auto shares = heatShares(values);
  if (!shares.ok()) return false;
  if (isText()) {
    std::vector<float> marks(shares->values<float>().begin(), shares->values<float>().end());
    if (reached)
      for (float& mark : marks) mark *= kReachedSymbol;
    text_->setShares(marks);
    return true;
  }
  if (picture_->image().isNull()) return false;
  const QImage over = reached ? shadeOver(*shares) : heatOverlay(*shares);
  picture_->setOverlay(spectrogram_ ? over.mirrored(false, true) : over, 1, reached);
  return true;
}

bool ExplainedSample::showExplanation(const Attribution& attribution) {
  explanation_ = {Layer::Kind::Evidence, attribution.values};
  return look_.kind != Layer::Kind::None || draw(explanation_);
}

void ExplainedSample::removeExplanation() {
  explanation_ = look_ = {};
  draw(look_);
}

bool ExplainedSample::showReached(const Tensor& reached) {
  look_ = {Layer::Kind::Reached, reached};
  return draw(look_);
}

bool ExplainedSample::showAttention(const Tensor& weights) {
  look_ = {Layer::Kind::Attention, weights};
  return draw(look_);
}

void ExplainedSample::removeLook() {
  if (look_.kind == Layer::Kind::None) return;
  look_ = {};
  draw(explanation_);
}

}  // namespace fovea
