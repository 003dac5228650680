// Why: a short name for the index of element (a, b, c, d) makes reference kernels easier to read.
#pragma once
#include "core/tensor/shape.h"

namespace fovea {

// Row-major position in a tensor of rank 4.
inline std::int64_t at4(const Shape& shape, std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  return ((a * shape[1] + b) * shape[2] + c) * shape[3] + d;
}

}  // namespace fovea
