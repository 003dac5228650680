// Why: convolutions and poolings share ONNX attributes: kernel, strides, dilations, padding and automatic padding.
// Values have one to three axes after [N, C]; Fovea's ops support two or three.
#pragma once
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {

struct SpatialWindows {
  Extents64 kernel, strides, dilations, before, after;  // one number per spatial axis
  bool ceil = false;

  std::size_t axes() const { return kernel.size(); }
  // [all before, all after]
  Extents64 padding() const;
  std::int64_t extent(std::size_t axis) const { return (kernel[axis] - 1) * dilations[axis] + 1; }
};

// Reads strides, dilations, pads, auto_pad and ceil_mode. `kernel` comes from the weights; empty: kernel_shape is read.
Result<SpatialWindows> readWindows(OnnxNodeContext& context, const Shape& x, Extents64 kernel);
// Extends the list for a signal [N, C, L] seen as an image [N, C, 1, L]: prepends `added`.
Extents64 asImage(const Extents64& numbers, std::int64_t added);
SpatialWindows asImage(const SpatialWindows& windows);
Shape asImage(const Shape& shape);
// Takes the axis out again where the signal or image had `rank` axes; an invalid id stays one.
ValueId underRank(Emitter& e, ValueId y, int rank);

}  // namespace fovea
