// Why: the two passes of a resampling over one row, each in plain code and with AVX2: the same whole numbers. Internal
// to resample.cpp.
#pragma once
#include "core/data/transforms/resample.h"

namespace fovea {

inline constexpr int kBandBits = 7;                 // a band's numbers are in 1/128
inline constexpr int kRowBits = kBandBits + 14;     // and a target's sums in 1/128 of 1/kWeightOne
inline constexpr std::int64_t kBandAlignment = 16;  // a band's rows are a multiple of so many numbers

// How across is read with AVX2: by groups of taps that lie within 16 bytes.
enum class AcrossPlan {
  Plain,
  Fours,  // four targets with four taps each at a time
  Single  // one target with sixteen taps at a time
};
// Prepares scratch.starts, places and packed for rows of `width` pixels.
AcrossPlan planAcross(std::int64_t width, ResampleScratch& scratch);

// A row of a band from a row of the source.
void acrossPlain(const std::uint8_t* source, const AxisTaps& taps, std::int16_t* band);
// A row of the target from `count` rows of the band, `stride` apart.
void downPlain(const std::int16_t* band, std::int64_t stride, const std::int16_t* weights, std::int64_t count,
               std::int64_t width, std::uint8_t* target);

#if defined(__x86_64__)
void acrossAvx2(const std::uint8_t* source, AcrossPlan plan, const ResampleScratch& scratch, std::int16_t* band);
// Writes a whole multiple of 16 bytes.
void downAvx2(const std::int16_t* band, std::int64_t stride, const std::int16_t* weights, std::int64_t count,
              std::int64_t width, std::uint8_t* target);
#endif

}  // namespace fovea
