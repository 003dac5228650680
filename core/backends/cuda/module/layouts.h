// Why: on this device a value lies dense or with its channels last; this is the one place that knows how, and what that
// means for strides and for kernels that see [outer, channels, inner]. Pure functions.
#pragma once
#include <array>
#include <vector>

#include "core/backends/cuda/module/launchers.h"
#include "core/backends/kernel.h"

namespace fovea::cuda {

// [N, C, ...] lies as [N, ..., C]. Dense where that is the same memory (one channel, one place behind it, no element),
// and for values that have no places behind the channels.
Layout channelsLast(const TensorType& type);
bool isChannelsLast(const Layout& layout);
// channelsLast() or dense.
Layout layoutIn(const TensorType& type, bool last);

// Extents from the slowest to the fastest in memory, and which axis each of them is.
struct MemoryOrder {
  Shape shape;
  std::vector<int> axes;
  // Where in `axes` an axis of the value stands.
  int placeOf(int axis) const;
};
MemoryOrder memoryOrder(const TensorType& type, const Layout& layout);
// Elements from one position to the next, by axis.
std::array<std::int64_t, Shape::kMaximumRank> stridesOf(const TensorType& type, const Layout& layout);
// As cuDNN wants them of an image with channels last, whether or not that is the same memory as dense.
std::vector<std::int64_t> channelsLastStrides(const Shape& shape);

// [N, C, ...] as outer × channels × inner of memory.
Channels channelsOf(const TensorType& type, const Layout& layout);

// Whether tensor cores compute what is asked for, which want channels last: 16 bits, and f32 unless it is to be exact.
bool prefersChannelsLast(const KernelRequest& request);
// The layout in which an op whose inputs and outputs of type `type` lie alike should work: that of its first input of
// that shape with channels last, else dense.
Layout commonLayout(const KernelRequest& request, const Shape& shape);
// Whether an op that takes planes of places in either order should work with channels last: as its first input lies. A
// plane of one place lies both ways: then as the layer behind it is likely to want it.
bool takesChannelsLast(const KernelRequest& request);

}  // namespace fovea::cuda
