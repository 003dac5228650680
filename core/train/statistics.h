// Why: summarises an activation or a filter in a few numbers.
// Thread-safety: pure functions.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace fovea {

// Statistics of the finite numbers; all 0 if there are none.
struct Statistics {
  std::int64_t count = 0;      // finite numbers
  std::int64_t notFinite = 0;  // NaN and infinite ones, excluded below
  double minimum = 0;
  double maximum = 0;
  double mean = 0;
  double deviation = 0;  // of the population: the root mean squared distance from the mean
  double zeroShare = 0;  // fraction of the finite numbers that are exactly 0
};

Statistics statisticsOf(std::span<const float> values);
// Returns one per channel of f32 [C, H, W], one for all of f32 [K], and one per entry of the first axis for other
// ranks.
std::vector<Statistics> channelStatistics(const Tensor& values);

struct Histogram {
  double minimum = 0;  // left edge of the first bin
  double maximum = 0;  // right edge of the last bin, which includes it
  std::vector<std::int64_t> counts;
};

// Gives a histogram whose edges are equal a range around them, so that its bins have a width: 1, or for large numbers
// what remains of it after rounding to nine digits.
void widenIfEmpty(Histogram& histogram);
// Returns `bins` >= 1 bins of equal width from the smallest to the largest finite number, or around them as by
// widenIfEmpty(). Non-finite numbers are ignored.
Histogram histogramOf(std::span<const float> values, int bins);

}  // namespace fovea
