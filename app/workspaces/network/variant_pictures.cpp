#include "app/workspaces/network/variant_pictures.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "core/data/files/image_fit.h"
#include "core/data/transforms/box_map.h"
#include "widgets/images/color_map.h"

namespace fovea {
namespace {

constexpr std::int64_t kLargestSide = 512;  // larger samples are reduced before they are shown
constexpr int kWaveWidth = 320, kWaveHeight = 200;
constexpr std::int64_t kMostWaves = 4;  // up to this number of rows are drawn as curves; more as a spectrogram

bool isImage(const Tensor& tensor) {
  return tensor.defined() && tensor.dtype() == DataType::UInt8 && tensor.shape().rank() == 3;
}

PixelView viewOf(const Tensor& image) {
  return {image.data<std::uint8_t>(), image.shape()[0], image.shape()[1], image.shape()[2]};
}

QColor classColor(std::int32_t label, int alpha) {
  return QColor::fromHsv(static_cast<int>((label * 67 + 150) % 360), 200, 255, alpha);
}

// Blends the mask's classes except the first over the image; ignored and outside pixels are dark.
void layMask(QImage& image, const Tensor& mask) {
  QImage overlay(image.size(), QImage::Format_ARGB32);
  const std::uint8_t* label = mask.data<std::uint8_t>();
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x, ++label)
      overlay.setPixelColor(x, y,
                            *label == kIgnoredPixel ? QColor(0, 0, 0, 110)
                            : *label == 0           ? QColor(0, 0, 0, 0)
                                                    : classColor(*label, 90));
  QPainter(&image).drawImage(0, 0, overlay);
}

// Transforms the mask of a sample like its image.
Tensor movedMask(const Sample& sample, const SampleDrawing& drawing) {
  const Tensor& mask = sample.target;
  Tensor moved = Tensor::make(
      {DataType::UInt8, {1, static_cast<std::int64_t>(drawing.height), static_cast<std::int64_t>(drawing.width)}});
  const auto ratio = [](std::int64_t a, std::int64_t b) { return static_cast<double>(a) / static_cast<double>(b); };
  const PlaneMap toMask = PlaneMap::scaling(ratio(mask.shape()[2], sample.input.shape()[2]),
                                            ratio(mask.shape()[1], sample.input.shape()[1]));
  warpNearest(viewOf(mask), drawing.toSource.then(toMask), kIgnoredPixel,
              {moved.data<std::uint8_t>(), 1, moved.shape()[1], moved.shape()[2]});
  return moved;
}

// u8 images of one shape, mixed as the batch would be.
Tensor mixed(const TransformPlan& plan, const Tensor& own, const Tensor& other, Random& random) {
  const Shape& shape = own.shape();
  const auto count = static_cast<std::size_t>(own.elementCount());
  Tensor inputs = Tensor::make({DataType::Float32, {2, shape[0], shape[1], shape[2]}});
  std::copy_n(own.data<std::uint8_t>(), count, inputs.data<float>());
  std::copy_n(other.data<std::uint8_t>(), count, inputs.data<float>() + count);
  Tensor targets = Tensor::zeros({DataType::Float32, {2, 1}});
  std::vector<float> copy;
  const std::vector<std::uint32_t> partners{1, 1};
  for (const SampleMix& mix : plan.drawMixes(random))
    mixSamples(std::vector<SampleMix>{mix, {}}, partners, inputs, targets, copy);
  Tensor result = Tensor::make(own.type());
  std::transform(inputs.data<float>(), inputs.data<float>() + count, result.data<std::uint8_t>(),
                 [](float value) { return static_cast<std::uint8_t>(value + 0.5f); });
  return result;
}

VariantPicture pictureOfImage(const TransformPlan& plan, const Sample& sample, const Sample& partner, Random random) {
  VariantPicture variant;
  Random again = random, mixing = random;
  const SampleDrawing drawing = plan.draw(sample.input.shape()[2], sample.input.shape()[1], again);
  auto picture = plan.picture(viewOf(sample.input), random);
  if (picture.ok() && plan.mixes() && isImage(partner.input)) {
    const auto other = plan.picture(viewOf(partner.input), random);
    if (other.ok() && other->type() == picture->type()) picture = mixed(plan, *picture, *other, mixing);
  }
  auto image = picture.ok() ? sampleToImage(*picture) : Result<QImage>(picture.error());
  if (!image.ok()) return variant;
  variant.image = image->convertToFormat(QImage::Format_ARGB32_Premultiplied);
  if (isImage(sample.target) && sample.target.shape()[0] == 1) layMask(variant.image, movedMask(sample, drawing));
  for (const Box& box : mapBoxes(std::span<const Box>(sample.boxes), drawing))
    variant.marks.push_back(
        {QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom)), classColor(box.label, 255)});
  return variant;
}

