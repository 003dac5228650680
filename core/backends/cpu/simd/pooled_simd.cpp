#include "core/backends/cpu/simd/pooled_simd.h"

namespace fovea::cpu {

#ifdef FOVEA_CPU_SIMD
namespace avx512 {
const PooledSimd& pooledTable();
}
namespace avx2 {
const PooledSimd& pooledTable();
}
#endif

const PooledSimd* pooledSimd() {
#ifdef FOVEA_CPU_SIMD
  if (simd().lanes == 16) return &avx512::pooledTable();
  if (simd().lanes == 8) return &avx2::pooledTable();
#endif
  return nullptr;
}

}  // namespace fovea::cpu
