// Why: translates a run's metric names and plain numbers to titles and units.
#pragma once
#include <QtCore/QStringList>
#include <string>
#include <vector>

#include "core/train/metric_values.h"

namespace fovea {

// Formats each metric, always in the same order: "top-5 accuracy 98.20 %", "F1 0.9120", "PSNR 28.10 dB".
QStringList metricWords(MetricValues metrics);

// Returns the title of a plot or column: "Top-5 accuracy", "Loss". An unknown metric keeps its name.
QString metricTitle(const std::string& name);
// The same for a name with its split, as epochs have them: "val_loss" is "Loss, validation".
QString splitMetricTitle(const std::string& name);
// The name without its split: "loss" of "val_loss".
std::string metricOfSplit(const std::string& name);
// Returns whether the values are fractions, which are written in percent.
bool isShareMetric(const std::string& name);
// Tells whether low or high values are good; None if neither or unknown.
enum class MetricGoal { None, Lowest, Highest };
MetricGoal metricGoal(const std::string& name);
// Sorts loss and accuracy first, then known metrics, then others by name, learning rate and speed last.
void sortMetrics(std::vector<std::string>& names);

}  // namespace fovea
