// Why: all checks and all compilation happen before the first step.
#include <fmt/format.h>

#include <algorithm>

#include "core/data/loading/batch_maker.h"
#include "core/train/memory_advice.h"
#include "core/train/starting_weights.h"
#include "core/train/trainer_state.h"

namespace fovea {
namespace {

// Checks that a checkpoint contains all state that the step needs to continue exactly. `step`: wholeStep().
Status checkComplete(const StepGraph& step, const VariableStore& store) {
  for (const Value& value : step.graph->values())
    if (value.kind == ValueKind::Variable && !store.contains(value.name))
      return fail(ErrorCode::Corrupt, "The checkpoint is damaged: it lacks \"" + value.name + "\".",
                  "Continue from an earlier one.");
  return {};
}

// Initial values need host memory, of which the system promises more than exists.
bool variablesFit(const StepGraph& step, const Device& device) {
  std::uint64_t bytes = 0;
  for (const Value& value : step.graph->values())
    if (value.kind == ValueKind::Variable) bytes += value.type.bytes();
  const std::uint64_t free = device.info().memoryFreeBytes;
  return free == 0 || bytes <= free;
}

}  // namespace

Status Trainer::State::notCancelled() const {
  return plan.cancel.cancelled() ? Status(fail(ErrorCode::Cancelled, "The run was stopped before it began."))
                                 : Status();
}

Status Trainer::State::prepare() {
  FOVEA_CHECK(notCancelled());
  FOVEA_CHECK(agree());
  FOVEA_TRY(StepGraph step, wholeStep());
  FOVEA_CHECK(checkRanks(step));
  FOVEA_CHECK(matchSource(step));
  if (!step.carried.empty()) FOVEA_CHECK(followText(step.carried));
  FOVEA_CHECK(openSources());
  FOVEA_CHECK(checkPolicies());
  metrics = step.metrics;
  if (const MetricInfo* metric = step.deciding(); metric && validationBatch() == 0) declared = *metric;
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
  std::vector<std::string> learned;
  for (const VariableInfo& variable : step.variables) {
    learned.push_back(variable.name);
    if (!variable.trainable) statistics.push_back(variable.name);
  }
  FOVEA_CHECK(takeFromFirst(learned));
  FOVEA_CHECK(notCancelled());
  if (const Status compiled = compileAll(); !compiled.ok()) return explained(compiled.error());
  FOVEA_CHECK(chooseDeciding());
  FOVEA_CHECK(remember(true));
  copies.reserve(memory->tensors);
  return {};
}

Result<StepGraph> Trainer::State::wholeStep() const {
  const std::int64_t batch = plan.settings.batch;
  return buildTrainingGraph(plan.network, plan.settings, ownRows(batch), updatingKind(), plan.source->info().lengths,
                            shareOf(batch, false));
}

// Determines which tensors of a batch feed the step, and the target of the loss.
Status Trainer::State::matchSource(const StepGraph& step) {
  const DatasetInfo& data = plan.source->info();
  if (plan.source->madeForStep()) {
    askForFeeds(step, request);
    targetSource = request.target ? TargetSource::Batch : TargetSource::None;
    if (step.feeds.has(FeedRole::Samples)) sampleType = {step.samples().type.dtype, step.sampleShape()};
    return {};
  }
  sampleType = {data.inputType, data.sampleShape};
  FOVEA_TRY(const TransformPlan fed, TransformPlan::make(transforms, sampleType, data.uniform));
  FOVEA_TRY(targetSource, chooseTarget(step, data, batchInputType(data, fed)));
  if (fed.mixes() && targetSource != TargetSource::OneHot && targetSource != TargetSource::Batch)
    return fail(
        ErrorCode::InvalidArgument,
        "The Input layer's transforms mix samples, so each has shares of several labels, which the loss does not take.",
        "Use Cross-entropy, or take what mixes out of the transforms.");
  target = wantedTarget(targetSource, step);
  return {};
}

// Compiles everything that an epoch runs, including its last batch and its validation, so that problems (mostly a lack
// of memory) appear before the run begins. All share one arena of the largest size.
Status Trainer::State::compileAll() {
  const std::int64_t batch = plan.settings.batch, rest = samplesPerEpoch() % batch;
  const StepKind kind = updatingKind();
  FOVEA_TRY(const TrainingProgram* const updating, trainingProgram(kind, batch));
  FOVEA_CHECK(checkNorms(updating->step));
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

// With the current weights, with their averages, or with the former and later the latter.
Status Trainer::State::compileValidation() {
  const std::int64_t batch = validationBatch();
  if (batch == 0) return {};
  const bool plainFirst = position.averages == 0 && position.epoch < plan.settings.averageStart;
  for (const bool averaged : {false, true}) {
    if (averaged ? !averages() : averages() && !plainFirst) continue;
    for (const std::int64_t size : {batch, plan.source->size(Split::Validation) % batch}) {
      if (size == 0) continue;
      FOVEA_CHECK(notCancelled());
      FOVEA_TRY([[maybe_unused]] const TrainingProgram* compiled, validationProgram(size, averaged));
    }
  }
  return {};
}

Status Trainer::State::compileAverage(const std::vector<VariableInfo>& variables) {
  FOVEA_TRY(const AverageGraph graph, buildAverageGraph(variables));
  CompileOptions options;
  options.arena = arena;
  options.setBeforeEachRun = {graph.weight};
  FOVEA_TRY(average, Executor::compile(graph.graph, store, options));
  averageWeight = graph.weight;
  return {};
}

Status Trainer::State::followText(const std::vector<CarriedState>& carried) {
  if (!plan.source->dataset()) return {};  // states continue from batch to batch
  const Dataset& data = *plan.source->dataset();
  FOVEA_TRY(trainingStreams, SampleStreams::of(data, Split::Train, plan.settings.batch));
  FOVEA_CHECK(trainingStreams->check(data, Split::Train, carried.front().layer));
  if (data.size(Split::Validation) == 0) return {};
  FOVEA_TRY(validationStreams, SampleStreams::of(data, Split::Validation, validationBatch()));
  return validationStreams->check(data, Split::Validation, carried.front().layer);
}

std::int64_t Trainer::State::validationBatch() const {
  const std::int64_t validated = plan.source->size(Split::Validation);
  return trainingStreams && validated > 0 ? measuringStreams(validated, plan.settings.batch)
                                          : std::min(plan.settings.batch, validated);
}

CompileOptions Trainer::State::compiling(const StepGraph& step) const {
  CompileOptions options = compileOptions(plan.settings);
  options.setBeforeEachRun = inputsOfEachRun(step.feeds);
  options.arena = arena;
  return options;
}

std::int64_t Trainer::State::samplesPerEpoch() const {
  return plan.source->endless() ? plan.endlessEpoch * plan.settings.batch : plan.source->size(Split::Train);
}

std::int64_t Trainer::State::stepsPerEpoch() const {
  return (samplesPerEpoch() + plan.settings.batch - 1) / plan.settings.batch;
}

// Moves both sources to `position`; opens them the first time.
Status Trainer::State::openSources() {
  const std::int64_t validationSize = plan.source->size(Split::Validation), trainingSize = samplesPerEpoch();
  // If a checkpoint was taken during the validation at the end of an epoch, that validation is repeated.
  const bool atEnd = trainingSize > 0 && position.sample == trainingSize;
  position.validating = atEnd || (position.validating && validationSize > 0);
  if (position.sample > trainingSize || (atEnd && validationSize == 0))
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format(
            "The checkpoint was taken after {} samples of an epoch, but \"{}\" has {} to train and {} to validate.",
            position.sample, plan.source->info().name, trainingSize, validationSize),
        "Continue with the data set that the run began with.");
  FOVEA_CHECK(openTraining(atEnd));
  return validationSize == 0 ? Status() : openValidation();
}

Status Trainer::State::openTraining(bool atEnd) {
  SourcePosition start{position.epoch + (atEnd ? 1 : 0), atEnd ? 0 : position.sample};
  if (plan.source->endless()) start = {0, position.epoch * samplesPerEpoch() + position.sample};
  if (trainingSource) return trainingSource->restore(start);
  BatchLoaderOptions& options = request.loading;
  options.threads = kAutomaticThreads;
  options.batch = plan.settings.batch;
  options.seed = static_cast<std::uint64_t>(plan.settings.seed);
  options.transforms = transforms;
  options.target = target;
  options.parts = parts;
  options.streams = trainingStreams.has_value();
  options.startEpoch = start.epoch;
  options.startPosition = start.sample;
  options.rank = rank();
  options.ranks = rankCount();
  FOVEA_TRY(trainingSource, plan.source->open(request));
  return {};
}

Status Trainer::State::openValidation() {
  if (validationSource) return validationSource->restore({});
  SourceRequest validated = request;
  validated.split = Split::Validation;
  validated.loading.batch = validationBatch();
  validated.loading.shuffle = false;
  validated.loading.transforms = deterministicPart(transforms);
  validated.loading.startEpoch = validated.loading.startPosition = 0;
  FOVEA_TRY(validationSource, plan.source->open(validated));
  return {};
}

Result<TrainingProgram> Trainer::State::programOf(std::int64_t batch, const BuildShare& build) const {
  const std::int64_t last = ownMicroBatches() - 1;
  const auto compiled = [&](std::int64_t index, bool dense) -> Result<StepProgram> {
    StepProgram program;
    FOVEA_TRY(program.step, build(rowsOf(batch, index).count, shareOfMicroBatch(batch, index, dense)));
    CompileOptions options = compiling(program.step);
    options.variablesChange = index < last;  // each of them would need memory for all weights
    FOVEA_TRY(program.executor, Executor::compile(program.step.graph, store, options));
    return program;
  };
  TrainingProgram program;
  for (std::int64_t index = 0; index < last; ++index) {
    FOVEA_TRY(program.earlier.emplace_back(), compiled(index, false));
  }
  for (const bool dense : {false, true}) {
    FOVEA_TRY(static_cast<StepProgram&>(program), compiled(last, dense));
    FOVEA_TRY(const bool alike, sumsAlike(*program.executor));
    if (alike) break;
  }
  return program;
}

Result<TrainingProgram*> Trainer::State::trainingProgram(StepKind kind, std::int64_t batch) {
  const auto found = training.find({kind, batch});
  if (found != training.end()) return &found->second;
  FOVEA_TRY(TrainingProgram program, programOf(batch, [&](std::int64_t rows, const StepShare& share) {
              return buildTrainingGraph(plan.network, plan.settings, rows, kind, plan.source->info().lengths, share);
            }));
  return &training.emplace(std::pair(kind, batch), std::move(program)).first->second;
}

Result<TrainingProgram*> Trainer::State::validationProgram(std::int64_t batch, bool averaged) {
  const auto found = validation.find({averaged, batch});
  if (found != validation.end()) return &found->second;
  const BatchFacts facts{trainingStreams ? validationBatch() : 0, plan.source->info().lengths};
  FOVEA_TRY(TrainingProgram program, programOf(batch, [&](std::int64_t rows, const StepShare& share) {
              return buildValidationGraph(plan.network, rows, averaged, facts, share);
            }));
  validationMetrics = program.step.metrics;
  if (const MetricInfo* metric = program.step.deciding()) declared = *metric;
  return &validation.emplace(std::pair(averaged, batch), std::move(program)).first->second;
}

void Trainer::State::giveBack() {
  training.clear();
  validation.clear();
  forgetProbePrograms();
  average.reset();
  arena->buffer.reset();
  store = std::make_shared<VariableStore>(device);
}

// Adds to an out-of-memory error which layer needs most and which batch would fit, after freeing the memory of this
// run. Tries the batch on the device, since its kernels may need more than the plan says.
Error Trainer::State::explained(const Error& error) {
  if (error.code != ErrorCode::OutOfMemory || ranks()) return error;
  giveBack();
  const DeviceInfo info = device->info();
  const std::int64_t asked = plan.settings.batch, unit = plan.settings.microBatches;
  const auto whole = [unit](std::int64_t batch) { return batch / unit * unit; };
  std::int64_t fits = whole(largestBatch(plan.network, plan.settings, info.memoryFreeBytes));
  for (; fits > 0 && !plan.cancel.cancelled(); fits -= std::max(unit, whole(fits / 16))) {
    plan.settings.batch = fits;
    const bool works = compileAll().ok();
    giveBack();
    if (works) break;
  }
  plan.settings.batch = asked;
  return describeOutOfMemory(plan.network, plan.settings, info, fits);
}

}  // namespace fovea
