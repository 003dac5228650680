// Why: linear_fused writes a bit mask that linear_fused_backward reads; both share its layout. Pure functions.
#pragma once
#include "core/tensor/tensor.h"

namespace fovea {

// Bytes per mask row for `features` numbers, rounded up to a multiple of 128 bits.
inline std::int64_t linearMaskRowBytes(std::int64_t features) {
  return (features + 127) / 128 * 16;
}
// The mask's type for y [N, M].
inline TensorType linearMaskType(const Shape& y) {
  return {DataType::UInt8, Shape{y[0], linearMaskRowBytes(y[1])}};
}

}  // namespace fovea
