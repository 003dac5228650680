#include "core/train/probe.h"

#include <algorithm>

namespace fovea {
namespace {

// [planes, rows, columns]; planes are averaged: channels, and for volumes also depth.
struct PlaneExtents {
  std::int64_t planes = 1;
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};

PlaneExtents planeExtentsOf(const Shape& shape) {
  const int rank = shape.rank();
  PlaneExtents planes;
  if (rank >= 1) planes.columns = shape[rank - 1];
  if (rank >= 2) planes.rows = shape[rank - 2];
  for (int axis = 0; axis < rank - 2; ++axis) planes.planes *= shape[axis];
  return planes;
}

}  // namespace

Tensor thumbnailOf(const Tensor& sample, std::int64_t largest) {
  const PlaneExtents p = planeExtentsOf(sample.shape());
  if (p.planes * p.rows * p.columns == 0) return Tensor::zeros({DataType::Float32, Shape{0, 0}});
  const std::int64_t height = std::min(p.rows, largest), width = std::min(p.columns, largest);
  Tensor thumbnail = Tensor::zeros({DataType::Float32, Shape{height, width}});
  const std::span<const float> values = sample.values<float>();
  const std::span<float> small = thumbnail.values<float>();
  for (std::int64_t y = 0; y < height; ++y)
    for (std::int64_t x = 0; x < width; ++x) {
      double sum = 0;
      const std::int64_t top = y * p.rows / height, bottom = (y + 1) * p.rows / height;
      const std::int64_t left = x * p.columns / width, right = (x + 1) * p.columns / width;
      for (std::int64_t plane = 0; plane < p.planes; ++plane)
        for (std::int64_t row = top; row < bottom; ++row)
          for (std::int64_t column = left; column < right; ++column)
            sum += values[static_cast<std::size_t>((plane * p.rows + row) * p.columns + column)];
      small[static_cast<std::size_t>(y * width + x)] =
          static_cast<float>(sum / static_cast<double>(p.planes * (bottom - top) * (right - left)));
    }
  return thumbnail;
}

}  // namespace fovea
