#include "core/train/statistics.h"

#include <algorithm>
#include <cmath>

namespace fovea {

Statistics statisticsOf(std::span<const float> values) {
  Statistics result;
  double sum = 0;
  std::int64_t zeros = 0;
  for (const float value : values) {
    if (!std::isfinite(value)) {
      ++result.notFinite;
      continue;
    }
    result.minimum = result.count == 0 ? value : std::min<double>(result.minimum, value);
    result.maximum = result.count == 0 ? value : std::max<double>(result.maximum, value);
    sum += value;
    zeros += value == 0;
    ++result.count;
  }
  if (result.count == 0) return result;
  const auto count = static_cast<double>(result.count);
  result.mean = sum / count;
  result.zeroShare = static_cast<double>(zeros) / count;
  // Uses a second pass: a sum of squares would lose precision where the mean is large compared with the deviation.
  double squares = 0;
  for (const float value : values)
    if (std::isfinite(value)) squares += (value - result.mean) * (value - result.mean);
  result.deviation = std::sqrt(squares / count);
  return result;
}

std::vector<Statistics> channelStatistics(const Tensor& values) {
  const std::span<const float> all = values.values<float>();
  if (values.shape().rank() <= 1) return {statisticsOf(all)};
  const auto size = static_cast<std::size_t>(values.shape().elementsFrom(1));
  std::vector<Statistics> channels;
  for (std::int64_t channel = 0; channel < values.shape()[0]; ++channel)
    channels.push_back(statisticsOf(all.subspan(static_cast<std::size_t>(channel) * size, size)));
  return channels;
}

void widenIfEmpty(Histogram& histogram) {
  if (histogram.minimum != histogram.maximum) return;
  const double half = std::max(0.5, 1e-6 * std::abs(histogram.minimum));
  histogram.minimum -= half;
  histogram.maximum += half;
}

Histogram histogramOf(std::span<const float> values, int bins) {
  assert(bins >= 1);
  const Statistics range = statisticsOf(values);
  Histogram histogram;
  histogram.minimum = range.minimum;
  histogram.maximum = range.maximum;
  widenIfEmpty(histogram);
  histogram.counts.assign(static_cast<std::size_t>(bins), 0);
  const double scale = bins / (histogram.maximum - histogram.minimum);
  for (const float value : values) {
    if (!std::isfinite(value)) continue;
    const auto bin = static_cast<std::size_t>((value - histogram.minimum) * scale);
    ++histogram.counts[std::min(bin, histogram.counts.size() - 1)];
  }
  return histogram;
}

}  // namespace fovea
