#include "core/data/image_fit.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/data/image_file.h"

namespace fovea {
namespace {

// The pixels of the input that one pixel of the output is made of, with weights that add up to 1; none outside.
struct Taps {
  std::int64_t first = 0;
  std::vector<float> weights;
};

std::vector<Taps> triangleTaps(std::int64_t from, std::int64_t to, double scale, double offset) {
  const double reach = std::max(1.0, 1 / scale);
  std::vector<Taps> taps(static_cast<std::size_t>(to));
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const double place = (static_cast<double>(i) + 0.5 - offset) / scale;
    if (place < 0 || place > static_cast<double>(from)) continue;
    const double centre = place - 0.5;
    const auto first = std::max<std::int64_t>(0, static_cast<std::int64_t>(std::ceil(centre - reach)));
    const auto last = std::min(from - 1, static_cast<std::int64_t>(std::floor(centre + reach)));
    double sum = 0;
    taps[i].first = first;
    for (std::int64_t source = first; source <= last; ++source) {
      const double weight = std::max(0.0, 1.0 - std::abs(static_cast<double>(source) - centre) / reach);
      taps[i].weights.push_back(static_cast<float>(weight));
      sum += weight;
    }
    for (float& weight : taps[i].weights) weight = static_cast<float>(weight / sum);
  }
  return taps;
}

// One channel, [*, width] to [rows.size(), columns.size()]: down the columns first, which runs along the memory.
void resizeChannel(const std::uint8_t* from, std::size_t width, const std::vector<Taps>& rows,
                   const std::vector<Taps>& columns, std::vector<float>& row, std::uint8_t* to) {
  row.resize(width);
  for (const Taps& down : rows) {
    std::fill(row.begin(), row.end(), 0.0f);
    const std::uint8_t* source = from + static_cast<std::size_t>(down.first) * width;
    for (const float weight : down.weights) {
      for (std::size_t x = 0; x < width; ++x) row[x] += weight * static_cast<float>(source[x]);
      source += width;
    }
    for (const Taps& across : columns) {
      const float* first = row.data() + across.first;
      float sum = 0.5f;
      for (std::size_t i = 0; i < across.weights.size(); ++i) sum += across.weights[i] * first[i];
      *to++ = static_cast<std::uint8_t>(std::clamp(sum, 0.0f, 255.0f));
    }
  }
}

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

Error outOfMemory() {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to resize an image.");
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
  const auto rows = triangleTaps(from[1], fit.height, fit.scaleY, fit.offsetY);
  const auto columns = triangleTaps(from[2], fit.width, fit.scaleX, fit.offsetX);
  std::vector<float> row;
  for (std::int64_t channel = 0; channel < from[0]; ++channel)
    resizeChannel(image.data<std::uint8_t>() + channel * from.elementsFrom(1), static_cast<std::size_t>(from[2]), rows,
                  columns, row, target.data<std::uint8_t>() + channel * fit.height * fit.width);
  return target;
} catch (const std::bad_alloc&) {
  return outOfMemory();
}

Result<Tensor> resizeMask(const Tensor& mask, const ImageFit& fit) {
  FOVEA_CHECK(checkImage(mask, Shape{1, fit.height, fit.width}));
  FOVEA_TRY(Tensor target, Tensor::tryMake({DataType::UInt8, Shape{1, fit.height, fit.width}}));
  const std::int64_t height = mask.shape()[1];
  const std::int64_t width = mask.shape()[2];
  const auto nearest = [](std::int64_t at, double offset, double scale) {
    return static_cast<std::int64_t>(std::floor((static_cast<double>(at) + 0.5 - offset) / scale));
  };
  std::uint8_t* to = target.data<std::uint8_t>();
  for (std::int64_t y = 0; y < fit.height; ++y) {
    const std::int64_t row = nearest(y, fit.offsetY, fit.scaleY);
    for (std::int64_t x = 0; x < fit.width; ++x) {
      const std::int64_t column = nearest(x, fit.offsetX, fit.scaleX);
      const bool inside = row >= 0 && row < height && column >= 0 && column < width;
      *to++ = inside ? mask.data<std::uint8_t>()[row * width + column] : kIgnoredPixel;
    }
  }
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
  // In the order in which fewer channels are resized.
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
