// Why: convolutions and poolings read the same attributes of ONNX: kernel, strides, dilations, padding and its
// automatic forms. Values have one to three axes behind [N, C]; Fovea's ops take two or three.
#pragma once
#include "core/exchange/onnx/emit_helpers.h"

namespace fovea {

struct SpatialWindows {
  Extents64 kernel, strides, dilations, before, after;  // one number for each axis behind [N, C]
  bool ceil = false;

  std::size_t axes() const { return kernel.size(); }
  // [all before, all after]
  Extents64 padding() const;
  std::int64_t extent(std::size_t axis) const { return (kernel[axis] - 1) * dilations[axis] + 1; }
};

// From strides, dilations, pads, auto_pad and ceil_mode; `kernel` as the weights say, or empty: kernel_shape.
Result<SpatialWindows> readWindows(OnnxNodeContext& context, const Shape& x, Extents64 kernel);
// A signal [N, C, L] becomes an image [N, C, 1, L]: the numbers of its axis get another one in front of them.
Extents64 asImage(const Extents64& numbers, std::int64_t added);
SpatialWindows asImage(const SpatialWindows& windows);
Shape asImage(const Shape& shape);

}  // namespace fovea
