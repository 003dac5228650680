#include "app/workspaces/train/run_summary.h"

#include <algorithm>
#include <cmath>

#include "app/bridge/run_history.h"
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

bool isValidated(const EpochRecord& epoch) {
  return std::isfinite(epoch.validationLoss) || std::isfinite(epoch.validationAccuracy) ||
         !epoch.validationMetrics.empty();
}

EpochRecord epochOf(ValidationRecord validation) {
  EpochRecord record;
  record.step = validation.step;
  record.trainLoss = record.trainAccuracy = std::nan("");
  record.validationLoss = validation.loss;
  record.validationAccuracy = validation.accuracy;
  record.validationMetrics = std::move(validation.metrics);
  return record;
}

}  // namespace

RunSummary summaryOf(std::vector<EpochRecord> epochs, std::span<const MetricPoint> within) {
  for (const MetricPoint& point : within) epochs.push_back(epochOf(validationAt(point)));
  std::ranges::stable_sort(epochs, {}, &EpochRecord::step);
  RunSummary summary;
  const bool validated = std::any_of(epochs.begin(), epochs.end(), isValidated);
  std::vector<double> losses, accuracies;
  for (const EpochRecord& epoch : epochs) {
    summary.seconds += std::max(0.0, epoch.seconds);
    if (validated && !isValidated(epoch)) continue;
    const double loss = validated ? epoch.validationLoss : epoch.trainLoss;
    const double accuracy = validated ? epoch.validationAccuracy : epoch.trainAccuracy;
    take(summary, "loss", loss);
    take(summary, "accuracy", accuracy);
    for (const auto& [name, value] : validated ? epoch.validationMetrics : epoch.trainMetrics)
      take(summary, name, value);
    if (std::isfinite(loss)) losses.push_back(loss);
    if (std::isfinite(accuracy)) accuracies.push_back(accuracy);
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
    if (!epochs.ok()) {
      summaries[run] = RunSummary();
      continue;
    }
    FOVEA_TRY(const auto within, store.validationPoints(run));
    summaries[run] = summaryOf(std::move(*epochs), within);
  }
  return summaries;
}

}  // namespace fovea
