#include "core/train/trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>

#include "core/data/batch_loader.h"
#include "core/train/training_graph.h"

namespace fovea {
namespace {

using Clock = std::chrono::steady_clock;

// A step graph compiled for its batch size. Epochs end with a smaller batch, so there are up to two of each kind.
struct Program {
  StepGraph step;
  std::unique_ptr<Executor> executor;
};

struct Sums {
  double loss = 0;
  double correct = 0;
};

Tensor scalar(float value) {
  return Tensor::of<float>(Shape(), {value});
}

Status checkFits(const StepGraph& step, const DatasetInfo& data) {
  if (step.sampleShape != data.sampleShape)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network takes samples of {}, but those of \"{}\" are {}.", step.sampleShape.toString(),
                            data.name, data.sampleShape.toString()),
                fmt::format("Set the Input layer's shape to {}.", data.sampleShape.toString()));
  const auto classes = static_cast<std::int64_t>(data.classes.size());
  if (step.classes >= classes) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The network tells {} classes apart, but \"{}\" has {}.", step.classes, data.name, classes),
              fmt::format("Give the last layer before the loss {} units.", classes));
}

// The mean loss and the accuracy of an epoch are over all its samples, so each of them needs a label.
Status checkLabels(const DatasetInfo& data) {
  for (const Split split : {Split::Train, Split::Validation}) {
    const SplitInfo& info = data.split(split);
    if (info.unlabelled == 0) continue;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} of the {} {} samples of \"{}\" have no label.", info.unlabelled, info.samples,
                            splitName(split), data.name),
                "Import the data set with a label for each of them.");
  }
  return {};
}

// What a checkpoint must hold so that the step goes on exactly.
Status checkComplete(const StepGraph& step, const VariableStore& store) {
  for (const Value& value : step.graph->values())
    if (value.kind == ValueKind::Variable && !store.contains(value.name))
      return fail(ErrorCode::Corrupt, "The checkpoint is damaged: it lacks \"" + value.name + "\".",
                  "Continue from an earlier one.");
  return {};
}

}  // namespace

struct Trainer::State {
  TrainingPlan plan;
  TransformList transforms;
  std::shared_ptr<Device> device;
  std::shared_ptr<VariableStore> store;
  std::map<std::int64_t, Program> training;
  std::map<std::int64_t, Program> validation;
  std::unique_ptr<BatchLoader> trainingLoader;
  std::unique_ptr<BatchLoader> validationLoader;  // null: the data set has no validation split
  TrainingPosition position;
  double epochSeconds = 0;
  double rateOnDevice = std::numeric_limits<double>::quiet_NaN();
  std::int64_t rateBatch = 0;  // the program that rateOnDevice was given to

  bool validating = false;
  Sums validationSums;
  std::int64_t validationSamples = 0;
  bool resumed = false;
  double lastValidationLoss = -1;
  double lastValidationAccuracy = -1;

  Status prepare();
  Status openLoaders();
  Result<Program*> trainingProgram(std::int64_t batch);
  Result<Program*> validationProgram(std::int64_t batch);
  Result<Sums> takeSums(const SumNames& names);
  Result<TrainingUpdate> trainBatch();
  Result<TrainingUpdate> validateBatch();
  Result<std::optional<MetricPoint>> closeInterval(double rate);
  EpochRecord closeEpoch();
  std::int64_t stepsPerEpoch() const { return trainingLoader->batchesPerEpoch(); }
  double rate() const {
    return scheduledLearningRate(plan.settings, position.step, stepsPerEpoch()) * position.rateFactor;
  }
};

