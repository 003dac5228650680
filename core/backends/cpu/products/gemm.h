// Why: kernels share one wrapper of oneDNN's matrix product that handles the corner cases.
#pragma once
#include <cstdint>

#include "core/backends/cpu/runtime/cpu_kernels.h"

namespace fovea::cpu {

// C = op(A) · op(B), or C += with `accumulate`. Rows of the stored matrices are `stride` floats apart. A product
// without rows or columns does nothing; one with inner extent 0 is zero.
struct Gemm {
  bool transposeA = false;
  bool transposeB = false;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t inner = 0;
  std::int64_t strideA = 0;
  std::int64_t strideB = 0;
  std::int64_t strideC = 0;
  float factor = 1;  // scales the product
  bool accumulate = false;
};

// Uses all threads, or only the calling one inside a parallel region.
void gemm(const Gemm& product, const float* a, const float* b, float* c);

}  // namespace fovea::cpu
