#include "core/train/metric_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

double ratio(double part, double whole) {
  return whole == 0 ? 0 : part / whole;
}

void appendConfusion(const MetricInfo& metric, std::span<const double> counts, MetricValues& values) {
  const auto classes = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(counts.size()))));
  double precision = 0, recall = 0, f1 = 0, overlap = 0, present = 0;
  for (std::size_t k = 0; k < classes; ++k) {
    double actual = 0, predicted = 0;
    for (std::size_t i = 0; i < classes; ++i) {
      actual += counts[k * classes + i];
      predicted += counts[i * classes + k];
    }
    if (actual + predicted == 0) continue;
    const double right = counts[k * classes + k];
    precision += ratio(right, predicted);
    recall += ratio(right, actual);
    f1 += ratio(2 * right, actual + predicted);
    overlap += ratio(right, actual + predicted - right);
    ++present;
  }
  values.emplace_back(metric.name + "_precision", ratio(precision, present));
  values.emplace_back(metric.name + "_recall", ratio(recall, present));
  values.emplace_back(metric.name + "_f1", ratio(f1, present));
  values.emplace_back(metric.name + "_iou", ratio(overlap, present));
}

}  // namespace

void appendMetricValues(const MetricInfo& metric, std::span<const double> sums, double samples, MetricValues& values) {
  switch (metric.kind) {
    case MetricKind::MeanOverSamples:
      values.emplace_back(metric.name, ratio(sums[0], samples));
      return;
    case MetricKind::Ratio:
      values.emplace_back(metric.name, ratio(sums[0], sums[1]));
      return;
    case MetricKind::RootOfRatio:
      values.emplace_back(metric.name, std::sqrt(ratio(sums[0], sums[1])));
      return;
    case MetricKind::ExponentialOfRatio:
      values.emplace_back(metric.name, std::exp(ratio(sums[0], sums[1])));
      return;
    case MetricKind::Confusion:
      appendConfusion(metric, sums, values);
      return;
  }
}

double takeAccuracy(MetricValues& values) {
  const auto found = std::find_if(values.begin(), values.end(), [](const auto& value) {
    return value.first == kSampleAccuracy || value.first == kPartAccuracy;
  });
  if (found == values.end()) return std::numeric_limits<double>::quiet_NaN();
  const double accuracy = found->second;
  values.erase(found);
  return accuracy;
}

}  // namespace fovea
