// Why: forward and backward arithmetic agree on which numbers of a layer's input a number of its output comes from.
// Internal to the arithmetic.
#pragma once
#include <cmath>

#include "core/inspect/layer_arithmetic.h"

namespace fovea {

// A signal [C, L] is an image of one row.
struct PlaneExtents {
  std::int64_t channels = 1, height = 1, width = 1;
};
// Of [C, H, W], [C, L] or [K]; all zero for other ranks.
PlaneExtents planeExtents(const Shape& shape);

// The window of a convolution or of pooling.
struct WindowGeometry {
  PlaneExtents input, output;
  std::int64_t height = 1, width = 1, strideY = 1, strideX = 1, paddingY = 0, paddingX = 0, dilationY = 1,
               dilationX = 1, groups = 1;
  bool countPadding = false;

  // The row of the input that row `u` of the window at output row `i` reads; it may lie outside.
  std::int64_t row(std::int64_t i, std::int64_t u) const { return i * strideY - paddingY + u * dilationY; }
  std::int64_t column(std::int64_t j, std::int64_t v) const { return j * strideX - paddingX + v * dilationX; }
  bool inside(std::int64_t y, std::int64_t x) const { return y >= 0 && x >= 0 && y < input.height && x < input.width; }
  std::int64_t element(std::int64_t c, std::int64_t y, std::int64_t x) const {
    return (c * input.height + y) * input.width + x;
  }
  // By how much the window at (i, j) is divided for a mean.
  double divisor(std::int64_t i, std::int64_t j) const;
};
// Of convolutions and pooling whose input is an image or a signal; nothing for volumes.
std::optional<WindowGeometry> windowGeometry(const NetworkTrace& trace, const TracedLayer& layer);

// The element of the input that is the largest of the window at an output of max pooling, the first of equal ones;
// −1: none.
std::int64_t largestOfWindow(const WindowGeometry& geometry, std::span<const float> input, std::int64_t output);

// An activation y = f(x) and its slope, by the layer's type; false if it is unknown.
bool activationAt(const TracedLayer& layer, double x, double& y, double& slope);

// The class axis of softmax over `shape`: number of classes and of elements from one class to the next.
struct ClassAxis {
  std::int64_t classes = 1, inner = 1;
  std::int64_t classOf(std::int64_t element) const { return element / inner % classes; }
  std::int64_t first(std::int64_t element) const { return element - classOf(element) * inner; }
};
ClassAxis classAxis(const TracedLayer& layer);

// Which channel of batch norm an element belongs to, and that channel's numbers.
struct NormNumbers {
  double mean = 0, variance = 1, epsilon = 0, scale = 1, shift = 0;
  double deviation() const { return std::sqrt(variance + epsilon); }
};
NormNumbers normNumbers(const TracedLayer& layer, std::int64_t element);

}  // namespace fovea