Status Trainer::State::prepare() {
  FOVEA_CHECK(checkLabels(plan.dataset->info()));
  FOVEA_CHECK(openLoaders());
  const std::int64_t batch = plan.settings.batch;
  FOVEA_TRY(StepGraph step, buildTrainingGraph(plan.network, plan.settings, batch));
  FOVEA_CHECK(checkFits(step, plan.dataset->info()));
  if (resumed) FOVEA_CHECK(checkComplete(step, *store));
  for (const VariableInfo& variable : step.variables) {
    if (store->contains(variable.name)) continue;
    FOVEA_CHECK(store->write(variable.name, initialValue(variable, static_cast<std::uint64_t>(plan.settings.seed))));
  }
  for (const char* name : {kTrainingSums.loss, kTrainingSums.correct, kValidationSums.loss, kValidationSums.correct})
    if (!store->contains(name)) FOVEA_CHECK(store->write(name, scalar(0)));
  // Compiled now, so that what cannot run is said before the run begins.
  FOVEA_TRY([[maybe_unused]] const Program* program, trainingProgram(batch));
  return {};
}

Status Trainer::State::openLoaders() {
  BatchLoaderOptions options;
  options.threads = kAutomaticThreads;
  options.batch = plan.settings.batch;
  options.seed = static_cast<std::uint64_t>(plan.settings.seed);
  options.transforms = transforms;
  const std::int64_t validationSize = plan.dataset->size(Split::Validation);
  const std::int64_t trainingSize = plan.dataset->size(Split::Train);
  // A checkpoint may have been taken during the validation that ends an epoch: that validation begins anew.
  validating = trainingSize > 0 && position.sample == trainingSize;
  if (position.sample > trainingSize || (validating && validationSize == 0))
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format(
            "The checkpoint was taken after {} samples of an epoch, but \"{}\" has {} to train and {} to validate.",
            position.sample, plan.dataset->info().name, trainingSize, validationSize),
        "Continue with the data set that the run began with.");
  options.startEpoch = position.epoch + (validating ? 1 : 0);
  options.startPosition = validating ? 0 : position.sample;
  FOVEA_TRY(trainingLoader, BatchLoader::create(plan.dataset, Split::Train, options));
  if (validationSize == 0) return {};
  options.batch = std::min(plan.settings.batch, validationSize);
  options.shuffle = false;
  options.transforms = deterministicPart(transforms);
  options.startEpoch = 0;
  options.startPosition = 0;
  FOVEA_TRY(validationLoader, BatchLoader::create(plan.dataset, Split::Validation, options));
  return {};
}

Result<Program*> Trainer::State::trainingProgram(std::int64_t batch) {
  const auto found = training.find(batch);
  if (found != training.end()) return &found->second;
  Program program;
  FOVEA_TRY(program.step, buildTrainingGraph(plan.network, plan.settings, batch));
  FOVEA_TRY(program.executor, Executor::compile(program.step.graph, store));
  return &training.emplace(batch, std::move(program)).first->second;
}

Result<Program*> Trainer::State::validationProgram(std::int64_t batch) {
  const auto found = validation.find(batch);
  if (found != validation.end()) return &found->second;
  Program program;
  FOVEA_TRY(program.step, buildValidationGraph(plan.network, batch));
  FOVEA_TRY(program.executor, Executor::compile(program.step.graph, store));
  return &validation.emplace(batch, std::move(program)).first->second;
}

Result<Sums> Trainer::State::takeSums(const SumNames& names) {
  FOVEA_TRY(const Tensor loss, store->read(names.loss));
  FOVEA_TRY(const Tensor correct, store->read(names.correct));
  FOVEA_CHECK(store->write(names.loss, scalar(0)));
  FOVEA_CHECK(store->write(names.correct, scalar(0)));
  return Sums{loss.data<float>()[0], correct.data<float>()[0]};
}

