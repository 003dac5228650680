// Why: the device accumulates sums; only this code turns them into the metrics that a person reads.
#pragma once
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/layers/layer_type.h"
#include "core/layers/metric_names.h"

namespace fovea {

// Numbers by name, in order.
using MetricValues = std::vector<std::pair<std::string, double>>;

// Appends the values of `sums` over `samples` samples, according to the metric's kind. A confusion matrix yields means
// over the classes that occur (true or predicted): "<name>_precision", "<name>_recall", "<name>_f1", "<name>_iou",
// where 0 / 0 counts as 0.
void appendMetricValues(const MetricInfo& metric, std::span<const double> sums, double samples, MetricValues& values);

// Removes the accuracy from `values` and returns it: the fraction of correct samples, positions or answers. NaN if
// there is none.
double takeAccuracy(MetricValues& values);

}  // namespace fovea
