// Why: when the loss becomes NaN or infinite, the user needs the cause and an earlier state to continue from. The run
// remembers its state every few seconds. It returns to that state and repeats the same steps, batch for batch, to find
// the op with the first non-finite output. Normal steps have no extra cost.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/train/step_parts.h"
#include "core/train/trainer_state.h"

namespace fovea {
namespace {

constexpr auto kRememberEvery = std::chrono::seconds(10);

// "conv2d of “conv1”, in the forward pass"
std::string placeWords(const NotFinite& fault) {
  const char* pass = fault.op.ends_with("_update") ? "when its weights were changed"
                     : fault.servesOutput          ? "in the forward pass"
                                                   : "in the backward pass";
  return fmt::format("{} of “{}”, {}", fault.op, fault.scope, pass);
}

// `cut`: the search for the first such step was stopped, so `step` is the last one that it can be.
std::string lossLostWords(std::int64_t step, bool cut, const std::string& cause) {
  if (cut) return fmt::format("{}, since step {} or earlier. {}", kLossLost, step, cause);
  return fmt::format("{}, since step {}. {}", kLossLost, step, cause);
}

}  // namespace

// `proven`: a finite loss was computed with the present weights.
Status Trainer::State::remember(bool proven) {
  Memory now{position, {}, lastValidationLoss, lastValidationAccuracy, lastScore, Clock::now()};
  FOVEA_TRY(now.tensors, copies.take(*store, passingVariables()));
  unproven.reset();
  (proven ? memory : unproven) = std::move(now);
  return {};
}

// Call it once a loss that was computed after the unproven state was remembered is finite.
void Trainer::State::prove() {
  if (unproven) memory = std::exchange(unproven, std::nullopt);
}

std::set<std::string> Trainer::State::microBatchSums() const {
  std::set<std::string> sums;
  for (const std::string& name : store->names())
    if (isMicroBatchSum(name)) sums.insert(name);
  return sums;
}

std::set<std::string> Trainer::State::passingVariables() const {
  std::set<std::string> passing = microBatchSums();
  passing.insert(validationSum(kLossMetric));
  for (const MetricInfo& metric : validationMetrics) passing.insert(validationSum(metric.name));
  for (const auto& [kind, program] : validation)
    for (const CarriedState& carried : program.step.carried) passing.insert(carried.name);
  return passing;
}

// Missing memory for a copy is no error of the run: the previous copy stays, and a later attempt follows.
void Trainer::State::rememberIfPossible(bool proven) {
  try {
    if (remember(proven).ok()) return;
  } catch (const std::bad_alloc&) {
  }
  if (memory) memory->taken = Clock::now();
}

// The update of the step before may have spoiled the weights, so the state is not proven yet.
Status Trainer::State::rememberNowAndThen() {
  FOVEA_TRY(const bool old, agreeOn(Clock::now() - memory->taken >= kRememberEvery));
  if (old) rememberIfPossible(false);
  return {};
}

// The state to save if the present one cannot be read.
const Trainer::State::Memory& Trainer::State::lastMemory() const {
  const auto isFinite = [](const auto& variable) {
    return variable.second.dtype() != DataType::Float32 ||
           std::ranges::all_of(variable.second.template values<float>(), [](float x) { return std::isfinite(x); });
  };
  return unproven && std::ranges::all_of(unproven->tensors, isFinite) ? *unproven : *memory;
}

// Whether a step since the last point of the curves, or a batch of the present validation, had a loss that is NaN or
// infinite.
Result<bool> Trainer::State::lossIsLost() const {
  for (const std::string& name : {trainingSum(kLossMetric), validationSum(kLossMetric)}) {
    if (!store->contains(name)) continue;
    FOVEA_TRY(const Tensor sum, store->read(name));
    if (!std::isfinite(sum.values<float>()[0])) return true;
  }
  return false;
}

// Call it before a change: the state after it is remembered, so it must be one that the run can go on from.
Status Trainer::State::leaveLostState() {
  FOVEA_TRY(const bool lost, lossIsLost());
  return lost ? goBack() : Status();
}

// Restores the remembered state, except for the time and a learning rate that the user has set since.
Status Trainer::State::goBack() {
  if (ranks()) {
    FOVEA_TRY(const auto steps, ranks()->gather(std::to_string(memory->position.step)));
    if (std::any_of(steps.begin(), steps.end(), [&](const std::string& step) { return step != steps.front(); }))
      return fail(ErrorCode::OutOfMemory, "The run cannot go back: a rank had no memory to remember its state.",
                  "Continue from the last checkpoint with a smaller learning rate.");
  }
  const double seconds = position.seconds, factor = position.rateFactor, rateSet = position.rateSet;
  for (const auto& [name, value] : memory->tensors) FOVEA_CHECK(store->write(name, value));
  for (const std::string& name : passingVariables())
    if (store->contains(name)) FOVEA_CHECK(store->clear(name));
  unproven.reset();
  position = memory->position;
  position.seconds = seconds;
  position.rateFactor = factor;
  position.rateSet = rateSet;
  lastValidationLoss = memory->lastValidationLoss;
  lastValidationAccuracy = memory->lastValidationAccuracy;
  lastScore = memory->lastScore;
  validationSums.clear();
  validationSamples = 0;
  return openSources();
}

// A repetition goes on over the end of an epoch, whose validation changes nothing that training computes.
void Trainer::State::passEndOfEpoch() {
  if (!epochTrained()) return;
  ++position.epoch;
  position.sample = 0;
}

// The first step up to `last` with a non-finite loss; 0 if there is none in this repetition, or if it was stopped. The
// ranks agree before each step whether to stop, since all of them must leave the repetition after the same step.
Result<std::int64_t> Trainer::State::firstBadStep(std::int64_t last) {
  while (position.step < last) {
    FOVEA_TRY(const bool stop, agreeOn(plan.cancel.cancelled()));
    if (stop) break;
    FOVEA_TRY(Batch batch, trainingSource->next());
    if (batch.endOfEpoch) continue;
    passEndOfEpoch();
    FOVEA_TRY(TrainingProgram * program, runTraining(batch, [](Executor& executor) { return executor.run(); }));
    FOVEA_CHECK(finishStep(*program, batch.wholeSize()));
    FOVEA_TRY(const MetricSums sums, takeSums(metrics, trainingSum));
    if (!std::isfinite(sums.front().values.at(0))) return position.step;
  }
  return std::int64_t{0};
}

// Finds the op in the step before `step`, or in `step`: a weight may overflow just before the loss does.
Result<std::optional<std::string>> Trainer::State::faultIn(std::int64_t step) {
  while (position.step < step && !plan.cancel.cancelled()) {
    FOVEA_TRY(Batch batch, trainingSource->next());
    if (batch.endOfEpoch) continue;
    passEndOfEpoch();
    const bool searches = position.step + 2 >= step;
    std::optional<NotFinite> found;
    const auto run = [&](Executor& executor) -> Status {
      if (!searches) return executor.run();
      if (found) return {};
      FOVEA_TRY(found, executor.runUntilNotFinite());
      return {};
    };
    FOVEA_TRY(TrainingProgram * program, runTraining(batch, run));
    if (found)
      return std::optional(fmt::format("In step {} the first came from {}.", position.step + 1, placeWords(*found)));
    FOVEA_CHECK(finishStep(*program, batch.wholeSize()));
  }
  return std::optional<std::string>();
}

// Finds the op in a validation of the current weights.
Result<std::optional<std::string>> Trainer::State::faultInValidation() {
  FOVEA_CHECK(openValidation());
  while (!plan.cancel.cancelled()) {
    FOVEA_TRY(const Batch batch, validationSource->next());
    if (batch.endOfEpoch) break;
    FOVEA_TRY(TrainingProgram * program, validationProgram(batch.wholeSize(), validatesAverage()));
    std::optional<NotFinite> found;
    const auto search = [&](StepProgram& each) -> Status {
      if (found) return {};
      FOVEA_TRY(found, each.executor->runUntilNotFinite());
      return {};
    };
    FOVEA_CHECK(runMicroBatches(*program, validationStreams, batch, search));
    if (found)
      return std::optional(
          fmt::format("In the validation after step {} the first came from {}.", position.step, placeWords(*found)));
  }
  return std::optional<std::string>();
}

Result<TrainingUpdate> Trainer::State::diverged() {
  const std::int64_t last = position.step;
  inBatch = true;  // until the state is restored
  std::optional<Memory> later = std::exchange(unproven, std::nullopt);
  FOVEA_CHECK(goBack());
  FOVEA_TRY(const std::int64_t bad, firstBadStep(last));
  FOVEA_TRY(const bool stopped, agreeOn(plan.cancel.cancelled()));
  // The step after the later state proves it, if its loss was finite.
  FOVEA_TRY(const bool spoiled, agreeOn(!later || bad <= later->position.step + 1));
  if (!spoiled) memory = std::move(later);
  FOVEA_CHECK(goBack());
  std::optional<std::string> fault;
  // With several ranks, one may find the op in its samples and another may not, so only a single rank searches.
  if (!ranks()) {
    FOVEA_TRY(fault, faultIn(bad > 0 ? bad : last));
  }
  // Weights of a step with a finite loss can be too large for the following validation.
  if (!ranks() && !fault && bad == 0 && validationSource) {
    FOVEA_TRY(fault, faultInValidation());
  }
  FOVEA_CHECK(goBack());
  inBatch = false;
  const bool cut = bad == 0 && stopped;  // before a repeated step had such a loss
  const char* unknown = cut || (!ranks() && plan.cancel.cancelled()) ? "The search for where that began was stopped."
                        : ranks() ? "With one rank, the run would name the op where that began."
                                  : "Where that began could not be found by running the steps again.";
  TrainingUpdate update;
  update.trouble =
      fail(ErrorCode::InvalidArgument, lossLostWords(bad > 0 ? bad : last, cut, fault ? *fault : unknown),
           fmt::format("The run is back after step {}, before it happened: continue with a smaller learning rate.",
                       position.step));
  return update;
}

}  // namespace fovea
