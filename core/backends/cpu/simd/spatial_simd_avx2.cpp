// Why: the inner loops of spatial_simd.h for processors with AVX2.
#include "core/backends/cpu/simd/spatial_simd.h"

#ifdef FOVEA_CPU_SIMD
// Lambdas generate an unused static function, and GCC warns about its calling convention.
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC target("avx2,fma")
#define FOVEA_SIMD_LANES 8
namespace fovea::cpu::avx2 {
namespace {
#include "core/backends/cpu/simd/simd_vector.inl.h"

#include "core/backends/cpu/simd/simd_philox.inl.h"
#include "core/backends/cpu/simd/simd_sums.inl.h"
#include "core/backends/cpu/simd/spatial_places.inl.h"
#include "core/backends/cpu/simd/spatial_simd.inl.h"
}  // namespace
#include "core/backends/cpu/simd/spatial_simd_table.inl.h"
}  // namespace fovea::cpu::avx2
#endif
