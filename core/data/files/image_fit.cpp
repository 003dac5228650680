#include "core/data/files/image_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/data/files/image_file.h"
#include "core/data/transforms/warp.h"

namespace fovea {
namespace {

bool isSide(std::int64_t side) {
  return side >= 1 && side <= kMaximumImageSide;
}

bool isImageShape(const Shape& shape) {
  return shape.rank() == 3 && (shape[0] == 1 || shape[0] == 3) && isSide(shape[1]) && isSide(shape[2]) &&
         shape[1] * shape[2] <= kMaximumImagePixels;
}

Status checkImage(const Tensor& image, const Shape& shape) {
  if (isImageShape(shape) && image.defined() && image.dtype() == DataType::UInt8 && isImageShape(image.shape()))
    return {};
  return fail(ErrorCode::InvalidArgument, "An image of " + image.type().toString() + " cannot be made to fit " +
                                              shape.toString() + ": images have 1 channel (grey) or 3 (colour).");
}

PlaneMap toSource(const ImageFit& fit) {
  return PlaneMap::translation(-fit.offsetX, -fit.offsetY).then(PlaneMap::scaling(1 / fit.scaleX, 1 / fit.scaleY));
}

// Writes the `places` numbers of a row that is `factor` times as long: weighted means around each place, with a
// triangle filter that reaches `factor` numbers to either side. `step` leads from a number to the next one of its row.
void reduceRow(const float* from, std::int64_t step, std::int64_t factor, std::int64_t places, float* to,
               std::int64_t toStep) {
  const std::int64_t extent = places * factor;
  for (std::int64_t place = 0; place < places; ++place) {
    const double centre = static_cast<double>(factor) * (static_cast<double>(place) + 0.5);
    double sum = 0, weights = 0;
    const std::int64_t end = std::min(extent, (place + 2) * factor);
    for (std::int64_t i = std::max<std::int64_t>(0, (place - 1) * factor); i < end; ++i) {
      const double distance = std::abs(static_cast<double>(i) + 0.5 - centre) / static_cast<double>(factor);
      const double weight = std::max(0.0, 1 - distance);
      sum += weight * from[i * step];
      weights += weight;
    }
    to[place * toStep] = static_cast<float>(sum / weights);
  }
}

PixelView viewOf(const Tensor& image) {
  return {image.data<std::uint8_t>(), image.shape()[0], image.shape()[1], image.shape()[2]};
}

PixelPlanes planesOf(Tensor& image) {
  return {image.data<std::uint8_t>(), image.shape()[0], image.shape()[1], image.shape()[2]};
}

}  // namespace

ImageFit planFit(std::int64_t height, std::int64_t width, std::int64_t newHeight, std::int64_t newWidth, FitMode mode) {
  ImageFit fit{newHeight, newWidth};
  fit.scaleX = static_cast<double>(newWidth) / static_cast<double>(width);
  fit.scaleY = static_cast<double>(newHeight) / static_cast<double>(height);
  if (mode == FitMode::Squash) return fit;
  const double crop = std::max(fit.scaleX, fit.scaleY);
  const double fill = std::min(fit.scaleX, fit.scaleY);
  const double scale = mode == FitMode::Crop ? crop : mode == FitMode::Fill ? fill : (crop + fill) / 2;
  fit.scaleX = fit.scaleY = scale;
  fit.offsetX = (static_cast<double>(newWidth) - scale * static_cast<double>(width)) / 2;
  fit.offsetY = (static_cast<double>(newHeight) - scale * static_cast<double>(height)) / 2;
  return fit;
}

Result<Tensor> resizeImage(const Tensor& image, const ImageFit& fit) try {
  const Shape& from = image.shape();
  FOVEA_CHECK(checkImage(image, {from.rank() == 3 ? from[0] : 0, fit.height, fit.width}));
  FOVEA_TRY(Tensor target, Tensor::tryMake({DataType::UInt8, Shape{from[0], fit.height, fit.width}}));
  static thread_local WarpScratch scratch;
  warp(viewOf(image), toSource(fit), 0, planesOf(target), scratch);
  return target;
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to resize an image.");
}

Result<Tensor> reduceNumbers(const Tensor& image, std::int64_t factor) {
  const Shape& from = image.shape();
  if (image.dtype() != DataType::Float32 || from.rank() != 3 || factor < 1 || from[1] % factor != 0 ||
      from[2] % factor != 0)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} cannot be reduced by a factor of {}.", image.type().toString(), factor));
  const std::int64_t height = from[1] / factor, width = from[2] / factor;
  FOVEA_TRY(Tensor narrow, Tensor::tryMake({DataType::Float32, Shape{from[0], from[1], width}}));
  FOVEA_TRY(Tensor target, Tensor::tryMake({DataType::Float32, Shape{from[0], height, width}}));
  for (std::int64_t row = 0; row < from[0] * from[1]; ++row)
    reduceRow(image.data<float>() + row * from[2], 1, factor, width, narrow.data<float>() + row * width, 1);
  for (std::int64_t channel = 0; channel < from[0]; ++channel)
    for (std::int64_t x = 0; x < width; ++x)
      reduceRow(narrow.data<float>() + channel * from[1] * width + x, width, factor, height,
                target.data<float>() + channel * height * width + x, width);
  return target;
}

