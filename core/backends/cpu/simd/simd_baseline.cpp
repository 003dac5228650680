// Why: the inner loops of simd.h for any processor, and the choice among the instruction sets.
#include "core/backends/cpu/simd/simd.h"

#define FOVEA_SIMD_LANES 4
#define FOVEA_SIMD_NAME "128-bit vectors"
namespace fovea::cpu::baseline {
namespace {
#include "core/backends/cpu/simd/simd_vector.inl.h"

#include "core/backends/cpu/simd/simd_channels.inl.h"
#include "core/backends/cpu/simd/simd_convolution.inl.h"
#include "core/backends/cpu/simd/simd_depthwise.inl.h"
#include "core/backends/cpu/simd/simd_elementwise.inl.h"
#include "core/backends/cpu/simd/simd_functions.inl.h"
#include "core/backends/cpu/simd/simd_pointwise.inl.h"
#include "core/backends/cpu/simd/simd_pooling.inl.h"
#include "core/backends/cpu/simd/simd_recurrent.inl.h"
#include "core/backends/cpu/simd/simd_reductions.inl.h"
#include "core/backends/cpu/simd/simd_rows.inl.h"
#include "core/backends/cpu/simd/simd_updates.inl.h"
#include "core/backends/cpu/simd/simd_winograd.inl.h"
}  // namespace
#include "core/backends/cpu/simd/simd_table.inl.h"
}  // namespace fovea::cpu::baseline

namespace fovea::cpu {

#ifdef FOVEA_CPU_SIMD
namespace avx512 {
const SimdKernels& table();
}
namespace avx2 {
const SimdKernels& table();
}
#endif

const std::vector<const SimdKernels*>& simdKernelSets() {
  static const std::vector<const SimdKernels*> sets = [] {
    std::vector<const SimdKernels*> found;
#ifdef FOVEA_CPU_SIMD
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma"))
      found.push_back(&avx512::table());
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) found.push_back(&avx2::table());
#endif
    found.push_back(&baseline::table());
    return found;
  }();
  return sets;
}

}  // namespace fovea::cpu
