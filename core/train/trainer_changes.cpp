// Why: the user may change settings during a run. A change applies from the next step on, and the same changes at the
// same steps give the same numbers again.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/train/follower_ranks.h"
#include "core/train/input_transforms.h"
#include "core/train/schedule.h"
#include "core/train/trainer_state.h"

namespace fovea {
namespace {

// Settings compiled into the step.
constexpr std::array kInStep = {"weight_decay", "momentum", "clip_limit"};
// Settings read only between two steps.
constexpr std::array kBetweenSteps = {"best_metric",   "validation_every", "validation_unit",  "stop_patience",
                                      "stop_minimum",  "checkpoint_every", "checkpoint_unit",  "keep_best",
                                      "keep_last",     "keep_every",       "checkpoint_space", "histogram_every",
                                      "histogram_unit"};

// Settings that the trainer handles separately.
constexpr const char* kLearningRate = "learning_rate";
constexpr std::array kOnTheWay = {kLearningRate, "epochs", "batch"};
constexpr const char* kAugmentation = "augmentation";

template <std::size_t N>
bool isOneOf(const std::array<const char*, N>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Schema makeChangeable() {
  const Schema schema = trainingSettingsSchema().schema();
  std::vector<Field> fields;
  for (const Field& field : schema.fields())
    if (isOneOf(kInStep, field.name) || isOneOf(kBetweenSteps, field.name) || isOneOf(kOnTheWay, field.name))
      fields.push_back(field);
  fields.push_back({.name = kAugmentation,
                    .title = "Augmentation",
                    .help = "The random transforms of the training samples, as in the Input layer; empty: none.",
                    .kind = FieldKind::Text,
                    .defaultValue = std::string(),
                    .ownEditor = true});
  return Schema(std::move(fields));
}

// Refuses a setting that the compiled step does not read, such as the momentum of Adam.
Status checkUsed(const std::string& setting, const FieldValues& values) {
  const Schema schema = trainingSettingsSchema().schema();
  if (schema.isRelevant(setting, values)) return {};
  const std::string& decides = schema.find(setting)->relevantWhen.front().field;
  return fail(ErrorCode::InvalidArgument,
              fmt::format("This run does not use {}, since its {} is {}.", setting, decides, values.text(decides)),
              "Begin a new run with these weights and other settings.");
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
    FOVEA_TRY(const StepGraph step, wholeStep());
    FOVEA_CHECK(matchSource(step));
  }
  return openSources();
}

// The remaining samples of the epoch come in batches of the new size, and the schedule continues from its position.
Status Trainer::State::changeBatch(std::int64_t batch) {
  if (trainingStreams)
    return fail(ErrorCode::InvalidArgument,
                "The batch cannot change in this run: its rows go on from one batch to the next.",
                "Begin a new run with these weights and the other batch.");
  if (position.validating)
    return fail(ErrorCode::InvalidArgument, "The batch cannot change during a validation.", "Try again after it.");
  if (position.gatheredBatches > 0)
    return fail(ErrorCode::InvalidArgument, "The batch cannot change between the batches of one update.",
                "Try again after the next change of the weights.");
  if (batch > samplesPerEpoch())
    return fail(ErrorCode::InvalidArgument,
                fmt::format("A batch of {} is larger than the {} samples of an epoch.", batch, samplesPerEpoch()));
  FOVEA_CHECK(checkSharing(batch));
  TrainingSettings wanted = plan.settings;
  wanted.batch = batch;
  const TrainingSettings kept = plan.settings;
  FOVEA_CHECK(recompile(wanted));
  if (const Status opened = reopenSources(); !opened.ok()) {
    FOVEA_CHECK(recompile(kept));
    FOVEA_CHECK(reopenSources());
    return opened;
  }
  // The epoch ends in the schedule when its last sample has been used.
  const std::int64_t left = (samplesPerEpoch() - position.sample + batch - 1) / batch;
  position.scheduleShift = (position.epoch + 1) * stepsPerEpoch() - left - position.step;
  return {};
}

// Validation, inspection and inference apply the part that is not random, so it stays as it was when the run began.
Status Trainer::State::changeAugmentation(const std::string& text) {
  FOVEA_TRY(TransformList wanted, inputTransformsFromText(text));
  for (const Transform& each : transforms)
    if (std::holds_alternative<Normalise>(each)) wanted.push_back(each);
  if (deterministicPart(wanted) != deterministicPart(transforms))
    return fail(ErrorCode::InvalidArgument,
                "Only random transforms can change during a run: the others also apply to the samples of the "
                "validation.",
                "Keep the others as they are, or begin a new run.");
  if (mixesSamples(wanted) != mixesSamples(transforms))
    return fail(ErrorCode::InvalidArgument,
                "Transforms that mix samples can neither begin nor end during a run, since they change what the loss "
                "takes.",
                "Begin a new run with these weights.");
  FOVEA_TRY(const TransformPlan checked, TransformPlan::make(wanted, sampleType, plan.source->info().uniform));
  const auto reopen = [this] {
    trainingSource.reset();
    return openTraining(epochTrained());
  };
  std::swap(transforms, wanted);
  const Status opened = reopen();
  if (opened.ok()) return {};
  std::swap(transforms, wanted);
  FOVEA_CHECK(reopen());
  return opened;
}

const Schema& changeableSettings() {
  static const Schema schema = makeChangeable();
  return schema;
}

Status checkChange(const std::string& setting, const FieldValue& value) {
  const Field* field = changeableSettings().find(setting);
  if (!field)
    return fail(ErrorCode::InvalidArgument, fmt::format("\"{}\" cannot change during a run.", setting),
                "What can: learning_rate, epochs, batch, weight_decay, momentum, clip_limit, augmentation, and when to "
                "validate, save, stop and record histograms.");
  FOVEA_CHECK(field->validate(value));
  if (setting != kAugmentation) return {};
  FOVEA_TRY([[maybe_unused]] const TransformList list, inputTransformsFromText(std::get<std::string>(value)));
  return {};
}

// Whether the run may go on with these settings. A run that goes on from its checkpoint is asked the same.
Status Trainer::State::allows(const TrainingSettings& wanted) {
  const TrainingSettings present = std::exchange(plan.settings, wanted);
  const Status allowed = checkPolicies();
  plan.settings = present;
  return allowed;
}

// A run that diverges later must not return to a state before the change.
Status Trainer::State::changed() {
  ++position.changes;
  position.epochsSet.reset();
  rememberIfPossible(true);
  return {};
}

std::string Trainer::settingWords(const std::string& setting) const {
  if (setting == kAugmentation) return augmentationWords(state_->transforms);
  // A rate that a person sets is a factor on the schedule, not a setting.
  if (setting == kLearningRate) return fmt::format("{:g}", learningRate());
  const FieldValues values = trainingSettingsSchema().write(state_->plan.settings);
  const Field* const field = changeableSettings().find(setting);
  return field ? fieldValueToText(*field, *values.find(setting)) : std::string();
}

Status Trainer::change(const std::string& setting, const FieldValue& value) {
  FOVEA_CHECK(checkChange(setting, value));
  if (!state_->followers) return changeOwn(setting, value);
  return state_->followers->together([setting, value](Trainer& follower) { return follower.changeOwn(setting, value); },
                                     [&] { return changeOwn(setting, value); });
}

// Changes the setting on this rank only.
Status Trainer::changeOwn(const std::string& setting, const FieldValue& value) {
  FOVEA_CHECK(state_->leaveLostState());
  if (setting == kAugmentation) {
    FOVEA_CHECK(state_->changeAugmentation(std::get<std::string>(value)));
    return state_->changed();
  }
  const bool inStep = isOneOf(kInStep, setting);
  FieldValues values = trainingSettingsSchema().write(state_->plan.settings);
  values.set(setting, value);
  TrainingSettings wanted = trainingSettingsSchema().read(values);
  // A started epoch is always finished, so that the run ends with a validation.
  const TrainingPosition& position = state_->position;
  if (setting == "epochs") wanted.epochs = std::max(wanted.epochs, position.epoch + (position.sample > 0 ? 1 : 0));
  if (inStep) FOVEA_CHECK(checkUsed(setting, values));
  FOVEA_CHECK(state_->allows(wanted));
  if (setting == kLearningRate) {
    state_->steer(wanted.learningRate);
  } else if (setting == "batch") {
    FOVEA_CHECK(state_->changeBatch(wanted.batch));
  } else if (inStep) {
    FOVEA_CHECK(state_->recompile(wanted));
  } else {
    const std::string judgedBy = state_->decidingName();
    const TrainingSettings before = std::exchange(state_->plan.settings, wanted);
    if (const Status chosen = state_->chooseDeciding(); !chosen.ok()) {
      state_->plan.settings = before;
      return chosen;
    }
    if (state_->decidingName() != judgedBy) state_->judgeAnew();
    if (setting == "epochs") state_->goOnAfterStop();
  }
  return state_->changed();
}

}  // namespace fovea
