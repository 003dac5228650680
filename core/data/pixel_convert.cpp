#include "core/data/pixel_convert.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fovea {
namespace {

// A fused multiply-add would round once instead of twice and so differ between processors.
__attribute__((optimize("fp-contract=off"))) void convertPlain(const std::uint8_t* pixels, std::size_t count,
                                                               float scale, float offset, float* output) {
  for (std::size_t i = 0; i < count; ++i) {
    const float product = static_cast<float>(pixels[i]) * scale;
    output[i] = product + offset;
  }
}

#if defined(__x86_64__)
constexpr std::size_t kBlock = 16;

// count >= kBlock. What is left after the last whole block is done by one that overlaps it.
__attribute__((target("avx2"))) void convertAvx2(const std::uint8_t* pixels, std::size_t count, float scale,
                                                 float offset, float* output) {
  const __m256 scales = _mm256_set1_ps(scale);
  const __m256 offsets = _mm256_set1_ps(offset);
  for (std::size_t i = 0;; i = std::min(i + kBlock, count - kBlock)) {
    const __m256i low = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(pixels + i)));
    const __m256i high = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(pixels + i + 8)));
    _mm256_storeu_ps(output + i, _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(low), scales), offsets));
    _mm256_storeu_ps(output + i + 8, _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(high), scales), offsets));
    if (i + kBlock >= count) return;
  }
}
#endif

}  // namespace

void convertPixels(const std::uint8_t* pixels, std::size_t count, float scale, float offset, float* output) {
#if defined(__x86_64__)
  if (count >= kBlock && __builtin_cpu_supports("avx2")) return convertAvx2(pixels, count, scale, offset, output);
#endif
  convertPlain(pixels, count, scale, offset, output);
}

}  // namespace fovea
