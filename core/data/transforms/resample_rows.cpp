#include "core/data/transforms/resample_rows.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fovea {
namespace {

constexpr std::int64_t kRead = 16;  // bytes at a time
constexpr std::int64_t kTargets = 4, kTaps = 4;

std::int64_t dividedUp(std::int64_t value, std::int64_t by) {
  return (value + by - 1) / by;
}

// Groups of four targets by four taps; false where some lie more than 16 bytes apart.
bool planFours(std::int64_t width, ResampleScratch& scratch) {
  const AxisTaps& taps = scratch.across;
  const std::int64_t places = std::ssize(taps.firsts), blocks = dividedUp(places, 2 * kTargets) * 2;
  const std::int64_t groups = dividedUp(taps.count, kTaps);
  scratch.starts.resize(static_cast<std::size_t>(blocks * groups));
  scratch.places.assign(static_cast<std::size_t>(blocks * groups * kRead), 0);
  scratch.packed.assign(static_cast<std::size_t>(blocks * groups * kRead), 0);
  for (std::int64_t block = 0; block < blocks; ++block)
    for (std::int64_t group = 0; group < groups; ++group) {
      const std::int64_t from = block * kTargets, to = std::min(from + kTargets, places), tap = group * kTaps;
      std::int64_t start = width - kRead;
      for (std::int64_t x = from; x < to; ++x)
        if (!taps.outside(x)) start = std::min(start, taps.firsts[static_cast<std::size_t>(x)] + tap);
      const std::size_t at = static_cast<std::size_t>(block * groups + group);
      scratch.starts[at] = static_cast<std::int32_t>(start);
      for (std::int64_t x = from; x < to; ++x) {
        if (taps.outside(x)) continue;
        for (std::int64_t k = 0; k < kTaps && tap + k < taps.count; ++k) {
          const std::int64_t place = taps.firsts[static_cast<std::size_t>(x)] + tap + k - start;
          const std::int16_t weight = taps.of(x)[tap + k];
          if (weight == 0) continue;
          if (place >= kRead) return false;
          const std::size_t lane = at * kRead + static_cast<std::size_t>((x - from) * kTaps + k);
          scratch.places[lane] = static_cast<std::uint8_t>(place);
          scratch.packed[lane] = weight;
        }
      }
    }
  return true;
}

// Sixteen taps of one target at a time.
bool planSingle(std::int64_t width, ResampleScratch& scratch) {
  const AxisTaps& taps = scratch.across;
  const std::int64_t places = std::ssize(taps.firsts), read = dividedUp(taps.count, kRead) * kRead;
  if (read > width) return false;
  scratch.starts.assign(static_cast<std::size_t>(places), 0);
  scratch.packed.assign(static_cast<std::size_t>(places * read), 0);
  for (std::int64_t x = 0; x < places; ++x) {
    if (taps.outside(x)) continue;
    const std::int64_t first = taps.firsts[static_cast<std::size_t>(x)], start = std::min(first, width - read);
    scratch.starts[static_cast<std::size_t>(x)] = static_cast<std::int32_t>(start);
    std::copy_n(taps.of(x), taps.count, scratch.packed.begin() + x * read + (first - start));
  }
  return true;
}

}  // namespace

AcrossPlan planAcross(std::int64_t width, ResampleScratch& scratch) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || width < kRead) return AcrossPlan::Plain;
  if (planFours(width, scratch)) return AcrossPlan::Fours;
  if (planSingle(width, scratch)) return AcrossPlan::Single;
#endif
  return AcrossPlan::Plain;
}

void acrossPlain(const std::uint8_t* source, const AxisTaps& taps, std::int16_t* band) {
  for (std::int64_t x = 0; x < std::ssize(taps.firsts); ++x) {
    std::int32_t sum = 1 << (13 - kBandBits);
    if (!taps.outside(x))
      for (std::int64_t k = 0; k < taps.count; ++k)
        sum += taps.of(x)[k] * source[taps.firsts[static_cast<std::size_t>(x)] + k];
    band[x] = static_cast<std::int16_t>(sum >> (14 - kBandBits));
  }
}

void downPlain(const std::int16_t* band, std::int64_t stride, const std::int16_t* weights, std::int64_t count,
               std::int64_t width, std::uint8_t* target) {
  for (std::int64_t x = 0; x < width; ++x) {
    std::int32_t sum = 1 << (kRowBits - 1);
    for (std::int64_t k = 0; k < count; ++k) sum += weights[k] * band[k * stride + x];
    target[x] = static_cast<std::uint8_t>(std::min(sum >> kRowBits, 255));
  }
}

#if defined(__x86_64__)
namespace {

__attribute__((target("avx2"))) __m256i loadWords(const std::int16_t* words) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
}

