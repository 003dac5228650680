#include "app/cli/run_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/drive_run.h"
#include "core/train/rate_search.h"
#include "core/train/run_estimate.h"

namespace fovea::cli {

Status findRate(Context& context, TrainingPlan plan, const DeviceTeam& devices) {
  RateSearchOptions options;
  ProgressBar bar(!context.json);
  options.progress = [&](std::int64_t step) {
    bar.show(static_cast<double>(step) / static_cast<double>(options.steps), "looking for a learning rate");
  };
  FOVEA_TRY(const RateSearch found, searchLearningRate(std::move(plan), devices, options));
  bar.clear();
  if (context.json) {
    Json points = Json::array();
    for (const RatePoint& point : found.points)
      points.push_back({{"rate", point.rate}, {"loss", point.loss}, {"smoothed", point.smoothed}});
    const auto orNull = [](const std::optional<double>& value) { return value ? Json(*value) : Json(); };
    printJson({{"event", "rate_search"},
               {"suggested", orNull(found.suggested)},
               {"steepest_fall", orNull(found.steepestFall)},
               {"lowest_loss", orNull(found.lowestLoss)},
               {"exploded", found.exploded},
               {"points", points}});
    return {};
  }
  if (found.points.empty()) {
    fmt::print(
        "The loss is no finite number at the first rate: look at the data, the loss and the starting weights.\n");
    return {};
  }
  const std::size_t lines = 15, every = std::max<std::size_t>(1, found.points.size() / lines);
  for (std::size_t i = every / 2; i < found.points.size(); i += every)
    fmt::print("rate {:8.2g}   loss {:.4f}\n", found.points[i].rate, found.points[i].smoothed);
  if (found.exploded) fmt::print("The loss exploded above {:.2g}.\n", found.points.back().rate);
  if (found.suggested)
    fmt::print("Suggested: --set learning_rate={:g}. The loss falls fastest at {:g} and is lowest at {:g}.\n",
               *found.suggested, *found.steepestFall, *found.lowestLoss);
  else
    fmt::print("The loss fell at no rate: look at the data, the loss and the starting weights.\n");
  return {};
}

Status printEstimate(Context& context, const TrainingPlan& plan, const DeviceTeam& devices) {
  RunEstimateOptions options;
  ProgressBar bar(!context.json);
  options.progress = [&](double done) { bar.show(done, "measuring some steps"); };
  FOVEA_TRY(const RunEstimate estimate, estimateRun(plan, devices, options));
  bar.clear();
  if (context.json) {
    printJson({{"event", "estimate"},
               {"seconds", estimate.seconds},
               {"seconds_per_epoch", estimate.secondsPerEpoch},
               {"seconds_per_step", estimate.secondsPerStep},
               {"seconds_per_validation_batch", estimate.secondsPerValidation},
               {"steps", estimate.steps},
               {"validation_batches", estimate.validationBatches},
               {"memory_bytes", estimate.memoryBytes},
               {"checkpoint_bytes", estimate.checkpointBytes},
               {"waits_for", waitName(stepWait(estimate.times))}});
    return {};
  }
  fmt::print("About {} for {} epochs ({} each, {:.3g} ms a step), {} of memory, {} a checkpoint.\n{}\n",
             durationWords(estimate.seconds), plan.settings.epochs, durationWords(estimate.secondsPerEpoch),
             estimate.secondsPerStep * 1000, byteWords(estimate.memoryBytes), byteWords(estimate.checkpointBytes),
             stepWaitText(estimate.times, estimate.loaderThreads));
  return {};
}

}  // namespace fovea::cli
