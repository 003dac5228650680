#include "core/train/trainer.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "core/backends/communicator.h"
#include "core/base/guarded.h"
#include "core/train/follower_ranks.h"
#include "core/train/input_transforms.h"
#include "core/train/schedule.h"
#include "core/train/trainer_state.h"

namespace fovea {

namespace {

// Success if a run that was trained on `before` can continue on `now`.
Status sameData(const DataFingerprint& before, const std::optional<DataFingerprint>& now, const std::string& name) {
  const std::string difference = now ? differenceWords(before, *now) : "it is no data set";
  if (difference.empty()) return {};
  return fail(
      ErrorCode::InvalidArgument,
      "The run cannot go on with “" + name + "”, which is not the data set that it was trained on: " + difference + ".",
      "Bring the data set back to what it was (edits can be taken back), or begin a new run with these weights.");
}

// Success if a run can continue at `position` until it has trained `epochs`; it may have trained just as many.
Status enoughEpochs(const TrainingPosition& position, std::int64_t epochs) {
  if (position.epoch <= epochs) return {};
  return fail(
      ErrorCode::InvalidArgument,
      fmt::format("The run has trained {} epochs already and cannot end after {}.", position.epoch, epochs),
      fmt::format("Choose at least {} epochs, or continue from an earlier checkpoint as a new run.", position.epoch));
}

// The settings of a resumed run: those of its checkpoint, but for the few that may differ when it goes on.
TrainingSettings resumedSettings(const TrainingSettings& before, const TrainingSettings& plan) {
  TrainingSettings settings = before;
  settings.epochs = plan.epochs;
  settings.device = plan.device;
  settings.histogramEvery = plan.histogramEvery;
  settings.histogramUnit = plan.histogramUnit;
  return settings;
}

}  // namespace

Trainer::Trainer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Trainer::~Trainer() = default;

Result<std::unique_ptr<Trainer>> Trainer::inRanks(const DeviceTeam& devices, const Make& make) {
  if (devices.size() == 1) return make(devices.leader());
  FOVEA_TRY(auto followers, FollowerRanks::begin(devices, make));
  auto leader = guarded([&] { return make(devices.leader()); });
  if (leader.ok())
    (*leader)->state_->followers = std::move(followers);
  else
    devices.leader()->communicator()->abort(leader.error());
  return leader;
}

Result<std::unique_ptr<Trainer>> Trainer::create(const TrainingPlan& plan, const DeviceTeam& devices) {
  return inRanks(devices, [plan](std::shared_ptr<Device> device) { return createOn(plan, std::move(device)); });
}

Result<std::unique_ptr<Trainer>> Trainer::resume(const TrainingPlan& plan, const Checkpoint& checkpoint,
                                                 const DeviceTeam& devices) {
  return inRanks(devices, [plan, checkpoint](std::shared_ptr<Device> device) {
    return resumeOn(plan, checkpoint, std::move(device));
  });
}

Result<std::unique_ptr<Trainer>> Trainer::createOn(const TrainingPlan& plan, std::shared_ptr<Device> device) {
  FOVEA_CHECK(trainingSettingsSchema().schema().validate(trainingSettingsSchema().write(plan.settings)));
  auto state = std::make_unique<State>();
  state->plan = plan;
  FOVEA_TRY(state->fingerprint, plan.source->fingerprint());
  if (!plan.source->madeForStep()) {
    FOVEA_TRY(state->transforms, inputTransforms(plan.network));
    state->transforms.push_back(normaliseFor(plan.source->info()));
    state->parts = plan.source->info().parts;
  }
  state->device = device;
  state->store = std::make_shared<VariableStore>(std::move(device));
  if (const Status prepared = state->prepare(); !prepared.ok()) return state->endedForAll(prepared.error());
  return std::unique_ptr<Trainer>(new Trainer(std::move(state)));
}

Result<std::unique_ptr<Trainer>> Trainer::resumeOn(const TrainingPlan& plan, const Checkpoint& checkpoint,
                                                   std::shared_ptr<Device> device) {
  FOVEA_CHECK(enoughEpochs(checkpoint.position, plan.settings.epochs));
  auto state = std::make_unique<State>();
  state->plan = plan;
  state->resumed = true;
  state->plan.network = checkpoint.network;
  state->plan.settings = resumedSettings(checkpoint.settings, plan.settings);
  state->transforms = checkpoint.transforms;
  state->parts = checkpoint.parts;
  FOVEA_TRY(state->fingerprint, plan.source->fingerprint());
  if (checkpoint.data) FOVEA_CHECK(sameData(*checkpoint.data, state->fingerprint, plan.source->info().name));
  state->position = checkpoint.position;
  state->lastValidationLoss = checkpoint.validationLoss;
  state->lastValidationAccuracy = checkpoint.validationAccuracy;
  state->lastScore = checkpoint.score;
  state->goOnAfterStop();
  state->position.epochsSet.reset();
  // Going on after an early stop is a change, too, since a repetition of the run would stop there.
  if (checkpoint.position.stoppedEarly || plan.settings.epochs != checkpoint.settings.epochs) {
    state->position.epochsSet = plan.settings.epochs;
    ++state->position.changes;
  }
  state->device = device;
  state->store = std::make_shared<VariableStore>(std::move(device));
  for (const auto& [name, tensor] : checkpoint.tensors) FOVEA_CHECK(state->store->write(name, tensor));
  if (const Status prepared = state->prepare(); !prepared.ok()) return state->endedForAll(prepared.error());
  return std::unique_ptr<Trainer>(new Trainer(std::move(state)));
}

Result<TrainingUpdate> Trainer::advance() {
  TrainingUpdate done;
  done.finished = true;
  if (!state_->position.validating && state_->over()) return done;
  if (state_->followers)
    state_->followers->tell([](Trainer& follower) -> Status {
      FOVEA_TRY([[maybe_unused]] const TrainingUpdate same, follower.advance());
      return {};
    });
  const auto start = State::Clock::now();
  Result<TrainingUpdate> update = done;
  try {
    update = state_->position.validating ? state_->validateBatch() : state_->trainBatch();
  } catch (...) {
    state_->endedForAll(caughtError());
    throw;
  }
  const double seconds = std::chrono::duration<double>(State::Clock::now() - start).count();
  state_->position.seconds += seconds;
  state_->epochSeconds += seconds;
  if (!update.ok()) return state_->endedForAll(update.error());
  if (update->epoch) {
    update->epoch->seconds = std::exchange(state_->epochSeconds, 0.0);
    update->finished = state_->over();
  }
  if (update->validation) update->finished = state_->over();
  return update;
}

Result<Checkpoint> Trainer::checkpoint() const {
  bool lost = false;
  if (!state_->inBatch) {
    auto present = presentState();
    const Tensor* loss = present.ok() ? present->find(trainingSum(kLossMetric)) : nullptr;
    lost = loss && !std::isfinite(loss->values<float>()[0]);
    // A device that no longer responds has lost its memory; the remembered state is in host memory.
    if ((present.ok() && !lost) || !state_->memory) return present;
  }
  if (!state_->memory)
    return fail(ErrorCode::Internal, "The last batch failed half-way, and no state before it was remembered.");
  Checkpoint checkpoint = described();
  const State::Memory& kept = lost ? *state_->memory : state_->lastMemory();
  checkpoint.position = kept.position;
  checkpoint.validationLoss = kept.lastValidationLoss;
  checkpoint.validationAccuracy = kept.lastValidationAccuracy;
  checkpoint.score.reset();
  checkpoint.tensors = kept.tensors;
  return checkpoint;
}

// Everything of a checkpoint except its tensors.
Checkpoint Trainer::described() const {
  Checkpoint checkpoint;
  checkpoint.network = state_->plan.network;
  checkpoint.settings = state_->plan.settings;
  checkpoint.position = state_->position;
  checkpoint.transforms = state_->transforms;
  const DatasetInfo& data = state_->plan.source->info();
  checkpoint.samples = state_->sampleType;
  checkpoint.uniformSamples = data.uniform;
  checkpoint.images = data.imageForm();
  checkpoint.inputName = data.inputName;
  checkpoint.parts = state_->parts;
  checkpoint.classes = data.classes;
  checkpoint.dataset = state_->plan.datasetPath;
  checkpoint.data = state_->fingerprint;
  checkpoint.validationLoss = state_->lastValidationLoss;
  checkpoint.validationAccuracy = state_->lastValidationAccuracy;
  if (state_->position.validatedStep == state_->position.step) checkpoint.score = state_->lastScore;
  return checkpoint;
}

Result<Checkpoint> Trainer::presentState() const {
  Checkpoint checkpoint = described();
  FOVEA_TRY(checkpoint.tensors, state_->copies.take(*state_->store, state_->passingVariables()));
  return checkpoint;
}

bool Trainer::inValidation() const {
  return state_->position.validating;
}

void Trainer::setLearningRate(double rate) {
  if (state_->followers)
    state_->followers->tell([rate](Trainer& follower) -> Status {
      follower.setLearningRate(rate);
      return {};
    });
  state_->steer(rate);
}

void Trainer::State::steer(double wanted) {
  const double scheduled =
      scheduledLearningRate(plan.settings, position.step + position.scheduleShift, stepsPerEpoch());
  position.rateFactor = steeringFactor(plan.settings, scheduled, wanted);
  position.rateSet = wanted;
}

double Trainer::learningRate() const {
  return state_->rate();
}

void Trainer::setEpochs(std::int64_t epochs) {
  if (state_->followers)
    state_->followers->tell([epochs](Trainer& follower) -> Status {
      follower.setEpochs(epochs);
      return {};
    });
  state_->plan.settings.epochs = epochs;
}

const TrainingPosition& Trainer::position() const {
  return state_->position;
}
const TrainingSettings& Trainer::settings() const {
  return state_->plan.settings;
}
const Network& Trainer::network() const {
  return state_->plan.network;
}
const TransformList& Trainer::transforms() const {
  return state_->transforms;
}
std::int64_t Trainer::stepsPerEpoch() const {
  return state_->stepsPerEpoch();
}
std::int64_t Trainer::samplesPerEpoch() const {
  return state_->samplesPerEpoch();
}
const SampleStreams* Trainer::streams() const {
  return state_->trainingStreams ? &*state_->trainingStreams : nullptr;
}
int Trainer::ranks() const {
  return state_->ranks() ? state_->ranks()->size() : 1;
}
ExecutorReport Trainer::memory() const {
  const StepKind kind = state_->plan.settings.accumulation > 1 ? StepKind::Apply : StepKind::Whole;
  const std::pair step{kind, state_->plan.settings.batch};
  ExecutorReport report = state_->training.at(step).executor->report();
  for (const auto& [key, program] : state_->training)
    if (key != step) addExecutor(report, program.executor->report());
  for (const auto& [key, program] : state_->training)
    for (const StepProgram& earlier : program.earlier) addExecutor(report, earlier.executor->report());
  for (const auto& [key, program] : state_->validation) addExecutor(report, program.executor->report());
  if (state_->average) addExecutor(report, state_->average->report());
  return report;
}
void Trainer::traceNextStep() {
  state_->traces = true;
}
void Trainer::countHost(double seconds) {
  state_->times.host += seconds;
}
StepTimes Trainer::times() const {
  return state_->times;
}
LoadingStatistics Trainer::loading() const {
  return state_->trainingSource->statistics();
}

}  // namespace fovea
