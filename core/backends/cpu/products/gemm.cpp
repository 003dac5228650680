#include "core/backends/cpu/products/gemm.h"

#include <algorithm>
#include <oneapi/dnnl/dnnl.hpp>

namespace fovea::cpu {

void gemm(const Gemm& p, const float* a, const float* b, float* c) {
  if (p.rows == 0 || p.columns == 0) return;
  if (p.inner == 0) {
    for (std::int64_t row = 0; row < p.rows && !p.accumulate; ++row) std::fill_n(c + row * p.strideC, p.columns, 0.0f);
    return;
  }
  // Fails only for invalid shapes, which were refused when the graph was built.
  dnnl_sgemm(p.transposeA ? 'T' : 'N', p.transposeB ? 'T' : 'N', p.rows, p.columns, p.inner, p.factor, a, p.strideA, b,
             p.strideB, p.accumulate ? 1.0f : 0.0f, c, p.strideC);
}

}  // namespace fovea::cpu
