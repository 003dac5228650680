// Why: on this device a value is dense or has its channels last; this is the one place that knows these layouts, their
// strides, and how kernels see them as [outer, channels, inner]. Pure functions.
#pragma once
#include <array>
#include <vector>

#include "core/backends/cuda/module/runtime/launchers.h"
#include "core/backends/kernel.h"

namespace fovea::cuda {

// Stores [N, C, ...] as [N, ..., C]. Dense if that is the same memory (one channel, one position, no element), and for
// values without axes after the channels.
Layout channelsLast(const TensorType& type);
bool isChannelsLast(const Layout& layout);
// channelsLast() or dense.
Layout layoutIn(const TensorType& type, bool last);

// Extents from the slowest to the fastest in memory, and which axis each of them is.
struct MemoryOrder {
  Shape shape;
  std::vector<int> axes;
  // The index in `axes` of an axis of the value.
  int placeOf(int axis) const;
};
MemoryOrder memoryOrder(const TensorType& type, const Layout& layout);
// Elements from one position to the next, by axis.
std::array<std::int64_t, Shape::kMaximumRank> stridesOf(const TensorType& type, const Layout& layout);
// cuDNN's strides for an image with channels last, whether or not that is the same memory as dense.
std::vector<std::int64_t> channelsLastStrides(const Shape& shape);

// [N, C, ...] as outer × channels × inner of memory.
Channels channelsOf(const TensorType& type, const Layout& layout);

// True if tensor cores compute the request, which prefer channels last: 16 bits, and f32 unless exact.
bool prefersChannelsLast(const KernelRequest& request);
// The layout for an op whose inputs and outputs of type `type` share one: that of its first input with that shape if it
// has channels last, else dense.
Layout commonLayout(const KernelRequest& request, const Shape& shape);
// True if an op that supports both orders should use channels last: like its first input. For planes of one position,
// where both are equal: the likely preference of the following layer.
bool takesChannelsLast(const KernelRequest& request);

}  // namespace fovea::cuda
