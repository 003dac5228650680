#include "app/bridge/run_history.h"

#include <cmath>

namespace fovea {
namespace {

constexpr std::size_t kShownPoints = 8000;
constexpr std::string_view kOfValidation = "val_";

// The points that are left by thinning have only some of the validations.
Status readValidations(const RunStore& store, ThinnedHistory& history) {
  FOVEA_TRY(const auto points, store.validationPoints(history.run.id));
  for (const MetricPoint& point : points) history.validations.push_back(validationAt(point));
  for (MetricPoint& point : history.points)
    std::erase_if(point.metrics, [](const auto& metric) { return metric.first.starts_with(kOfValidation); });
  return {};
}

}  // namespace

ValidationRecord validationAt(const MetricPoint& point) {
  ValidationRecord record{point.step, std::nan(""), std::nan("")};
  for (const auto& [name, value] : point.metrics) {
    if (!name.starts_with(kOfValidation)) continue;
    const std::string metric = name.substr(kOfValidation.size());
    if (metric == "loss")
      record.loss = value;
    else if (metric == "accuracy")
      record.accuracy = value;
    else
      record.metrics.emplace_back(metric, value);
  }
  return record;
}

Result<ThinnedHistory> readThinnedHistory(const RunStore& store, RunId run) {
  ThinnedHistory history;
  FOVEA_TRY(history.run, store.run(run));
  FOVEA_TRY(history.points, store.points(run, kShownPoints));
  FOVEA_TRY(history.epochs, store.epochs(run));
  // The curves of other programs keep their names.
  if (history.run.origin.empty()) FOVEA_CHECK(readValidations(store, history));
  FOVEA_TRY(history.epochTimes, store.epochTimes(run));
  FOVEA_TRY(history.marks, store.marks(run));
  FOVEA_TRY(history.checkpoints, store.checkpoints(run));
  return history;
}

}  // namespace fovea