Result<TrainingUpdate> Trainer::State::trainBatch() {
  FOVEA_TRY(Batch batch, trainingLoader->next());
  if (batch.endOfEpoch) {
    FOVEA_TRY(batch, trainingLoader->next());
  }
  FOVEA_TRY(Program * program, trainingProgram(batch.size()));
  Executor& executor = *program->executor;
  FOVEA_CHECK(executor.setInput(program->step.input, batch.images));
  FOVEA_CHECK(executor.setInput(program->step.target, batch.labels));
  const double rateNow = rate();
  if (rateNow != rateOnDevice || rateBatch != batch.size()) {
    FOVEA_CHECK(executor.setInput(program->step.learningRate, scalar(static_cast<float>(rateNow))));
    rateOnDevice = rateNow;
    rateBatch = batch.size();
  }
  if (program->step.step.valid())
    FOVEA_CHECK(executor.setInput(program->step.step, Tensor::of<std::int64_t>(Shape(), {position.step})));
  FOVEA_CHECK(executor.run());

  ++position.step;
  position.lastRate = rateNow;
  position.sample += batch.size();
  position.intervalSamples += batch.size();
  TrainingUpdate update;
  const bool epochDone = position.sample >= trainingLoader->samplesPerEpoch();
  if (epochDone || position.step % plan.settings.logInterval == 0) {
    FOVEA_TRY(update.point, closeInterval(rateNow));
  }
  if (!epochDone) return update;
  validating = validationLoader != nullptr;
  if (!validating) update.epoch = closeEpoch();
  return update;
}

Result<std::optional<MetricPoint>> Trainer::State::closeInterval(double rateNow) {
  FOVEA_TRY(const Sums sums, takeSums(kTrainingSums));
  if (!std::isfinite(sums.loss))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The loss is no longer a number: it overflowed in the last {} samples before step {}.",
                            position.intervalSamples, position.step),
                "Continue from the last checkpoint with a smaller learning rate.");
  const auto samples = static_cast<double>(position.intervalSamples);
  position.lossSum += sums.loss;
  position.correctSum += sums.correct;
  position.intervalSamples = 0;
  const double epochs = static_cast<double>(position.epoch) +
                        static_cast<double>(position.sample) / static_cast<double>(trainingLoader->samplesPerEpoch());
  return std::optional(MetricPoint{position.step, epochs, sums.loss / samples, sums.correct / samples, rateNow});
}

Result<TrainingUpdate> Trainer::State::validateBatch() {
  FOVEA_TRY(const Batch batch, validationLoader->next());
  TrainingUpdate update;
  if (batch.endOfEpoch) {
    FOVEA_TRY(validationSums, takeSums(kValidationSums));
    validating = false;
    update.epoch = closeEpoch();
    return update;
  }
  FOVEA_TRY(Program * program, validationProgram(batch.size()));
  FOVEA_CHECK(program->executor->setInput(program->step.input, batch.images));
  FOVEA_CHECK(program->executor->setInput(program->step.target, batch.labels));
  FOVEA_CHECK(program->executor->run());
  validationSamples += batch.size();
  return update;
}

EpochRecord Trainer::State::closeEpoch() {
  const auto samples = static_cast<double>(position.sample);
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  EpochRecord record;
  record.epoch = ++position.epoch;
  record.step = position.step;
  record.trainLoss = position.lossSum / samples;
  record.trainAccuracy = position.correctSum / samples;
  record.learningRate = position.lastRate;
  record.validationLoss =
      validationSamples > 0 ? validationSums.loss / static_cast<double>(validationSamples) : nothing;
  record.validationAccuracy =
      validationSamples > 0 ? validationSums.correct / static_cast<double>(validationSamples) : nothing;
  const double measure = validationSamples > 0 ? record.validationAccuracy : record.trainAccuracy;
  record.best = measure > position.bestValidationAccuracy;
  if (record.best) {
    position.bestValidationAccuracy = measure;
    position.bestEpoch = record.epoch;
  }
  lastValidationLoss = validationSamples > 0 ? record.validationLoss : -1;
  lastValidationAccuracy = validationSamples > 0 ? record.validationAccuracy : -1;
  position.sample = 0;
  position.lossSum = 0;
  position.correctSum = 0;
  validationSums = {};
  validationSamples = 0;
  return record;
}

Trainer::Trainer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Trainer::~Trainer() = default;