// Of four targets, each as the sum of two numbers.
__attribute__((target("avx2"))) __m256i sumsOfFour(const std::uint8_t* source, const ResampleScratch& scratch,
                                                   std::size_t at, std::int64_t groups) {
  __m256i sums = _mm256_setzero_si256();
  for (std::int64_t group = 0; group < groups; ++group, ++at) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(source + scratch.starts[at]));
    const __m128i places = _mm_loadu_si128(reinterpret_cast<const __m128i*>(scratch.places.data() + at * kRead));
    const __m256i words = _mm256_cvtepu8_epi16(_mm_shuffle_epi8(bytes, places));
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(words, loadWords(scratch.packed.data() + at * kRead)));
  }
  return sums;
}

__attribute__((target("avx2"))) void acrossFours(const std::uint8_t* source, const ResampleScratch& scratch,
                                                 std::int16_t* band) {
  const std::int64_t places = std::ssize(scratch.across.firsts), groups = dividedUp(scratch.across.count, kTaps);
  const __m256i half = _mm256_set1_epi32(1 << (13 - kBandBits));
  for (std::int64_t x = 0; x < places; x += 2 * kTargets) {
    const auto at = static_cast<std::size_t>(x / kTargets * groups);
    const __m256i left = sumsOfFour(source, scratch, at, groups);
    const __m256i right = sumsOfFour(source, scratch, at + static_cast<std::size_t>(groups), groups);
    const __m256i sums = _mm256_permute4x64_epi64(_mm256_hadd_epi32(left, right), 0xD8);
    const __m256i scaled = _mm256_srai_epi32(_mm256_add_epi32(sums, half), 14 - kBandBits);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(band + x),
                     _mm_packs_epi32(_mm256_castsi256_si128(scaled), _mm256_extracti128_si256(scaled, 1)));
  }
}

__attribute__((target("avx2"))) void acrossSingle(const std::uint8_t* source, const ResampleScratch& scratch,
                                                  std::int16_t* band) {
  const std::int64_t places = std::ssize(scratch.across.firsts);
  const std::int64_t read = dividedUp(scratch.across.count, kRead) * kRead;
  for (std::int64_t x = 0; x < places; ++x) {
    const std::uint8_t* const from = source + scratch.starts[static_cast<std::size_t>(x)];
    __m256i sums = _mm256_setzero_si256();
    for (std::int64_t k = 0; k < read; k += kRead) {
      const __m256i words = _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from + k)));
      sums = _mm256_add_epi32(sums, _mm256_madd_epi16(words, loadWords(scratch.packed.data() + x * read + k)));
    }
    __m128i four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    four = _mm_hadd_epi32(four, four);
    four = _mm_hadd_epi32(four, four);
    band[x] = static_cast<std::int16_t>((_mm_cvtsi128_si32(four) + (1 << (13 - kBandBits))) >> (14 - kBandBits));
  }
}

}  // namespace

__attribute__((target("avx2"))) void acrossAvx2(const std::uint8_t* source, AcrossPlan plan,
                                                const ResampleScratch& scratch, std::int16_t* band) {
  return plan == AcrossPlan::Fours ? acrossFours(source, scratch, band) : acrossSingle(source, scratch, band);
}

__attribute__((target("avx2"))) void downAvx2(const std::int16_t* band, std::int64_t stride,
                                              const std::int16_t* weights, std::int64_t count, std::int64_t width,
                                              std::uint8_t* target) {
  const __m256i half = _mm256_set1_epi32(1 << (kRowBits - 1));
  for (std::int64_t x = 0; x < width; x += kBandAlignment) {
    __m256i low = half, high = half;
    for (std::int64_t k = 0; k < count; k += 2) {
      // An odd last row goes with itself by a weight of 0.
      const bool pair = k + 1 < count;
      const __m256i a = loadWords(band + k * stride + x), b = loadWords(band + (pair ? k + 1 : k) * stride + x);
      const std::uint32_t second = pair ? static_cast<std::uint16_t>(weights[k + 1]) : 0u;
      const __m256i both = _mm256_set1_epi32(static_cast<int>(second << 16 | static_cast<std::uint16_t>(weights[k])));
      low = _mm256_add_epi32(low, _mm256_madd_epi16(_mm256_unpacklo_epi16(a, b), both));
      high = _mm256_add_epi32(high, _mm256_madd_epi16(_mm256_unpackhi_epi16(a, b), both));
    }
    const __m256i words = _mm256_packs_epi32(_mm256_srai_epi32(low, kRowBits), _mm256_srai_epi32(high, kRowBits));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(target + x),
                     _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1)));
  }
}
#endif

}  // namespace fovea
