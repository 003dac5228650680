// Why: the inner loops of pooled_simd.h for processors with AVX2.
#include "core/backends/cpu/simd/pooled_simd.h"

#ifdef FOVEA_CPU_SIMD
// Lambdas generate an unused static function, and GCC warns about its calling convention.
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC target("avx2,fma")
#define FOVEA_SIMD_LANES 8
namespace fovea::cpu::avx2 {
namespace {
#include "core/backends/cpu/simd/simd_vector.inl.h"

#include "core/backends/cpu/simd/pooled_simd.inl.h"
// The shared parts come first.
#include "core/backends/cpu/simd/patch_simd.inl.h"
}  // namespace

const PooledSimd& pooledTable() {
  static const PooledSimd kernels{splitImages, joinImages, placesOf, pooledRow, patchWeights, patchData};
  return kernels;
}
}  // namespace fovea::cpu::avx2
#endif
