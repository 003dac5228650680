// Why: the kernels that need a plain matrix product share one way to call oneDNN's, with its corner cases settled.
#pragma once
#include <cstdint>

#include "core/backends/cpu/cpu_kernels.h"

namespace fovea::cpu {

// C = op(A) · op(B), or C += with `accumulate`. Rows of the stored matrices lie stride* floats apart. A product without
// rows or columns does nothing; one without terms is zero.
struct Gemm {
  bool transposeA = false;
  bool transposeB = false;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::int64_t inner = 0;
  std::int64_t strideA = 0;
  std::int64_t strideB = 0;
  std::int64_t strideC = 0;
  float factor = 1;  // of the product
  bool accumulate = false;
};

// On all threads, or on the calling one inside a parallel region.
void gemm(const Gemm& product, const float* a, const float* b, float* c);

}  // namespace fovea::cpu
