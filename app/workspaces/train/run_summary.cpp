#include "app/workspaces/train/run_summary.h"

#include <algorithm>
#include <cmath>

#include "app/workspaces/train/metric_words.h"

namespace fovea {
namespace {

constexpr std::size_t kCurveValues = 100;

void take(RunSummary& summary, const std::string& metric, double value) {
  if (!std::isfinite(value)) return;
  const auto [place, isNew] = summary.metrics.try_emplace(metric, RunSummary::Values{value, value});
  if (isNew) return;
  RunSummary::Values& values = place->second;
  values.last = value;
  switch (metricGoal(metric)) {
    case MetricGoal::Lowest:
      values.best = std::min(values.best, value);
      break;
    case MetricGoal::Highest:
      values.best = std::max(values.best, value);
      break;
    case MetricGoal::None:
      values.best = value;
  }
}

}  // namespace

RunSummary summaryOf(std::span<const EpochRecord> epochs) {
  RunSummary summary;
  std::vector<double> losses, accuracies;
  for (const EpochRecord& epoch : epochs) {
    const bool validated = std::isfinite(epoch.validationLoss);
    const double loss = validated ? epoch.validationLoss : epoch.trainLoss;
    const double accuracy = validated ? epoch.validationAccuracy : epoch.trainAccuracy;
    take(summary, "loss", loss);
    take(summary, "accuracy", accuracy);
    for (const auto& [name, value] : validated ? epoch.validationMetrics : epoch.trainMetrics)
      take(summary, name, value);
    if (std::isfinite(loss)) losses.push_back(loss);
    if (std::isfinite(accuracy)) accuracies.push_back(accuracy);
    summary.seconds += std::max(0.0, epoch.seconds);
  }
  const auto& curve = accuracies.empty() ? losses : accuracies;
  const std::size_t count = std::min(curve.size(), kCurveValues);
  for (std::size_t i = 0; i < count; ++i) summary.curve << curve[count > 1 ? i * (curve.size() - 1) / (count - 1) : 0];
  return summary;
}

Result<std::map<RunId, RunSummary>> readRunSummaries(const RunStore& store, const std::vector<RunId>& runs) {
  std::map<RunId, RunSummary> summaries;
  for (const RunId run : runs) {
    auto epochs = store.epochs(run);
    if (!epochs.ok() && epochs.error().code != ErrorCode::NotFound) return epochs.error();
    summaries[run] = epochs.ok() ? summaryOf(*epochs) : RunSummary();
  }
  return summaries;
}

}  // namespace fovea