Result<Tensor> resizeMask(const Tensor& mask, const ImageFit& fit) {
  FOVEA_CHECK(checkImage(mask, Shape{1, fit.height, fit.width}));
  FOVEA_TRY(Tensor target, Tensor::tryMake({DataType::UInt8, Shape{1, fit.height, fit.width}}));
  warpNearest(viewOf(mask), toSource(fit), kIgnoredPixel, planesOf(target));
  return target;
}

void clipBoxes(std::vector<Box>& boxes, std::int64_t height, std::int64_t width) {
  for (Box& box : boxes) {
    box.left = std::max(box.left, 0.0f);
    box.top = std::max(box.top, 0.0f);
    box.right = std::min(box.right, static_cast<float>(width));
    box.bottom = std::min(box.bottom, static_cast<float>(height));
  }
  std::erase_if(boxes, [](const Box& box) { return box.right <= box.left || box.bottom <= box.top; });
}

void fitBoxes(std::vector<Box>& boxes, const ImageFit& fit) {
  const auto move = [](float at, double scale, double offset) { return static_cast<float>(at * scale + offset); };
  for (Box& box : boxes) {
    box.left = move(box.left, fit.scaleX, fit.offsetX);
    box.right = move(box.right, fit.scaleX, fit.offsetX);
    box.top = move(box.top, fit.scaleY, fit.offsetY);
    box.bottom = move(box.bottom, fit.scaleY, fit.offsetY);
  }
  clipBoxes(boxes, fit.height, fit.width);
}

Result<Tensor> withChannels(const Tensor& image, std::int64_t channels) {
  const Shape& shape = image.shape();
  if (shape[0] == channels) return image;
  FOVEA_TRY(Tensor target, Tensor::tryMake({DataType::UInt8, Shape{channels, shape[1], shape[2]}}));
  const std::int64_t pixels = shape.elementsFrom(1);
  const std::uint8_t* from = image.data<std::uint8_t>();
  std::uint8_t* to = target.data<std::uint8_t>();
  if (channels == 1) {
    for (std::int64_t i = 0; i < pixels; ++i)
      to[i] =
          static_cast<std::uint8_t>((299 * from[i] + 587 * from[i + pixels] + 114 * from[i + 2 * pixels] + 500) / 1000);
  } else {
    for (std::int64_t channel = 0; channel < channels; ++channel)
      std::memcpy(to + channel * pixels, from, static_cast<std::size_t>(pixels));
  }
  return target;
}

Result<Tensor> fitImage(const Tensor& image, const Shape& shape) {
  FOVEA_CHECK(checkImage(image, shape));
  // Chooses the order of the two steps so that fewer channels are resized.
  Tensor source = image;
  if (shape[0] == 1) {
    FOVEA_TRY(source, withChannels(image, 1));
  }
  const Shape& from = source.shape();
  if (from[1] != shape[1] || from[2] != shape[2]) {
    FOVEA_TRY(source, resizeImage(source, planFit(from[1], from[2], shape[1], shape[2], FitMode::Squash)));
  } else if (shape[0] == from[0]) {
    return source.clone();
  }
  return withChannels(source, shape[0]);
}

}  // namespace fovea
