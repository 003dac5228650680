#include "core/train/scaling_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <optional>

#include "core/data/loading/made_batches.h"
#include "core/train/run_estimate.h"
#include "core/train/scaling_trial.h"
#include "core/train/training_graph.h"

namespace fovea {
namespace {

using SurveyClock = std::chrono::steady_clock;

constexpr std::int64_t kEndlessSteps = 1'000'000;
constexpr std::uint64_t kProgressParts = 1000;

// Reports how much of the whole survey is over. It has one part for the step of one device and one for each number of
// ranks, and all parts take equally long.
class SurveyProgress {
 public:
  SurveyProgress(const ScalingRequest& request, std::size_t parts) : request_(request), parts_(parts) {}

  void begin(std::string stage) {
    part_ += begun_ ? 1 : 0;
    begun_ = SurveyClock::now();
    stage_ = std::move(stage);
    report();
  }
  void report() const {
    if (!request_.progress) return;
    const double seconds = std::chrono::duration<double>(SurveyClock::now() - *begun_).count();
    const double done = static_cast<double>(part_) + std::min(1.0, seconds / request_.seconds);
    const double share = done / static_cast<double>(parts_);
    request_.progress(
        {stage_, static_cast<std::uint64_t>(share * static_cast<double>(kProgressParts)), kProgressParts});
  }

 private:
  const ScalingRequest& request_;
  std::size_t parts_;
  std::size_t part_ = 0;
  std::string stage_;
  std::optional<SurveyClock::time_point> begun_;
};

// Counts the bytes of the trainable parameters and of all variables.
Status countBytes(const TrainingPlan& plan, ScalingInput& input) {
  FOVEA_TRY(const StepGraph step, buildTrainingGraph(plan.network, plan.settings, plan.settings.batch));
  for (const VariableInfo& variable : step.variables) {
    input.weightBytes += variable.type.bytes();
    if (variable.trainable && variable.rateMultiplier > 0) input.gradientBytes += variable.type.bytes();
  }
  return {};
}

Result<double> measureStep(const TrainingPlan& trial, const BackendRegistry& backends, double seconds,
                           SurveyProgress& progress) {
  progress.begin("Measuring the steps of one device");
  FOVEA_TRY(const std::vector<std::string> names, deviceNames(trial.settings.device));
  FOVEA_TRY(auto device, backends.open(names.front()));
  RunEstimateOptions options;
  options.mostSeconds = seconds;
  options.steps = kEndlessSteps;
  options.progress = [&progress](double) { progress.report(); };
  FOVEA_TRY(const RunEstimate estimate, estimateRun(trial, device, options));
  return estimate.secondsPerStep;
}

}  // namespace

TrainingPlan scalingTrial(Network network, TrainingSettings settings, const CancelToken& cancel) {
  TrainingPlan plan;
  plan.network = std::move(network);
  plan.settings = std::move(settings);
  plan.settings.learningRate = 1e-4;  // so that the loss of random numbers does not explode
  plan.settings.schedule = "fixed";
  plan.settings.warmupEpochs = 0;
  plan.settings.epochs = kEndlessSteps;
  plan.settings.histogramEvery = 0;
  plan.settings.stopPatience = 0;
  plan.settings.bestMetric.clear();
  plan.source = syntheticSupply(true);
  plan.cancel = cancel;
  return plan;
}

Result<ScalingSurvey> surveyScaling(const TrainingPlan& trial, const BackendRegistry& backends,
                                    const ScalingRequest& request) {
  ScalingSurvey survey;
  ScalingInput& input = survey.input = request.input;
  input.batch = trial.settings.batch;
  input.gradientBytes = input.weightBytes = 0;
  FOVEA_CHECK(countBytes(trial, input));
  const bool measured = request.input.stepSeconds <= 0;
  if (measured) input.stepSeconds = 1;
  FOVEA_TRY(survey.rows, planScaling(input));  // rejects invalid values before measuring
  survey.possible = possibleRanks(trial.settings, backends, request.offered);
  SurveyProgress progress(request, request.ranks.size() + (measured ? 1 : 0));
  if (measured) {
    FOVEA_TRY(input.stepSeconds, measureStep(trial, backends, request.seconds, progress));
    FOVEA_TRY(survey.rows, planScaling(input));
  }
  for (const int ranks : request.ranks) {
    const std::string stage = fmt::format("Training with {} ranks", ranks);
    progress.begin(stage);
    ScalingTrialOptions options{ranks, request.seconds, trial.cancel};
    options.progress = [&progress] { progress.report(); };
    const Result<double> seconds = measureRanks(trial, backends, options);
    if (!seconds.ok()) {
      if (survey.measured.empty() || seconds.error().code == ErrorCode::Cancelled) return seconds.error();
      survey.stopped = seconds.error().within(stage);
      break;
    }
    survey.measured.push_back({ranks, *seconds, input.stepSeconds / *seconds});
  }
  return survey;
}

std::vector<int> possibleRanks(const TrainingSettings& settings, const BackendRegistry& backends,
                               const std::vector<int>& wanted) {
  const auto names = deviceNames(settings.device);
  if (!names.ok()) return {};
  // Ranks on a processor share its threads; a GPU is one of those that its backend lists.
  auto most = std::numeric_limits<std::int64_t>::max();
  const std::string& first = names->front();
  if (const std::size_t colon = first.find(':'); colon != std::string::npos) {
    most = 0;
    for (const auto& backend : backends.backends()) {
      if (backend->name() != first.substr(0, colon)) continue;
      if (const auto devices = backend->devices(); devices.ok())
        most = static_cast<std::int64_t>(devices->size()) - std::stoi(first.substr(colon + 1));
    }
  }
  std::vector<int> possible;
  for (const int ranks : wanted)
    if (ranks <= most && settings.batch % ranks == 0 &&
        (settings.microBatches == 1 || settings.microBatches % ranks == 0))
      possible.push_back(ranks);
  return possible;
}

std::vector<int> devicesToPlan(int most, std::int64_t batch) {
  const auto last = static_cast<int>(std::min<std::int64_t>(most, batch));
  std::vector<int> devices;
  for (int count = 1; count < last; count *= 2) devices.push_back(count);
  if (last >= 1) devices.push_back(last);
  return devices;
}

}  // namespace fovea
