// Why: the inner loops of pooled_simd.h for processors with AVX-512.
#include "core/backends/cpu/simd/pooled_simd.h"

#ifdef FOVEA_CPU_SIMD
// Lambdas generate an unused static function, and GCC warns about its calling convention.
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma,prefer-vector-width=512")
#define FOVEA_SIMD_LANES 16
namespace fovea::cpu::avx512 {
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
}  // namespace fovea::cpu::avx512
#endif
