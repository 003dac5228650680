// Why: the inner loops of spatial_simd.h for any processor, and the choice among the instruction sets.
#include "core/backends/cpu/simd/simd.h"
#include "core/backends/cpu/simd/spatial_simd.h"

#define FOVEA_SIMD_LANES 4
namespace fovea::cpu::baseline {
namespace {
#include "core/backends/cpu/simd/simd_vector.inl.h"

#include "core/backends/cpu/simd/simd_philox.inl.h"
#include "core/backends/cpu/simd/simd_sums.inl.h"
#include "core/backends/cpu/simd/spatial_places.inl.h"
#include "core/backends/cpu/simd/spatial_simd.inl.h"
}  // namespace
#include "core/backends/cpu/simd/spatial_simd_table.inl.h"
}  // namespace fovea::cpu::baseline

namespace fovea::cpu {

#ifdef FOVEA_CPU_SIMD
namespace avx512 {
const SpatialKernels& spatialTable();
}
namespace avx2 {
const SpatialKernels& spatialTable();
}
#endif

const SpatialKernels& spatialSimd() {
  static const SpatialKernels& chosen = []() -> const SpatialKernels& {
#ifdef FOVEA_CPU_SIMD
    if (simd().lanes == 16) return avx512::spatialTable();
    if (simd().lanes == 8) return avx2::spatialTable();
#endif
    return baseline::spatialTable();
  }();
  return chosen;
}

}  // namespace fovea::cpu