// Each row as a curve of its own, or all rows as a picture with the lowest band below.
QImage pictureOfSignal(const Tensor& signal, ValueRange range) {
  const Shape& shape = signal.shape();
  const std::int64_t length = shape[shape.rank() - 1], rows = signal.elementCount() / length;
  if (rows > kMostWaves)
    return toImage(signal.values<float>(), static_cast<int>(length), static_cast<int>(rows),
                   ColorMap(ColorMapKind::Viridis), range)
        .mirrored();
  QImage image(kWaveWidth, kWaveHeight, QImage::Format_ARGB32_Premultiplied);
  image.fill(QColor(24, 24, 28));
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  for (std::int64_t row = 0; row < rows; ++row) {
    QPainterPath path;
    const std::int64_t step = std::max<std::int64_t>(1, length / (4 * kWaveWidth));
    for (std::int64_t t = 0; t < length; t += step) {
      const double value = range.position(signal.data<float>()[row * length + t]);
      const QPointF at(static_cast<double>(t) / static_cast<double>(length) * kWaveWidth, (1 - value) * kWaveHeight);
      t == 0 ? path.moveTo(at) : path.lineTo(at);
    }
    painter.setPen(QPen(classColor(static_cast<std::int32_t>(row), 255), 1.5));
    painter.drawPath(path);
  }
  return image;
}

}  // namespace

bool worksOn(const TransformType& type, const Tensor& input) {
  if (isImage(input)) return type.draw || type.mix;
  return input.dtype() == DataType::Float32 && input.shape().rank() <= 3 && bool(type.drawSignal);
}

Sample handySample(const Sample& sample) {
  if (!isImage(sample.input)) return sample;
  const Shape& shape = sample.input.shape();
  const std::int64_t side = std::max(shape[1], shape[2]);
  if (side <= kLargestSide) return sample;
  const auto reduced = [&](std::int64_t extent) { return std::max<std::int64_t>(1, extent * kLargestSide / side); };
  auto fitted = fitImage(sample.input, {shape[0], reduced(shape[1]), reduced(shape[2])});
  if (!fitted.ok()) return sample;
  Sample handy = sample;
  handy.input = std::move(*fitted);
  fitBoxes(handy.boxes, planFit(shape[1], shape[2], reduced(shape[1]), reduced(shape[2]), FitMode::Squash));
  return handy;
}

Result<std::vector<Sample>> handySamples(const Dataset& dataset) {
  constexpr std::int64_t kLookedAt = 32;
  std::vector<Sample> samples;
  const Split split = dataset.size(Split::Train) > 0 ? Split::Train : Split::Validation;
  for (std::int64_t i = 0; i < std::min(kLookedAt, dataset.size(split)); ++i)
    if (auto sample = dataset.sample(split, i); sample.ok()) samples.push_back(handySample(*sample));
  if (samples.empty()) return fail(ErrorCode::NotFound, "No sample of this data set can be read.");
  return samples;
}

VariantPicture variantPicture(const TransformPlan& plan, const Sample& sample, const Sample& partner, Random random) {
  if (isImage(sample.input)) return pictureOfImage(plan, sample, partner, random);
  VariantPicture variant;
  const auto signal = plan.signal(sample.input, random, static_cast<double>(sample.length));
  if (signal.ok()) variant.image = pictureOfSignal(*signal, rangeOf(sample.input.values<float>()));
  return variant;
}

}  // namespace fovea
