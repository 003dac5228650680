#include "core/data/transforms/pixel_convert.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fovea {
namespace {

// A fused multiply-add would round once instead of twice, so results would differ between processors.
__attribute__((optimize("fp-contract=off"))) void convertPlain(const std::uint8_t* pixels, std::size_t count,
                                                               float scale, float offset, float* output) {
  for (std::size_t i = 0; i < count; ++i) {
    const float product = static_cast<float>(pixels[i]) * scale;
    output[i] = product + offset;
  }
}

#if defined(__x86_64__)
constexpr std::size_t kBlock = 16;
// From this count on, a batch is larger than the caches: stores bypass them, which avoids reading memory that is
// overwritten.
constexpr std::size_t kStreamed = std::size_t{1} << 15;

__attribute__((target("avx2"))) __m256 converted(const std::uint8_t* pixels, __m256 scales, __m256 offsets) {
  const __m256i words = _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(pixels)));
  return _mm256_add_ps(_mm256_mul_ps(_mm256_cvtepi32_ps(words), scales), offsets);
}

// Requires count >= kBlock. A last block that overlaps the previous one handles the remainder.
__attribute__((target("avx2"))) void convertAvx2(const std::uint8_t* pixels, std::size_t count, float scale,
                                                 float offset, float* output) {
  const __m256 scales = _mm256_set1_ps(scale);
  const __m256 offsets = _mm256_set1_ps(offset);
  std::size_t i = 0;
  if (count >= kStreamed && reinterpret_cast<std::uintptr_t>(output) % sizeof(__m256) == 0) {
    for (; i + kBlock <= count; i += kBlock) {
      _mm256_stream_ps(output + i, converted(pixels + i, scales, offsets));
      _mm256_stream_ps(output + i + 8, converted(pixels + i + 8, scales, offsets));
    }
    _mm_sfence();
    if (i == count) return;
    i = count - kBlock;
  }
  for (;; i = std::min(i + kBlock, count - kBlock)) {
    _mm256_storeu_ps(output + i, converted(pixels + i, scales, offsets));
    _mm256_storeu_ps(output + i + 8, converted(pixels + i + 8, scales, offsets));
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
