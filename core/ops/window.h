// Why: convolution and pooling share the arithmetic of sliding windows.
// Source: Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016, relationships 14 and 15.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/schema.h"

namespace fovea {

// With windows up to this size, stride and padding, products of two of them cannot overflow.
inline constexpr std::int64_t kMaximumWindow = std::int64_t{1} << 20;
inline constexpr double kMaximumExtent = 281474976710656.0;  // Shape::kMaximumElements

// One axis of a sliding window. Position o covers the inputs o*stride - before + k*dilation, k = 0 .. kernel-1.
struct WindowAxis {
  std::int64_t input = 1;
  std::int64_t kernel = 1;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t before = 0;  // padding at the start
  std::int64_t after = 0;   // padding at the end

  // The number of inputs from the first to the last one of a window, inclusive.
  std::int64_t extent() const { return (kernel - 1) * dilation + 1; }
  // The number of positions that lie wholly within the padded input, or 0.
  std::int64_t positions() const;
  // Like positions(), but the last window may reach over the end if it begins before the end of the unpadded input.
  std::int64_t positionsRoundedUp() const;
};

// "A 7×7 kernel does not fit in an input of 5×5 with padding 0."
std::string windowDoesNotFit(const WindowAxis& height, const WindowAxis& width);

// The fields of lists [height, width] and [top, left, bottom, right].
Field strideField(std::vector<std::int64_t> value);
Field kernelField(std::vector<std::int64_t> value);
Field paddingField();
Field dilationField();
Field inputSizeField();

}  // namespace fovea
