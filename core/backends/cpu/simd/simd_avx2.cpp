// Why: the inner loops of simd.h for processors with AVX2.
#include "core/backends/cpu/simd/simd.h"

#ifdef FOVEA_CPU_SIMD
// Lambdas generate an unused static function, and GCC warns about its calling convention.
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC target("avx2,fma")
#define FOVEA_SIMD_LANES 8
#define FOVEA_SIMD_NAME "AVX2"
namespace fovea::cpu::avx2 {
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
}  // namespace fovea::cpu::avx2
#endif
