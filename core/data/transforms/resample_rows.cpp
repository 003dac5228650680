#include "core/data/transforms/resample_rows.h"

#include <algorithm>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fovea {
namespace {

constexpr std::int64_t kRead = 16;  // bytes read at once
constexpr std::int64_t kTargets = 4, kTaps = 4;
// Sizes for a group of four taps of eight targets: two reads, and positions and weights for the first and the last two
// taps.
constexpr std::int64_t kEight = 2 * kTargets, kPlaces = 64, kPacked = 32;
constexpr std::uint8_t kNothing = 0x80;  // a shuffle index that yields 0

std::int64_t dividedUp(std::int64_t value, std::int64_t by) {
  return (value + by - 1) / by;
}

// Plans the taps from `tap` on of four targets from `from` on; returns false where some are more than 16 bytes apart.
bool planGroup(std::int64_t width, std::int64_t from, std::int64_t tap, std::size_t read, ResampleScratch& scratch) {
  const AxisTaps& taps = scratch.across;
  const std::int64_t to = std::min(from + kTargets, std::ssize(taps.firsts));
  std::int64_t start = width - kRead;
  for (std::int64_t x = from; x < to; ++x)
    if (!taps.outside(x)) start = std::min(start, taps.firsts[static_cast<std::size_t>(x)] + tap);
  scratch.starts[read] = static_cast<std::int32_t>(start);
  for (std::int64_t x = from; x < to; ++x) {
    if (taps.outside(x)) continue;
    for (std::int64_t k = 0; k < kTaps && tap + k < taps.count; ++k) {
      const std::int64_t place = taps.firsts[static_cast<std::size_t>(x)] + tap + k - start;
      const std::int16_t weight = taps.of(x)[tap + k];
      if (weight == 0) continue;
      if (place >= kRead) return false;
      // Order within a register: pairs of taps of one target, four targets in each half.
      const std::int64_t word = (k / 2) * 16 + static_cast<std::int64_t>(read % 2) * 8 + (x - from) * 2 + k % 2;
      const auto group = static_cast<std::int64_t>(read / 2);
      scratch.places[static_cast<std::size_t>(group * kPlaces + 2 * word)] = static_cast<std::uint8_t>(place);
      scratch.packed[static_cast<std::size_t>(group * kPacked + word)] = weight;
    }
  }
  return true;
}

bool planFours(std::int64_t width, ResampleScratch& scratch) {
  const AxisTaps& taps = scratch.across;
  const std::int64_t groups = dividedUp(taps.count, kTaps);
  const std::int64_t blocks = dividedUp(std::ssize(taps.firsts), kBandAlignment) * (kBandAlignment / kEight);
  scratch.starts.resize(static_cast<std::size_t>(2 * blocks * groups));
  scratch.places.assign(static_cast<std::size_t>(blocks * groups * kPlaces), kNothing);
  scratch.packed.assign(static_cast<std::size_t>(blocks * groups * kPacked), 0);
  for (std::int64_t block = 0; block < blocks; ++block)
    for (std::int64_t group = 0; group < groups; ++group)
      for (std::int64_t half = 0; half < 2; ++half)
        if (!planGroup(width, block * kEight + half * kTargets, group * kTaps,
                       static_cast<std::size_t>(2 * (block * groups + group) + half), scratch))
          return false;
  return true;
}

// Plans sixteen taps of one target at a time.
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

__attribute__((target("avx2"))) __m256i loadBytes(const std::uint8_t* bytes) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
}
__attribute__((target("avx2"))) __m128i loadSixteen(const std::uint8_t* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}

__attribute__((target("avx2"))) __m256i sumsOfEight(const std::uint8_t* source, const ResampleScratch& scratch,
                                                    std::size_t group, std::size_t end) {
  __m256i sums = _mm256_set1_epi32(1 << (13 - kBandBits));
  for (; group < end; ++group) {
    const std::uint8_t* const places = scratch.places.data() + group * kPlaces;
    const std::int16_t* const weights = scratch.packed.data() + group * kPacked;
    const __m256i bytes =
        _mm256_inserti128_si256(_mm256_castsi128_si256(loadSixteen(source + scratch.starts[2 * group])),
                                loadSixteen(source + scratch.starts[2 * group + 1]), 1);
    const __m256i first = _mm256_shuffle_epi8(bytes, loadBytes(places));
    const __m256i last = _mm256_shuffle_epi8(bytes, loadBytes(places + kPlaces / 2));
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(first, loadWords(weights)));
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(last, loadWords(weights + kPacked / 2)));
  }
  return _mm256_srai_epi32(sums, 14 - kBandBits);
}

// Writes a multiple of kBandAlignment numbers.
__attribute__((target("avx2"))) void acrossFours(const std::uint8_t* source, const ResampleScratch& scratch,
                                                 std::int16_t* band) {
  const std::int64_t places = std::ssize(scratch.across.firsts);
  const auto groups = static_cast<std::size_t>(dividedUp(scratch.across.count, kTaps));
  for (std::int64_t x = 0; x < places; x += kBandAlignment) {
    const std::size_t at = static_cast<std::size_t>(x / kEight) * groups;
    const __m256i left = sumsOfEight(source, scratch, at, at + groups);
    const __m256i right = sumsOfEight(source, scratch, at + groups, at + 2 * groups);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(band + x),
                        _mm256_permute4x64_epi64(_mm256_packs_epi32(left, right), 0xD8));
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
      const __m256i words = _mm256_cvtepu8_epi16(loadSixteen(from + k));
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
      // An odd last row is paired with itself with a weight of 0.
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
