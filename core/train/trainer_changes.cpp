// Why: the user may change settings during a run. A change applies from the next step on, and the same changes at the
// same steps give the same numbers again.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/train/schedule.h"
#include "core/train/trainer_state.h"

namespace fovea {
namespace {

// Settings compiled into the step.
constexpr std::array kInStep = {"weight_decay", "momentum", "clip_limit"};
// Settings read only between two steps.
constexpr std::array kBetweenSteps = {"best_metric",  "validation_every", "validation_unit", "stop_patience",
                                      "stop_minimum", "checkpoint_every", "checkpoint_unit", "keep_best",
                                      "keep_last",    "keep_every",       "checkpoint_space", "histogram_every",
                                      "histogram_unit"};

// Settings that the trainer handles separately.
constexpr std::array kOnTheWay = {"learning_rate", "epochs", "batch"};

template <std::size_t N>
bool isOneOf(const std::array<const char*, N>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

// Keeps the variables and recompiles the programs.
Status Trainer::State::recompile(const TrainingSettings& wanted) {
  const TrainingSettings before = std::exchange(plan.settings, wanted);
  const auto compile = [this] {
    training.clear();
    validation.clear();
    forgetProbePrograms();
    arena->buffer.reset();
    return compileAll();
  };
  const Status compiled = compile();
  if (compiled.ok()) return {};
  plan.settings = before;
  FOVEA_CHECK(compile());
  return compiled;
}

// Reopens them with the batch size of the settings, at the run's current sample.
Status Trainer::State::reopenSources() {
  trainingSource.reset();
  validationSource.reset();
  if (plan.source->madeForStep()) {
    FOVEA_TRY(const TrainingProgram* const program, trainingProgram(updatingKind(), plan.settings.batch));
    FOVEA_CHECK(matchSource(program->step));
  }
  return openSources();
}

// The remaining samples of the epoch come in batches of the new size, and the schedule continues from its position.
Status Trainer::State::changeBatch(std::int64_t batch) {
  if (trainingStreams)
    return fail(ErrorCode::InvalidArgument,
                "The batch cannot change in this run: its rows go on from one batch to the next.",
                "Begin a new run with these weights and the other batch.");
  if (validating)
    return fail(ErrorCode::InvalidArgument, "The batch cannot change during a validation.", "Try again after it.");
  if (position.gatheredBatches > 0)
    return fail(ErrorCode::InvalidArgument, "The batch cannot change between the batches of one update.",
                "Try again after the next change of the weights.");
  if (batch > samplesPerEpoch())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A batch of {} is larger than the {} samples of an epoch.", batch, samplesPerEpoch()));
  FOVEA_CHECK(checkSharing(batch));
  const std::int64_t before = stepsPerEpoch();
  const double epochs = static_cast<double>(position.step + position.scheduleShift) / static_cast<double>(before);
  TrainingSettings wanted = plan.settings;
  wanted.batch = batch;
  const TrainingSettings kept = plan.settings;
  FOVEA_CHECK(recompile(wanted));
  if (const Status opened = reopenSources(); !opened.ok()) {
    FOVEA_CHECK(recompile(kept));
    FOVEA_CHECK(reopenSources());
    return opened;
  }
  position.scheduleShift = std::llround(epochs * static_cast<double>(stepsPerEpoch())) - position.step;
  return {};
}

Status checkChange(const std::string& setting, const FieldValue& value) {
  const Schema schema = trainingSettingsSchema().schema();
  const Field* field = schema.find(setting);
  const bool changes = isOneOf(kInStep, setting) || isOneOf(kBetweenSteps, setting) || isOneOf(kOnTheWay, setting);
  if (!field || !changes)
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" cannot change during a run.", setting),
                "What can: learning_rate, epochs, batch, weight_decay, momentum, clip_limit, and when to validate, "
                "save, stop and record histograms.");
  return field->validate(value);
}

Status Trainer::change(const std::string& setting, const FieldValue& value) {
  FOVEA_CHECK(checkChange(setting, value));
  const bool inStep = isOneOf(kInStep, setting);
  FieldValues values = trainingSettingsSchema().write(state_->plan.settings);
  values.set(setting, value);
  const TrainingSettings wanted = trainingSettingsSchema().read(values);
  if (setting == "learning_rate") {
    setLearningRate(wanted.learningRate);
  } else if (setting == "batch") {
    FOVEA_CHECK(state_->changeBatch(wanted.batch));
  } else if (inStep) {
    FOVEA_CHECK(state_->recompile(wanted));
  } else {
    const TrainingSettings before = std::exchange(state_->plan.settings, wanted);
    Status allowed = state_->checkPolicies();
    if (allowed.ok()) allowed = state_->chooseDeciding();
    if (!allowed.ok()) {
      state_->plan.settings = before;
      return allowed;
    }
  }
  ++state_->position.changes;
  // A run that diverges later must not return to a state before the change.
  state_->rememberIfPossible();
  return {};
}

}  // namespace fovea
