// Why: forward and backward arithmetic share which input numbers an output number is computed from. Internal to the
// arithmetic.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>

#include "core/inspect/layer_arithmetic.h"

namespace fovea {

// One axis along which the window of a convolution or pooling slides over the input.
struct SlidingAxis {
  std::int64_t input = 1, output = 1, size = 1, stride = 1, padding = 0, dilation = 1;
  bool adaptive = false;  // adaptive pooling: the windows divide the input evenly

  // Returns the number of input positions in the window at output position `i`.
  std::int64_t count(std::int64_t i) const {
    return adaptive ? ((i + 1) * input + output - 1) / output - first(i) : size;
  }
  // Returns the input position that position `u` of the window at output position `i` reads; it may be outside.
  std::int64_t place(std::int64_t i, std::int64_t u) const { return first(i) + u * dilation; }
  bool inside(std::int64_t place) const { return place >= 0 && place < input; }
  // Returns the divisor of the mean over the window at `i`.
  std::int64_t divisor(std::int64_t i, bool countPadding) const;
  // Calls `visit(i, u)` for each output position `i` whose window reads input position `at` at window position `u`.
  template <class Visit>
  void windowsOver(std::int64_t at, const Visit& visit) const {
    for (std::int64_t i = adaptive ? 0 : std::max<std::int64_t>(0, (at + padding - (size - 1) * dilation) / stride);
         i < output && first(i) <= at; ++i) {
      const std::int64_t from = at - first(i);
      if (from % dilation == 0 && from / dilation < count(i)) visit(i, from / dilation);
    }
  }

 private:
  std::int64_t first(std::int64_t i) const { return adaptive ? i * input / output : i * stride - padding; }
};

using VolumePlace = std::array<std::int64_t, 3>;  // slice, row, column

// The window of a convolution or pooling. Images are volumes with one slice, signals are images with one row. A
// transposed convolution has the geometry of the convolution that it reverses: its own output is the input of that one.
struct WindowGeometry {
  std::int64_t inputChannels = 1, outputChannels = 1, groups = 1;
  std::array<SlidingAxis, 3> axes;  // depth, height, width
  int rank = 2;                     // number of spatial axes of the layer's input
  bool countPadding = false;

  // Returns the input element that position `window` of the window at output position `out` reads; −1: padding.
  std::int64_t read(std::int64_t channel, const VolumePlace& out, const VolumePlace& window) const;
  std::int64_t outputElement(std::int64_t channel, const VolumePlace& out) const;
  struct Place {
    std::int64_t channel = 0;
    VolumePlace at{};
  };
  // Return the channel and position of an element of the input or of the output.
  Place inputPlace(std::int64_t element) const;
  Place outputPlace(std::int64_t element) const;
  std::int64_t windowSize() const { return axes[0].size * axes[1].size * axes[2].size; }
  double divisor(const VolumePlace& out) const;
};
// Returns the geometry of a convolution or pooling over signals, images or volumes; nothing for other inputs.
std::optional<WindowGeometry> windowGeometry(const NetworkTrace& trace, const TracedLayer& layer);

// Calls `visit(window)` for each position of the window at `out`, in row-major order.
template <class Visit>
void forWindowPlaces(const WindowGeometry& g, const VolumePlace& out, const Visit& visit) {
  const auto& [depth, height, width] = g.axes;
  for (std::int64_t t = 0; t < depth.count(out[0]); ++t)
    for (std::int64_t u = 0; u < height.count(out[1]); ++u)
      for (std::int64_t v = 0; v < width.count(out[2]); ++v) visit(VolumePlace{t, u, v});
}
// Calls `visit(out, window)` for each output position whose window reads the input position `at`.
template <class Visit>
void forWindowsOver(const WindowGeometry& g, const VolumePlace& at, const Visit& visit) {
  g.axes[0].windowsOver(at[0], [&](std::int64_t z, std::int64_t t) {
    g.axes[1].windowsOver(at[1], [&](std::int64_t y, std::int64_t u) {
      g.axes[2].windowsOver(at[2], [&](std::int64_t x, std::int64_t v) {
        visit(VolumePlace{z, y, x}, VolumePlace{t, u, v});
      });
    });
  });
}

// Returns the input element with the largest value in the window at an output of max pooling, the first of equal ones;
// −1 if there is none.
std::int64_t largestOfWindow(const WindowGeometry& geometry, std::span<const float> input, std::int64_t output);

// Computes y = f(x) and its slope for an activation layer; false if unknown. `channel` selects a learned slope.
bool activationAt(const TracedLayer& layer, double x, double& y, double& slope, std::int64_t channel = 0);

// The class axis of a layer's output: number of classes, and distance in elements from one class to the next.
struct ClassAxis {
  std::int64_t classes = 1, inner = 1;
  std::int64_t classOf(std::int64_t element) const { return element / inner % classes; }
  std::int64_t first(std::int64_t element) const { return element - classOf(element) * inner; }
};
ClassAxis classAxis(const TracedLayer& layer);
// Returns the class that the loss compares with at the position of an output element; −1: none, or it is ignored.
std::int64_t labelAt(const NetworkTrace& trace, const TracedLayer& loss, std::int64_t element);

// The numbers that normalise an element: of its channel for batch norm, of its group for the other norms.
struct NormNumbers {
  double mean = 0, variance = 1, epsilon = 0, scale = 1, shift = 0;
  double deviation() const { return std::sqrt(variance + epsilon); }
};
NormNumbers normNumbers(const TracedLayer& layer, std::int64_t element);

inline constexpr double kBlockNormEpsilon = 1e-5;  // for transformer blocks: the default of the op group_norm

// The elements that share a mean: `runs` runs of `run` neighbours, which begin `stride` elements apart.
struct NormGroup {
  std::int64_t first = 0, run = 1, runs = 1, stride = 1;
  std::int64_t count() const { return run * runs; }
  std::int64_t element(std::int64_t i) const { return first + i / run * stride + i % run; }
};
// Geometry of layer, group and instance norm: the group of an element and the index of its scale and shift.
struct SampleNorm {
  NormGroup group;
  std::int64_t feature = 0;
};
SampleNorm sampleNorm(const TracedLayer& layer, std::int64_t element);
// Computes the mean and variance of a group in `input`.
NormNumbers normNumbers(const TracedLayer& layer, const SampleNorm& norm, const Tensor& input);

// Returns a field of a layer; `otherwise` if the layer has none of that type.
template <class T>
T layerField(const TracedLayer& layer, const char* name, T otherwise) {
  const FieldValue* const value = layer.parameters.find(name);
  const T* const typed = value ? std::get_if<T>(value) : nullptr;
  return typed ? *typed : otherwise;
}

}  // namespace fovea
