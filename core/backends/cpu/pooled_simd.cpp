#include "core/backends/cpu/pooled_simd.h"

namespace fovea::cpu {

#ifdef __x86_64__
namespace avx512 {
const PooledSimd& pooledTable();
}
namespace avx2 {
const PooledSimd& pooledTable();
}
#endif

const PooledSimd* pooledSimd() {
#ifdef __x86_64__
  if (simd().lanes == 16) return &avx512::pooledTable();
  if (simd().lanes == 8) return &avx2::pooledTable();
#endif
  return nullptr;
}

}  // namespace fovea::cpu
