// Why: decides when to validate, which state is best, and when to stop early. See the settings from `validationEvery`
// on.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "core/train/trainer_state.h"

namespace fovea {
namespace {

constexpr const char* kLoss = "loss";
constexpr const char* kAccuracy = "accuracy";

// The names of these metrics as shown to the user.
std::vector<std::string> namesOf(const std::vector<MetricInfo>& metrics) {
  std::vector<std::string> names{kLoss};
  for (const MetricInfo& metric : metrics) {
    if (metric.name == kSampleAccuracy || metric.name == kPartAccuracy) {
      names.emplace_back(kAccuracy);
      continue;
    }
    MetricValues values;
    appendMetricValues(metric, std::vector<double>(4), 1, values);
    for (const auto& [name, value] : values) names.push_back(name);
  }
  return names;
}

}  // namespace

// A negative gamma lets the rate of the inverse schedule rise, until it divides by zero.
Status Trainer::State::checkSchedule() const {
  const TrainingSettings& s = plan.settings;
  if (s.schedule != "inverse" || s.schedulePower == 0) return {};
  const auto perEpoch = static_cast<double>(stepsPerEpoch());
  const double last = (static_cast<double>(s.epochs) - s.warmupEpochs) * perEpoch;
  if (1 + s.scheduleGamma * last > 0) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("With a gamma of {:g} the rate of the inverse schedule grows without bound within the run.",
                          s.scheduleGamma),
              "Set schedule_gamma to 0 or more.");
}

// Reports impossible settings before the first step.
Status Trainer::State::checkPolicies() const {
  const TrainingSettings& s = plan.settings;
  if (s.optimizer == "sgd" && s.nesterov && s.momentum == 0)
    return fail(ErrorCode::InvalidArgument, "Nesterov looks ahead along the momentum, which is 0.",
                "Set momentum to 0.9, or switch nesterov off.");
  FOVEA_CHECK(checkSchedule());
  if (s.stopPatience == 0) return {};
  if (validationBatch() == 0)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("With a patience of {} the run ends where validations show no progress, but the data set "
                            "has no validation split.",
                            s.stopPatience),
                "Set stop_patience to 0, or import the data set with a share for validation.");
  const std::int64_t counted = s.validationUnit == "steps" ? s.epochs * stepsPerEpoch() : s.epochs;
  if (const std::int64_t validations = counted / s.validationEvery; s.stopPatience >= validations)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("With a patience of {} the run cannot end early: it has {} validation{}.", s.stopPatience,
                            validations, validations == 1 ? "" : "s"),
                "Set a smaller stop_patience or validation_every, or more epochs.");
  return {};
}

// Call it once all metrics are known.
Status Trainer::State::chooseDeciding() {
  const std::string& wanted = plan.settings.bestMetric;
  if (wanted.empty()) {
    deciding = declared;
    return {};
  }
  const std::vector<MetricInfo>& measured = validationBatch() > 0 ? validationMetrics : metrics;
  const std::vector<std::string> names = namesOf(measured);
  if (std::find(names.begin(), names.end(), wanted) == names.end())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The best state cannot be chosen by \"{}\", which this network does not measure.", wanted),
                fmt::format("Set best_metric to one of: {}.", fmt::join(names, ", ")));
  deciding.reset();
  if (wanted == kLoss) return {};
  deciding = MetricInfo();
  deciding->name = deciding->title = wanted;
  for (const MetricInfo& metric : measured)
    if (metric.name == wanted) deciding = metric;
  return {};
}

std::string Trainer::State::decidingName() const {
  if (!deciding) return kLoss;
  return deciding->name == kSampleAccuracy || deciding->name == kPartAccuracy ? kAccuracy : deciding->name;
}

// Forgets the values of another deciding metric, which cannot be compared with those of the present one.
void Trainer::State::judgeAnew() {
  const TrainingPosition fresh;
  position.bestValidationAccuracy = fresh.bestValidationAccuracy;
  position.bestValidationLoss = fresh.bestValidationLoss;
  position.bestValue = fresh.bestValue;
  position.bestEpoch = fresh.bestEpoch;
  position.scoreToBeat.reset();
  position.withoutProgress = 0;
  lastScore.reset();
}

// A run that stopped early continues if it is resumed or gets another number of epochs.
void Trainer::State::goOnAfterStop() {
  if (std::exchange(position.stoppedEarly, false)) position.withoutProgress = 0;
}

bool Trainer::State::validationDue() const {
  if (validationBatch() == 0) return false;
  const TrainingSettings& s = plan.settings;
  if (epochTrained() && position.epoch + 1 >= s.epochs) return true;
  if (s.validationUnit == "steps") return position.step % s.validationEvery == 0;
  return epochTrained() && (position.epoch + 1) % s.validationEvery == 0;
}

// Updates the best values of the run with a measurement; returns whether it is the best.
bool Trainer::State::judge(const Measured& judged, bool validated, std::int64_t epoch) {
  double value = 0;
  const bool best = isBest(judged, value);
  if (best) {
    position.bestValue = value;
    position.bestValidationAccuracy = std::isfinite(judged.accuracy) ? judged.accuracy : -1;
    position.bestValidationLoss = judged.loss;
    position.bestEpoch = epoch;
  }
  if (!validated) return best;
  position.validatedStep = position.step;
  lastValidationLoss = judged.loss;
  lastValidationAccuracy = std::isfinite(judged.accuracy) ? judged.accuracy : -1;
  lastScore = !deciding ? -judged.loss : deciding->lowerIsBetter ? -value : value;
  countProgress();
  return best;
}

void Trainer::State::countProgress() {
  const TrainingSettings& s = plan.settings;
  const bool progress = !position.scoreToBeat || *lastScore > *position.scoreToBeat + s.stopMinimum;
  if (progress) {
    position.scoreToBeat = lastScore;
    position.withoutProgress = 0;
    return;
  }
  ++position.withoutProgress;
  position.stoppedEarly = s.stopPatience > 0 && position.withoutProgress >= s.stopPatience;
}

// "Stopped early: accuracy has not got better than 0.91 (epoch 7) in 5 validations."
std::string Trainer::State::stopWords() const {
  const bool lower = !deciding || deciding->lowerIsBetter;
  const double best = position.scoreToBeat.value_or(0);
  const std::string margin = plan.settings.stopMinimum > 0 ? fmt::format(" by {:g}", plan.settings.stopMinimum) : "";
  return fmt::format("Stopped early: {} has not become better than {:.6g}{} in {} validation{}", decidingName(),
                     lower ? -best : best, margin, position.withoutProgress, position.withoutProgress == 1 ? "" : "s");
}

// Ends a validation within an epoch; the sums of the epoch are kept.
Result<ValidationRecord> Trainer::State::closeValidation() {
  const Measured checked = measure(validationMetrics, validationSums, validationSamples);
  ValidationRecord record{position.step, checked.loss, checked.accuracy, checked.others};
  record.epoch = position.epoch + 1;
  record.best = judge(checked, true, record.epoch);
  validationSums.clear();
  validationSamples = 0;
  rememberIfPossible(!validatesAverage());
  return record;
}

}  // namespace fovea
