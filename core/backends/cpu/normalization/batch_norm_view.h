// Why: batch normalisation treats a value in any layout as planes of rows of channels. The view alone determines how
// work is split, so results do not depend on the number of threads.
#pragma once
#include <algorithm>

#include "core/backends/cpu/runtime/cpu_layout.h"
#include "core/backends/cpu/runtime/cpu_threads.h"
#include "core/backends/cpu/simd/simd.h"
#include "core/ops/channel_geometry.h"

namespace fovea::cpu {

// A value [N, C, ...] as units of channels that are processed together. Each has planes of rows of `lanes` channels, or
// of a single channel if lanes is 0.
struct BatchNormView {
  std::int64_t units = 1, unitStride = 0, channelsOfUnit = 1;
  ChannelRows rows{};
  std::int64_t slices = 1;  // parts of the planes with separate sums
  double perChannel = 0;

  std::int64_t channels() const { return units * channelsOfUnit; }
  std::int64_t floatsOfPlane() const { return rows.rows * std::max<std::int64_t>(rows.lanes, 1); }
  double elements() const { return static_cast<double>(units * rows.planes * floatsOfPlane()); }
  std::int64_t firstPlane(std::int64_t slice) const { return slice * rows.planes / slices; }
  std::int64_t at(std::int64_t unit, std::int64_t plane) const { return unit * unitStride + plane * rows.planeStride; }
  ChannelRows sliceRows(std::int64_t slice) const {
    return {firstPlane(slice + 1) - firstPlane(slice), rows.planeStride, rows.rows, rows.lanes};
  }
};

// The working layout and its view: the value's own layout, or dense if that one is unsupported.
std::pair<Layout, BatchNormView> batchNormView(const TensorType& type, const Layout& layout);

// Per-channel numbers in a kernel's scratch memory, including channels that only pad a layout.
class ChannelScratch {
 public:
  ChannelScratch(const BatchNormView& view, void* memory) : view_(view), doubles_(static_cast<double*>(memory)) {}
  static std::size_t bytes(const BatchNormView& view) {
    return static_cast<std::size_t>(view.channels()) *
           (static_cast<std::size_t>(view.slices) * 2 * sizeof(double) + kArrays * sizeof(float));
  }
  // The two sums of a slice's channels.
  double* sums(std::int64_t slice, int which) const { return doubles_ + (2 * slice + which) * view_.channels(); }
  float* numbers(int which) const {
    return reinterpret_cast<float*>(doubles_ + 2 * view_.slices * view_.channels()) + which * view_.channels();
  }
  // The first `count` numbers are copied from `values`, the others are zero.
  const float* padded(int which, const float* values, std::int64_t count) const {
    if (values != numbers(which)) std::copy_n(values, count, numbers(which));
    std::fill(numbers(which) + count, numbers(which) + view_.channels(), 0.0f);
    return numbers(which);
  }

 private:
  static constexpr int kArrays = 6;
  const BatchNormView& view_;
  double* doubles_;
};

// Calls body(slice, unit) on all threads.
template <class Body>
void forSlices(const BatchNormView& v, Body&& body) {
  parallelTasks(v.units * v.slices, v.elements(), [&](std::int64_t task) { body(task / v.units, task % v.units); });
}

// Calls body(offset, first channel, rows) for ranges of rows of every plane of every unit, on all threads.
template <class Body>
void forPlanes(const BatchNormView& v, Body&& body) {
  constexpr std::int64_t kEnoughTasks = 64;
  const std::int64_t planes = v.units * v.rows.planes;
  const std::int64_t parts = std::clamp<std::int64_t>(kEnoughTasks / planes, 1, v.rows.rows);
  parallelTasks(planes * parts, v.elements(), [&](std::int64_t task) {
    const std::int64_t part = task % parts, unit = task / parts % v.units, plane = task / parts / v.units;
    const std::int64_t first = part * v.rows.rows / parts, end = (part + 1) * v.rows.rows / parts;
    body(v.at(unit, plane) + first * std::max<std::int64_t>(v.rows.lanes, 1), unit * v.channelsOfUnit,
         ChannelRows{1, 0, end - first, v.rows.lanes});
  });
}

}  // namespace fovea::cpu
