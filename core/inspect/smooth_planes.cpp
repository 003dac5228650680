#include "core/inspect/smooth_planes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fovea {
namespace {

struct PlaneExtents {
  std::int64_t planes, height, width;
};

PlaneExtents extentsOf(const Tensor& planes) {
  return {planes.shape()[0], planes.shape()[1], planes.shape()[2]};
}

std::int64_t wrapped(std::int64_t at, std::int64_t size) {
  return ((at % size) + size) % size;
}

std::vector<float> gaussian(double sigma) {
  const auto reach = static_cast<std::int64_t>(std::ceil(3 * sigma));
  std::vector<float> weights;
  double sum = 0;
  for (std::int64_t i = -reach; i <= reach; ++i) sum += std::exp(-0.5 * static_cast<double>(i * i) / (sigma * sigma));
  for (std::int64_t i = -reach; i <= reach; ++i)
    weights.push_back(static_cast<float>(std::exp(-0.5 * static_cast<double>(i * i) / (sigma * sigma)) / sum));
  return weights;
}

// Blurs along rows (`down` false) or columns.
Tensor blurredAlong(const Tensor& planes, const std::vector<float>& weights, bool down) {
  Tensor result = Tensor::make(planes.type());
  const auto [count, height, width] = extentsOf(planes);
  const auto reach = static_cast<std::int64_t>(weights.size() / 2);
  for (std::int64_t c = 0; c < count; ++c) {
    const float* const from = planes.data<float>() + c * height * width;
    float* const to = result.data<float>() + c * height * width;
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) {
        float sum = 0;
        for (std::int64_t k = -reach; k <= reach; ++k) {
          const std::int64_t row = down ? std::clamp<std::int64_t>(y + k, 0, height - 1) : y;
          const std::int64_t column = down ? x : std::clamp<std::int64_t>(x + k, 0, width - 1);
          sum += weights[static_cast<std::size_t>(k + reach)] * from[row * width + column];
        }
        to[y * width + x] = sum;
      }
  }
  return result;
}

// The position of a result pixel between two source pixels.
struct Between {
  std::int64_t first, second;
  float share;  // weight of the second pixel
};

std::vector<Between> placesOf(std::int64_t from, std::int64_t to) {
  std::vector<Between> places;
  for (std::int64_t i = 0; i < to; ++i) {
    const double at =
        std::clamp((static_cast<double>(i) + 0.5) * static_cast<double>(from) / static_cast<double>(to) - 0.5, 0.0,
                   static_cast<double>(from - 1));
    const auto first = static_cast<std::int64_t>(at);
    places.push_back({first, std::min(first + 1, from - 1), static_cast<float>(at - static_cast<double>(first))});
  }
  return places;
}

}  // namespace

Tensor rolledPlanes(const Tensor& planes, std::int64_t dy, std::int64_t dx) {
  const auto [count, height, width] = extentsOf(planes);
  Tensor result = Tensor::make(planes.type());
  const std::int64_t shift = wrapped(dx, width);
  for (std::int64_t row = 0; row < count * height; ++row) {
    const std::int64_t c = row / height, y = row % height;
    const float* const from = planes.data<float>() + row * width;
    float* const to = result.data<float>() + (c * height + wrapped(y + dy, height)) * width;
    std::copy(from, from + (width - shift), to + shift);
    std::copy(from + (width - shift), from + width, to);
  }
  return result;
}

void addVariationGradient(const Tensor& planes, float weight, Tensor& gradient) {
  const auto [count, height, width] = extentsOf(planes);
  for (std::int64_t c = 0; c < count; ++c) {
    const float* const from = planes.data<float>() + c * height * width;
    float* const to = gradient.data<float>() + c * height * width;
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) {
        const std::int64_t at = y * width + x;
        float sum = 0;
        if (x > 0) sum += from[at] - from[at - 1];
        if (x + 1 < width) sum += from[at] - from[at + 1];
        if (y > 0) sum += from[at] - from[at - width];
        if (y + 1 < height) sum += from[at] - from[at + width];
        to[at] += weight * sum;
      }
  }
}

Tensor blurredPlanes(const Tensor& planes, double sigma) {
  if (sigma <= 0) return planes;
  const std::vector<float> weights = gaussian(sigma);
  return blurredAlong(blurredAlong(planes, weights, false), weights, true);
}

Tensor resizedPlanes(const Tensor& planes, std::int64_t height, std::int64_t width) {
  const PlaneExtents extents = extentsOf(planes);
  const std::int64_t count = extents.planes, fromHeight = extents.height, fromWidth = extents.width;
  const std::vector<Between> rows = placesOf(fromHeight, height), columns = placesOf(fromWidth, width);
  Tensor result = Tensor::make({DataType::Float32, Shape{count, height, width}});
  for (std::int64_t c = 0; c < count; ++c) {
    const float* const from = planes.data<float>() + c * fromHeight * fromWidth;
    float* to = result.data<float>() + c * height * width;
    for (const Between& row : rows)
      for (const Between& column : columns) {
        const auto along = [&](std::int64_t y) {
          const float* const line = from + y * fromWidth;
          return line[column.first] + column.share * (line[column.second] - line[column.first]);
        };
        const float above = along(row.first);
        *to++ = above + row.share * (along(row.second) - above);
      }
  }
  return result;
}

}  // namespace fovea
