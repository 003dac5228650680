// Why: shape rules and all kernels read and check the numbers of a pooling in one place.
#pragma once
#include "core/ops/op_type.h"
#include "core/ops/window.h"

namespace fovea {

// x [batch, channels, height.input, width.input], y [batch, channels, outputHeight, outputWidth]. Every window holds at
// least one input; parts of it that lie outside the input count as nothing (maximum) or zero (average).
struct PoolingGeometry {
  std::int64_t batch = 0;
  std::int64_t channels = 1;
  WindowAxis height;  // padding top (before) and bottom (after)
  WindowAxis width;   // padding left (before) and right (after)
  std::int64_t outputHeight = 1;
  std::int64_t outputWidth = 1;
  bool countIncludePadding = false;  // average pooling only

  Shape inputShape() const { return {batch, channels, height.input, width.input}; }
  Shape outputShape() const { return {batch, channels, outputHeight, outputWidth}; }
  // Inputs of one window: [begin, end) after clipping to the input.
  static std::int64_t begin(const WindowAxis& axis, std::int64_t position) {
    return std::max<std::int64_t>(position * axis.stride - axis.before, 0);
  }
  static std::int64_t end(const WindowAxis& axis, std::int64_t position) {
    return std::min(position * axis.stride - axis.before + axis.kernel, axis.input);
  }
  // The divisor of an average along one axis: the number of inputs in the window, padding included if
  // countIncludePadding. Positions beyond the padding, which ceil_mode can reach, never count.
  std::int64_t divisor(const WindowAxis& axis, std::int64_t position) const;
  // One operation for each input of a window.
  double flops() const;
};

// kernel, stride, padding, ceil_mode.
std::vector<Field> poolingFields();
Field countIncludePaddingField();

// Reads the input of max_pool2d or average_pool2d, or dy of their backward ops, with the op's attributes.
// InvalidArgument with a message for the user. After inferOp() accepted an op's types, this cannot fail.
Result<PoolingGeometry> readPooling(const FieldValues& attributes, const Shape& x);
Result<PoolingGeometry> readPoolingBackward(const FieldValues& attributes, const Shape& dy);

}  // namespace fovea
