// Why: the two passes of a resampling over one row, each in plain code and with AVX2; both produce the same integers.
// Internal to resample.cpp.
#pragma once
#include "core/data/transforms/resample.h"

namespace fovea {

inline constexpr int kBandBits = 7;                 // fraction bits of the values in a band: units of 1/128
inline constexpr int kRowBits = kBandBits + 14;     // fraction bits of a target's sums: units of 1/128 of 1/kWeightOne
inline constexpr std::int64_t kBandAlignment = 16;  // the length of a band's rows is a multiple of this

// How the AVX2 pass along rows reads: by groups of taps that lie within 16 bytes.
enum class AcrossPlan {
  Plain,
  Fours,  // four targets with four taps each at once
  Single  // one target with sixteen taps at once
};
// Prepares scratch.starts, places and packed for rows of `width` pixels.
AcrossPlan planAcross(std::int64_t width, ResampleScratch& scratch);

// Computes a row of a band from a row of the source.
void acrossPlain(const std::uint8_t* source, const AxisTaps& taps, std::int16_t* band);
// Computes a row of the target from `count` rows of the band, `stride` apart.
void downPlain(const std::int16_t* band, std::int64_t stride, const std::int16_t* weights, std::int64_t count,
               std::int64_t width, std::uint8_t* target);

#if defined(__x86_64__)
void acrossAvx2(const std::uint8_t* source, AcrossPlan plan, const ResampleScratch& scratch, std::int16_t* band);
// Writes a multiple of 16 bytes.
void downAvx2(const std::int16_t* band, std::int64_t stride, const std::int16_t* weights, std::int64_t count,
              std::int64_t width, std::uint8_t* target);
#endif

}  // namespace fovea
