#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/data/image_file.h"

namespace fovea {
namespace {

// The pixels of the input that one pixel of the output is made of, with weights that add up to 1.
struct Taps {
  std::int64_t first = 0;
  std::vector<float> weights;
};

std::vector<Taps> triangleTaps(std::int64_t from, std::int64_t to) {
  const double ratio = static_cast<double>(from) / static_cast<double>(to);
  const double reach = std::max(1.0, ratio);
  std::vector<Taps> taps(static_cast<std::size_t>(to));
  for (std::size_t i = 0; i < taps.size(); ++i) {
    const double centre = (static_cast<double>(i) + 0.5) * ratio - 0.5;
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

// One channel, [height, width] to [rows.size(), columns.size()]: along the rows first, then down the columns.
void resizeChannel(const std::uint8_t* from, std::int64_t height, std::int64_t width, const std::vector<Taps>& rows,
                   const std::vector<Taps>& columns, std::vector<float>& narrow, std::uint8_t* to) {
  const auto targetWidth = columns.size();
  for (std::int64_t y = 0; y < height; ++y)
    for (std::size_t x = 0; x < targetWidth; ++x) {
      const std::uint8_t* source = from + y * width + columns[x].first;
      float sum = 0;
      for (std::size_t i = 0; i < columns[x].weights.size(); ++i) sum += columns[x].weights[i] * source[i];
      narrow[static_cast<std::size_t>(y) * targetWidth + x] = sum;
    }
  for (std::size_t y = 0; y < rows.size(); ++y)
    for (std::size_t x = 0; x < targetWidth; ++x) {
      const float* source = narrow.data() + static_cast<std::size_t>(rows[y].first) * targetWidth + x;
      float sum = 0;
      for (std::size_t i = 0; i < rows[y].weights.size(); ++i) sum += rows[y].weights[i] * source[i * targetWidth];
      to[y * targetWidth + x] = static_cast<std::uint8_t>(std::clamp(std::lround(sum), 0l, 255l));
    }
}

Result<Tensor> toGrey(const Tensor& image) {
  const Shape& shape = image.shape();
  FOVEA_TRY(Tensor grey, Tensor::tryMake({DataType::UInt8, Shape{1, shape[1], shape[2]}}));
  const std::int64_t pixels = shape.elementsFrom(1);
  const std::uint8_t* red = image.data<std::uint8_t>();
  std::uint8_t* target = grey.data<std::uint8_t>();
  for (std::int64_t i = 0; i < pixels; ++i)
    target[i] =
        static_cast<std::uint8_t>((299 * red[i] + 587 * red[i + pixels] + 114 * red[i + 2 * pixels] + 500) / 1000);
  return grey;
}

bool isImageShape(const Shape& shape) {
  return shape.rank() == 3 && (shape[0] == 1 || shape[0] == 3) && shape[1] >= 1 && shape[2] >= 1 &&
         shape[1] <= kMaximumImageSide && shape[2] <= kMaximumImageSide && shape[1] * shape[2] <= kMaximumImagePixels;
}

}  // namespace

Result<Tensor> fitImage(const Tensor& image, const Shape& shape) try {
  if (!isImageShape(shape) || !image.defined() || image.dtype() != DataType::UInt8 || !isImageShape(image.shape()))
    return fail(ErrorCode::InvalidArgument, "An image of " + image.type().toString() + " cannot be made to fit " +
                                                shape.toString() + ": images have 1 channel (grey) or 3 (colour).");
  Tensor source = image;
  if (shape[0] == 1 && image.shape()[0] == 3) {
    FOVEA_TRY(source, toGrey(image));
  }
  if (source.shape() == shape) return source.clone();
  FOVEA_TRY(Tensor target, Tensor::tryMake({DataType::UInt8, shape}));
  const std::int64_t height = source.shape()[1];
  const std::int64_t width = source.shape()[2];
  const auto rows = triangleTaps(height, shape[1]);
  const auto columns = triangleTaps(width, shape[2]);
  std::vector<float> narrow(static_cast<std::size_t>(height * shape[2]));
  for (std::int64_t channel = 0; channel < shape[0]; ++channel) {
    // A grey image serves every channel of a coloured one.
    const std::int64_t from = std::min(channel, source.shape()[0] - 1);
    resizeChannel(source.data<std::uint8_t>() + from * height * width, height, width, rows, columns, narrow,
                  target.data<std::uint8_t>() + channel * shape.elementsFrom(1));
  }
  return target;
} catch (const std::bad_alloc&) {
  return fail(ErrorCode::OutOfMemory, "There is not enough memory to resize an image.");
}

}  // namespace fovea
