// Why: everything that can be refused is refused before the first step, and everything is compiled by then.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/batch_maker.h"
#include "core/train/memory_advice.h"
#include "core/train/starting_weights.h"
#include "core/train/trainer_state.h"

namespace fovea {
namespace {

// What a checkpoint must hold so that the step goes on exactly.
Status checkComplete(const StepGraph& step, const VariableStore& store) {
  for (const Value& value : step.graph->values())
    if (value.kind == ValueKind::Variable && !store.contains(value.name))
      return fail(ErrorCode::Corrupt, "The checkpoint is damaged: it lacks \"" + value.name + "\".",
                  "Continue from an earlier one.");
  return {};
}

// Drawing first values needs host memory, which a system promises beyond what there is.
bool variablesFit(const StepGraph& step, const Device& device) {
  std::uint64_t bytes = 0;
  for (const Value& value : step.graph->values())
    if (value.kind == ValueKind::Variable) bytes += value.type.bytes();
  const std::uint64_t free = device.info().memoryFreeBytes;
  return free == 0 || bytes <= free;
}

StepKind updatingKind(const TrainingSettings& settings) {
  return settings.accumulation > 1 ? StepKind::Apply : StepKind::Whole;
}

}  // namespace

Status Trainer::State::notCancelled() const {
  return plan.cancel.cancelled() ? Status(fail(ErrorCode::Cancelled, "The run was stopped before it began."))
                                 : Status();
}

Status Trainer::State::prepare() {
  FOVEA_CHECK(notCancelled());
  const DatasetInfo& data = plan.dataset->info();
  FOVEA_TRY(const TransformPlan fed, TransformPlan::make(transforms, {data.inputType, data.sampleShape}, data.uniform));
  FOVEA_TRY(StepGraph step, buildTrainingGraph(plan.network, plan.settings, plan.settings.batch,
                                               updatingKind(plan.settings), data.lengths));
  FOVEA_TRY(targetSource, chooseTarget(step, data, batchInputType(data, fed)));
  if (fed.mixes() && targetSource != TargetSource::OneHot && targetSource != TargetSource::Batch)
    return fail(
        ErrorCode::InvalidArgument,
        "The Input layer's transforms mix samples, so each has shares of several labels, which the loss does not take.",
        "Use Cross-entropy, or take what mixes out of the transforms.");
  target = wantedTarget(targetSource, step);
  if (!step.carried.empty()) FOVEA_CHECK(followText(step.carried));
  FOVEA_CHECK(openLoaders());
  metrics = step.metrics;
  if (const MetricInfo* metric = step.deciding(); metric && validationBatch() == 0) deciding = *metric;
  if (resumed) FOVEA_CHECK(checkComplete(step, *store));
  if (!variablesFit(step, *device)) return explained(fail(ErrorCode::OutOfMemory, "The weights do not fit."));
  StartingWeights begun;
  if (plan.start) {
    FOVEA_TRY(begun, startingWeights(plan.network, *plan.start));
  }
  for (const VariableInfo& variable : step.variables) {
    FOVEA_CHECK(notCancelled());
    if (plan.settings.accumulation > 1 && variable.trainable && variable.rateMultiplier > 0)
      accumulators.push_back(accumulatorOf(variable.name));
    if (position.averages > 0 && !store->contains(averageOf(variable.name)))
      return fail(ErrorCode::Corrupt, "The checkpoint is damaged: it lacks \"" + averageOf(variable.name) + "\".",
                  "Continue from an earlier one.");
    if (store->contains(variable.name)) continue;
    const Tensor* given = plan.start ? begun.find(*plan.start, variable.name) : nullptr;
    FOVEA_CHECK(store->write(variable.name,
                             given ? *given : initialValue(variable, static_cast<std::uint64_t>(plan.settings.seed))));
  }
  plan.start.reset();
  FOVEA_CHECK(notCancelled());
  if (const Status compiled = compileAll(); !compiled.ok()) return explained(compiled.error());
  return remember();
}

// Everything that an epoch runs, its last batch and its validation too, so that what cannot run, for want of memory
// above all, is said before the run begins. The largest comes first: the others find room in its arena.
Status Trainer::State::compileAll() {
  const std::int64_t batch = plan.settings.batch, rest = plan.dataset->size(Split::Train) % batch;
  const StepKind kind = updatingKind(plan.settings);
  FOVEA_TRY(const TrainingProgram* const updating, trainingProgram(kind, batch));
  FOVEA_CHECK(notCancelled());
  if (plan.settings.accumulation > 1) {
    FOVEA_TRY([[maybe_unused]] const TrainingProgram* gathering, trainingProgram(StepKind::Gather, batch));
  }
  FOVEA_CHECK(notCancelled());
  if (rest > 0) {
    FOVEA_TRY([[maybe_unused]] const TrainingProgram* last, trainingProgram(kind, rest));
  }
  if (plan.settings.averaging != "none") FOVEA_CHECK(compileAverage(updating->step.variables));
  return compileValidation();
}

// With the weights as they are, with their averages, or first the one and later the other.
Status Trainer::State::compileValidation() {
  const std::int64_t batch = validationBatch();
  if (batch == 0) return {};
  const bool plainFirst = position.averages == 0 && position.epoch < plan.settings.averageStart;
  for (const bool averaged : {false, true}) {
    if (averaged ? !averages() : averages() && !plainFirst) continue;
    for (const std::int64_t size : {batch, plan.dataset->size(Split::Validation) % batch}) {
      if (size == 0) continue;
      FOVEA_CHECK(notCancelled());
      FOVEA_TRY([[maybe_unused]] const TrainingProgram* compiled, validationProgram(size, averaged));
    }
  }
  return {};
}

Status Trainer::State::compileAverage(const std::vector<VariableInfo>& variables) {
  FOVEA_TRY(const AverageGraph graph, buildAverageGraph(variables));
  FOVEA_TRY(average, Executor::compile(graph.graph, store));
  averageWeight = graph.weight;
  return {};
}

Status Trainer::State::followText(const std::vector<CarriedState>& carried) {
  const Dataset& data = *plan.dataset;
  FOVEA_TRY(trainingStreams, SampleStreams::of(data, Split::Train, plan.settings.batch));
  FOVEA_CHECK(trainingStreams->check(data, Split::Train, carried.front().layer));
  if (data.size(Split::Validation) == 0) return {};
  FOVEA_TRY(validationStreams, SampleStreams::of(data, Split::Validation, validationBatch()));
  return validationStreams->check(data, Split::Validation, carried.front().layer);
}

std::int64_t Trainer::State::validationBatch() const {
  const std::int64_t samples = plan.dataset->size(Split::Validation);
  return trainingStreams && samples > 0 ? measuringStreams(samples, plan.settings.batch)
                                        : std::min(plan.settings.batch, samples);
}

CompileOptions Trainer::State::compiling() const {
  CompileOptions options = compileOptions(plan.settings);
  options.arena = arena;
  return options;
}

Status Trainer::State::openLoaders() {
  BatchLoaderOptions options;
  options.threads = kAutomaticThreads;
  options.batch = plan.settings.batch;
  options.seed = static_cast<std::uint64_t>(plan.settings.seed);
  options.transforms = transforms;
  options.target = target;
  options.streams = trainingStreams.has_value();
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
  options.batch = validationBatch();
  options.shuffle = false;
  options.transforms = deterministicPart(transforms);
  options.startEpoch = 0;
  options.startPosition = 0;
  FOVEA_TRY(validationLoader, BatchLoader::create(plan.dataset, Split::Validation, options));
  return {};
}

Result<TrainingProgram*> Trainer::State::trainingProgram(StepKind kind, std::int64_t batch) {
  const auto found = training.find({kind, batch});
  if (found != training.end()) return &found->second;
  TrainingProgram program;
  FOVEA_TRY(program.step, buildTrainingGraph(plan.network, plan.settings, batch, kind, plan.dataset->info().lengths));
  FOVEA_TRY(program.executor, Executor::compile(program.step.graph, store, compiling()));
  return &training.emplace(std::pair(kind, batch), std::move(program)).first->second;
}

Result<TrainingProgram*> Trainer::State::validationProgram(std::int64_t batch, bool averaged) {
  const auto found = validation.find({averaged, batch});
  if (found != validation.end()) return &found->second;
  TrainingProgram program;
  const BatchFacts facts{trainingStreams ? validationBatch() : 0, plan.dataset->info().lengths};
  FOVEA_TRY(program.step, buildValidationGraph(plan.network, batch, averaged, facts));
  validationMetrics = program.step.metrics;
  if (const MetricInfo* metric = program.step.deciding()) deciding = *metric;
  FOVEA_TRY(program.executor, Executor::compile(program.step.graph, store, compiling()));
  return &validation.emplace(std::pair(averaged, batch), std::move(program)).first->second;
}

void Trainer::State::giveBack() {
  training.clear();
  validation.clear();
  average.reset();
  arena->buffer.reset();
  store = std::make_shared<VariableStore>(device);
}

// Says of a lack of memory which layer needs it and which batch would fit, after giving back what this run has taken.
// The batch is tried on the device, since its kernels may need more than the plan knows.
Error Trainer::State::explained(const Error& error) {
  if (error.code != ErrorCode::OutOfMemory) return error;
  giveBack();
  const DeviceInfo info = device->info();
  const std::int64_t asked = plan.settings.batch;
  std::int64_t fits = largestBatch(plan.network, plan.settings, info.memoryFreeBytes);
  for (; fits > 0 && !plan.cancel.cancelled(); fits -= std::max<std::int64_t>(1, fits / 16)) {
    plan.settings.batch = fits;
    const bool works = compileAll().ok();
    giveBack();
    if (works) break;
  }
  plan.settings.batch = asked;
  return describeOutOfMemory(plan.network, plan.settings, info, fits);
}

}  // namespace fovea
