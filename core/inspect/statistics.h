// Why: an activation or a filter is judged by a few numbers before anyone looks at its picture.
// Thread-safety: pure functions.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/tensor/tensor.h"

namespace fovea {

// Of the finite numbers among those given; all 0 when there are none.
struct Statistics {
  std::int64_t count = 0;      // finite numbers
  std::int64_t notFinite = 0;  // NaN and infinite ones, left out below
  double minimum = 0;
  double maximum = 0;
  double mean = 0;
  double deviation = 0;  // of the population: the root of the mean squared distance from the mean
  double zeroShare = 0;  // of the finite numbers, those that are exactly 0
};

Statistics statisticsOf(std::span<const float> values);
// One for each channel of f32 [C, H, W], one for all of f32 [K]; any other rank: one for each entry along the first
// axis.
std::vector<Statistics> channelStatistics(const Tensor& values);

struct Histogram {
  double minimum = 0;  // the left edge of the first bin
  double maximum = 0;  // the right edge of the last; a value there belongs to the last bin
  std::vector<std::int64_t> counts;
};

// `bins` >= 1 bins of equal width from the lowest to the highest finite number; when they are equal (or there are none)
// the range is 1 wide around it. Numbers that are not finite are left out.
Histogram histogramOf(std::span<const float> values, int bins);

}  // namespace fovea
