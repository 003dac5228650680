// Why: the device adds up what is cheap to add; what a person reads follows from the sums, here and nowhere else.
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

// Appends what `sums` over `samples` samples say, as the metric's kind tells. A confusion matrix gives the means over
// the classes that are there at all (true or predicted): "<name>_precision", "<name>_recall", "<name>_f1",
// "<name>_iou", where 0 of 0 counts as 0.
void appendMetricValues(const MetricInfo& metric, std::span<const double> sums, double samples, MetricValues& values);

// Takes the accuracy out of `values`: the share of right samples, or of right positions or answers. Not a number where
// there is none.
double takeAccuracy(MetricValues& values);

}  // namespace fovea
