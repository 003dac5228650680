// Why: on this device a value is dense or has its channels last. Only this file knows these layouts, their strides, and
// how kernels see them as [outer, channels, inner]. Pure functions.
#pragma once
#include <array>
#include <vector>

#include "core/backends/cuda/module/runtime/launchers.h"
#include "core/backends/kernel.h"

namespace fovea::cuda {

// Returns the layout that stores [N, C, ...] as [N, ..., C]. Dense if that is the same memory (one channel, one
// position, no element), and for values without axes after the channels.
Layout channelsLast(const TensorType& type);
bool isChannelsLast(const Layout& layout);
// Returns channelsLast() if `last`, else dense.
Layout layoutIn(const TensorType& type, bool last);

// Extents from the slowest to the fastest axis in memory, and the value's axis for each of them.
struct MemoryOrder {
  Shape shape;
  std::vector<int> axes;
  // Returns the index in `axes` of an axis of the value.
  int placeOf(int axis) const;
};
MemoryOrder memoryOrder(const TensorType& type, const Layout& layout);
// Returns the stride of each axis in elements.
std::array<std::int64_t, Shape::kMaximumRank> stridesOf(const TensorType& type, const Layout& layout);
// Returns cuDNN's channels-last strides, whether or not that is the same memory as dense.
std::vector<std::int64_t> channelsLastStrides(const Shape& shape);

// Returns how [N, C, ...] lies in memory as outer × channels × inner.
Channels channelsOf(const TensorType& type, const Layout& layout);

// Returns whether tensor cores compute the request, which prefer channels last: 16 bits, and f32 unless exact.
bool prefersChannelsLast(const KernelRequest& request);
// Returns the layout for an op whose inputs and outputs of shape `shape` share one: channels last if any input of that
// shape has it, else dense.
Layout commonLayout(const KernelRequest& request, const Shape& shape);
// Returns whether an op that supports both layouts should use channels last: if an input of its first input's shape
// does. If there is only one position, both layouts are equal and the likely preference of the next layer decides.
bool takesChannelsLast(const KernelRequest& request);

}  // namespace fovea::cuda
