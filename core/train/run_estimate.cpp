#include "core/train/run_estimate.h"

#include <algorithm>
#include <chrono>

namespace fovea {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kWarmUp = 2;
constexpr std::int64_t kMostMeasured = 1'000'000;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Bytes of weights and the optimizer's states, without the file's few kilobytes of JSON.
std::uint64_t bytesOf(const Checkpoint& checkpoint) {
  std::uint64_t bytes = 0;
  for (const auto& [name, tensor] : checkpoint.tensors) bytes += tensor.type().bytes();
  return bytes;
}

// The total number of validation batches of the run.
std::int64_t validationBatches(const TrainingPlan& plan, const Trainer& trainer) {
  const TrainingSettings& s = plan.settings;
  const std::int64_t samples = plan.source->size(Split::Validation);
  if (samples == 0) return 0;
  const std::int64_t counted = s.validationUnit == "steps" ? s.epochs * trainer.stepsPerEpoch() : s.epochs;
  // The end of the run is validated in any case.
  const std::int64_t validations = (counted + s.validationEvery - 1) / s.validationEvery;
  const std::int64_t batch = std::min(s.batch, samples);
  return validations * ((samples + batch - 1) / batch);
}

}  // namespace

Result<RunEstimate> estimateRun(TrainingPlan plan, const DeviceTeam& devices, const RunEstimateOptions& options) {
  TrainingPlan trial = plan;
  // The trial validates once, after the measured steps, and nothing ends it earlier.
  const std::int64_t wanted = kWarmUp + std::clamp<std::int64_t>(options.steps, 1, kMostMeasured);
  trial.settings.epochs = 1'000'000;
  trial.settings.scheduleGamma = std::max(0.0, trial.settings.scheduleGamma);  // a rising rate has no value so late
  trial.settings.stopPatience = 0;
  trial.settings.validationUnit = "steps";
  trial.settings.validationEvery = wanted;
  trial.settings.histogramEvery = 0;
  FOVEA_TRY(const auto trainer, Trainer::create(trial, devices));
  RunEstimate estimate;
  std::vector<double> steps, validations;
  StepTimes warm;
  const auto begun = Clock::now();
  const bool validates = plan.source->size(Split::Validation) > 0;
  for (;;) {
    if (plan.cancel.cancelled()) return fail(ErrorCode::Cancelled, "The measurement was cancelled.");
    const bool validating = trainer->inValidation();
    const auto before = Clock::now();
    FOVEA_TRY(const TrainingUpdate update, trainer->advance());
    const double seconds = std::chrono::duration<double>(Clock::now() - before).count();
    if (update.trouble) break;  // the loss exploded, but the measured times are valid
    const std::int64_t done = trainer->position().step;
    if (validating)
      validations.push_back(seconds);
    else if (done > kWarmUp)
      steps.push_back(seconds);
    else
      warm = trainer->times();
    if (options.progress) options.progress(static_cast<double>(done) / static_cast<double>(wanted));
    const bool late = std::chrono::duration<double>(Clock::now() - begun).count() > options.mostSeconds;
    if (late && !steps.empty() && !trainer->inValidation()) break;
    const bool measured = done >= wanted && (!validates || !trainer->inValidation() ||
                                             static_cast<std::int64_t>(validations.size()) >= options.validations);
    if (measured) break;
  }
  estimate.secondsPerStep = median(steps);
  estimate.secondsPerValidation = median(validations);
  // If no validation was reached, assumes a third of a step, which is about the forward pass.
  if (validates && validations.empty()) estimate.secondsPerValidation = estimate.secondsPerStep / 3;
  estimate.steps = plan.settings.epochs * trainer->stepsPerEpoch();
  estimate.validationBatches = validationBatches(plan, *trainer);
  estimate.seconds = static_cast<double>(estimate.steps) * estimate.secondsPerStep +
                     static_cast<double>(estimate.validationBatches) * estimate.secondsPerValidation;
  estimate.secondsPerEpoch = estimate.seconds / static_cast<double>(std::max<std::int64_t>(1, plan.settings.epochs));
  estimate.memoryBytes = trainer->memory().peakBytes();
  FOVEA_TRY(const Checkpoint checkpoint, trainer->checkpoint());
  estimate.checkpointBytes = bytesOf(checkpoint);
  estimate.times = trainer->times().since(warm);
  estimate.loaderThreads = trainer->loading().threads;
  return estimate;
}

}  // namespace fovea