Result<std::unique_ptr<Trainer>> Trainer::create(const TrainingPlan& plan, std::shared_ptr<Device> device) {
  FOVEA_CHECK(trainingSettingsSchema().schema().validate(trainingSettingsSchema().write(plan.settings)));
  auto state = std::make_unique<State>();
  state->plan = plan;
  state->transforms = {normaliseFor(plan.dataset->info())};
  state->device = device;
  state->store = std::make_shared<VariableStore>(std::move(device));
  FOVEA_CHECK(state->prepare());
  return std::unique_ptr<Trainer>(new Trainer(std::move(state)));
}

Result<std::unique_ptr<Trainer>> Trainer::resume(const TrainingPlan& plan, const Checkpoint& checkpoint,
                                                 std::shared_ptr<Device> device) {
  auto state = std::make_unique<State>();
  state->plan = plan;
  state->resumed = true;
  state->plan.network = checkpoint.network;
  const std::int64_t epochs = plan.settings.epochs;
  state->plan.settings = checkpoint.settings;
  state->plan.settings.epochs = epochs;
  state->plan.settings.device = plan.settings.device;
  state->transforms = checkpoint.transforms;
  state->position = checkpoint.position;
  state->lastValidationLoss = checkpoint.validationLoss;
  state->lastValidationAccuracy = checkpoint.validationAccuracy;
  state->device = device;
  state->store = std::make_shared<VariableStore>(std::move(device));
  for (const auto& [name, tensor] : checkpoint.tensors) FOVEA_CHECK(state->store->write(name, tensor));
  FOVEA_CHECK(state->prepare());
  return std::unique_ptr<Trainer>(new Trainer(std::move(state)));
}

Result<TrainingUpdate> Trainer::advance() {
  TrainingUpdate done;
  done.finished = true;
  if (!state_->validating && state_->position.epoch >= state_->plan.settings.epochs) return done;
  const auto start = Clock::now();
  auto update = state_->validating ? state_->validateBatch() : state_->trainBatch();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  state_->position.seconds += seconds;
  state_->epochSeconds += seconds;
  if (!update.ok()) return update;
  if (update->epoch) {
    update->epoch->seconds = std::exchange(state_->epochSeconds, 0.0);
    update->finished = state_->position.epoch >= state_->plan.settings.epochs;
  }
  return update;
}

Result<Checkpoint> Trainer::checkpoint() const {
  Checkpoint checkpoint;
  checkpoint.network = state_->plan.network;
  checkpoint.settings = state_->plan.settings;
  checkpoint.position = state_->position;
  checkpoint.transforms = state_->transforms;
  checkpoint.classes = state_->plan.dataset->info().classes;
  checkpoint.dataset = state_->plan.datasetPath;
  checkpoint.validationLoss = state_->lastValidationLoss;
  checkpoint.validationAccuracy = state_->lastValidationAccuracy;
  for (const std::string& name : state_->store->names()) {
    if (name == kValidationSums.loss || name == kValidationSums.correct) continue;
    FOVEA_TRY(Tensor value, state_->store->read(name));
    checkpoint.tensors.emplace_back(name, std::move(value));
  }
  return checkpoint;
}

bool Trainer::inValidation() const {
  return state_->validating;
}

void Trainer::setLearningRate(double rate) {
  const double scheduled = scheduledLearningRate(state_->plan.settings, state_->position.step, state_->stepsPerEpoch());
  state_->position.rateFactor = scheduled > 0 ? rate / scheduled : 1;
}

double Trainer::learningRate() const {
  return state_->rate();
}

void Trainer::setEpochs(std::int64_t epochs) {
  state_->plan.settings.epochs = epochs;
}

const TrainingPosition& Trainer::position() const {
  return state_->position;
}
const TrainingSettings& Trainer::settings() const {
  return state_->plan.settings;
}
std::int64_t Trainer::stepsPerEpoch() const {
  return state_->stepsPerEpoch();
}
std::int64_t Trainer::samplesPerEpoch() const {
  return state_->trainingLoader->samplesPerEpoch();
}
const ExecutorReport& Trainer::memory() const {
  return state_->training.at(state_->plan.settings.batch).executor->report();
}

}  // namespace fovea
