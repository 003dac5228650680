// Why: processes one batch at a time: uploads its inputs, reads back its results, and sums up at the end of an epoch.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/train/schedule.h"
#include "core/train/trainer_state.h"

namespace fovea {
namespace {

Tensor scalar(double value) {
  return Tensor::of<float>(Shape(), {static_cast<float>(value)});
}

// Rows [first, first + count) along the first axis; an undefined tensor if there is none.
Tensor someRows(const Tensor& whole, const BatchShare& rows) {
  if (!whole.defined()) return {};
  std::vector<std::int64_t> extents(whole.shape().extents().begin(), whole.shape().extents().end());
  const std::size_t bytes = extents[0] > 0 ? whole.bytes() / static_cast<std::size_t>(extents[0]) : 0;
  extents[0] = rows.count;
  Tensor some = Tensor::make({whole.dtype(), Shape(extents)});
  std::memcpy(some.raw(), static_cast<const std::byte*>(whole.raw()) + bytes * static_cast<std::size_t>(rows.first),
              some.bytes());
  return some;
}

// The samples of a batch that one micro-batch reads.
Batch rowsOfBatch(const Batch& batch, const BatchShare& rows) {
  Batch some;
  for (const BatchPart& input : batch.inputs) some.inputs.push_back({input.name, someRows(input.values, rows)});
  some.labels = someRows(batch.labels, rows);
  some.target = someRows(batch.target, rows);
  some.lengths = someRows(batch.lengths, rows);
  const auto from = batch.indices.begin() + rows.first;
  some.indices.assign(from, from + rows.count);
  some.epoch = batch.epoch;
  some.firstPosition = batch.firstPosition + rows.first;
  return some;
}

// Adds `more` element by element.
void addTo(MetricSums& sums, const MetricSum& more) {
  for (MetricSum& sum : sums) {
    if (sum.name != more.name) continue;
    for (std::size_t i = 0; i < sum.values.size() && i < more.values.size(); ++i) sum.values[i] += more.values[i];
    return;
  }
  sums.push_back(more);
}

}  // namespace

double Trainer::State::rate() const {
  const std::int64_t step = position.step + position.scheduleShift;
  const double scheduled = scheduledLearningRate(plan.settings, step, stepsPerEpoch());
  return steeredRate(plan.settings, scheduled, position.rateFactor, position.rateSet);
}

// Returns whether an epoch with these values is the best so far; `value` receives the deciding metric.
bool Trainer::State::isBest(const Measured& judged, double& value) const {
  const bool first = position.bestEpoch == 0;
  if (!deciding) return first || judged.loss < position.bestValidationLoss;
  value = judged.accuracy;
  for (const auto& [name, other] : judged.others)
    if (name == deciding->name) value = other;
  return first || (deciding->lowerIsBetter ? value < position.bestValue : value > position.bestValue);
}

// The metric values computed from sums over `samples` samples.
Measured Trainer::State::measure(const std::vector<MetricInfo>& of, const MetricSums& sums, std::int64_t samples) {
  Measured result;
  const auto count = static_cast<double>(samples);
  const auto sumOf = [&](const std::string& name) {
    return std::find_if(sums.begin(), sums.end(), [&](const MetricSum& sum) { return sum.name == name; });
  };
  if (const auto loss = sumOf(kLossMetric); loss != sums.end()) {
    const std::vector<double>& values = loss->values;
    result.loss = values.size() > 1 && values[1] == 0 ? 0 : values.at(0) / (values.size() > 1 ? values[1] : count);
  }
  for (const MetricInfo& metric : of)
    if (const auto sum = sumOf(metric.name); sum != sums.end())
      appendMetricValues(metric, sum->values, count, result.others);
  result.accuracy = takeAccuracy(result.others);
  return result;
}

Result<MetricSums> Trainer::State::takeSums(const std::vector<MetricInfo>& of,
                                            std::string (*sumName)(const std::string&)) {
  MetricSums sums{{kLossMetric, {}}};
  for (const MetricInfo& metric : of) sums.push_back({metric.name, {}});
  for (MetricSum& sum : sums) {
    const std::string name = sumName(sum.name);
    FOVEA_TRY(const Tensor total, store->read(name));
    FOVEA_CHECK(store->clear(name));
    const auto values = total.values<float>();
    sum.values.assign(values.begin(), values.end());
  }
  return sums;
}

// Sets the inputs from the batch. A pass over the data begins with carried states of zero.
Status Trainer::State::bind(const StepProgram& program, const std::optional<SampleStreams>& streams,
                            const Batch& batch) {
  if (batch.firstPosition == 0)
    for (const CarriedState& state : program.step.carried) FOVEA_CHECK(store->clear(state.name));
  return bindBatch(program.step, targetSource, batch, streams ? &*streams : nullptr, *program.executor);
}

Status Trainer::State::runMicroBatches(TrainingProgram& program, const std::optional<SampleStreams>& streams,
                                       const Batch& batch, const std::function<Status(StepProgram&)>& run) {
  const std::size_t last = program.earlier.size();
  for (std::size_t i = 0; i <= last; ++i) {
    StepProgram& each = i < last ? program.earlier[i] : program;
    if (last == 0)
      FOVEA_CHECK(bind(each, streams, batch));
    else
      FOVEA_CHECK(bind(each, streams, rowsOfBatch(batch, rowsOf(batch.wholeSize(), static_cast<std::int64_t>(i)))));
    FOVEA_CHECK(run(each));
    for (const std::string& name : each.step.spent) FOVEA_CHECK(store->clear(name));
  }
  return {};
}

Result<TrainingProgram*> Trainer::State::runTraining(const Batch& batch, const RunExecutor& run) {
  const std::int64_t size = batch.wholeSize(), wanted = plan.settings.accumulation;
  const bool last = position.gatheredBatches + 1 >= wanted || position.sample + size >= samplesPerEpoch();
  const StepKind kind = wanted == 1 ? StepKind::Whole : last ? StepKind::Apply : StepKind::Gather;
  FOVEA_TRY(TrainingProgram * program, trainingProgram(kind, size));
  const auto feedAndRun = [&](StepProgram& each) -> Status {
    const FeedList& feeds = each.step.feeds;
    Executor& executor = *each.executor;
    const Feed* const learningRate = feeds.find(FeedRole::LearningRate);
    if (const double now = rate(); learningRate && now != program->rateOnDevice) {
      FOVEA_CHECK(executor.setInput(learningRate->value, scalar(now)));
      program->rateOnDevice = now;
    }
    if (const Feed* factor = feeds.find(FeedRole::GradientFactor))
      FOVEA_CHECK(executor.setInput(factor->value, scalar(1.0 / static_cast<double>(position.gatheredSamples + size))));
    if (const Feed* step = feeds.find(FeedRole::Step))
      FOVEA_CHECK(executor.setInput(step->value, Tensor::of<std::int64_t>(Shape(), {position.step})));
    return run(executor);
  };
  FOVEA_CHECK(runMicroBatches(*program, trainingStreams, batch, feedAndRun));
  return program;
}

// Completes a step after its program has run: counters, accumulators, averages.
Status Trainer::State::finishStep(const TrainingProgram& program, std::int64_t samples) {
  position.lastRate = rate();
  ++position.step;
  position.sample += samples;
  position.intervalSamples += samples;
  if (!program.step.feeds.has(FeedRole::LearningRate)) {
    ++position.gatheredBatches;
    position.gatheredSamples += samples;
    return {};
  }
  for (const std::string& name : accumulators) FOVEA_CHECK(store->clear(name));
  position.gatheredBatches = position.gatheredSamples = 0;
  const bool begun = position.epoch >= plan.settings.averageStart;
  const bool due = plan.settings.averaging == "exponential" || (plan.settings.averaging == "uniform" && epochTrained());
  return average && begun && due ? takeAverage() : Status();
}

// Uses the mean of all so far, until the exponential average gives the new value more weight.
Status Trainer::State::takeAverage() {
  double weight = 1.0 / static_cast<double>(position.averages + 1);
  if (plan.settings.averaging == "exponential") weight = std::max(weight, 1 - plan.settings.averageDecay);
  FOVEA_CHECK(average->setInput(averageWeight, scalar(weight)));
  FOVEA_CHECK(average->run());
  ++position.averages;
  return {};
}

Result<TrainingUpdate> Trainer::State::trainBatch() {
  const auto begun = Clock::now();
  FOVEA_TRY(Batch batch, trainingSource->next());
  if (batch.endOfEpoch) {
    FOVEA_TRY(batch, trainingSource->next());
  }
  const auto loaded = Clock::now();
  const double before = times.compute;
  auto update = trainOn(batch);
  const auto seconds = [](Clock::duration duration) { return std::chrono::duration<double>(duration).count(); };
  ++times.steps;
  times.data += seconds(loaded - begun);
  times.host += seconds(Clock::now() - loaded) - (times.compute - before);
  return update;
}

Result<TrainingUpdate> Trainer::State::trainOn(const Batch& batch) {
  const std::unique_ptr<Look> seen = lookIfDue(probes ? &*probes : nullptr, batch);
  const std::unique_ptr<Look> guard = lookIfDue(breakpoints ? &breakpoints->watch : nullptr, batch);
  const std::unique_ptr<Look> record = recordDue() ? lookForRecord(batch) : nullptr;
  TrainingUpdate update;
  update.samples = batch.wholeSize();
  if (std::exchange(traces, false)) update.trace = std::make_shared<const StepTrace>(trace(batch));
  const auto begun = Clock::now();
  FOVEA_TRY(TrainingProgram * program, runTraining(batch, [this](Executor& executor) {
              inBatch = true;
              return executor.run();
            }));
  times.compute += std::chrono::duration<double>(Clock::now() - begun).count();
  FOVEA_CHECK(finishStep(*program, batch.wholeSize()));

  const bool updated = program->step.feeds.has(FeedRole::LearningRate);
  if (guard) {
    FOVEA_CHECK(lookAgain(breakpoints->watch, *guard, updated));
    checkBreakpoints(*guard->frame, update);
    if (guard->frame->error) {
      update.breakpointsFailed = guard->frame->error;
      breakpoints.reset();
    }
  }
  if (seen) {
    FOVEA_CHECK(lookAgain(*probes, *seen, updated));
    update.probed = seen->frame;
    if (seen->frame->error) probes.reset();
  }
  if (record) FOVEA_CHECK(finishRecord(*record, updated, update));
  const bool validates = validationDue();
  if (epochTrained() || validates || position.step % plan.settings.logInterval == 0) {
    FOVEA_TRY(update.point, closeInterval());
    if (!update.point) {
      FOVEA_TRY(const TrainingUpdate back, diverged());
      update.trouble = back.trouble;
      return update;
    }
  }
  inBatch = false;
  position.validating = validates;
  if (epochTrained() && !validates) {
    FOVEA_TRY(update.epoch, closeEpoch());
  } else if (update.point) {
    FOVEA_CHECK(rememberNowAndThen());
  }
  return update;
}

// Nothing if the loss is not finite.
Result<std::optional<MetricPoint>> Trainer::State::closeInterval() {
  // Waits here for a device that works asynchronously.
  const auto begun = Clock::now();
  FOVEA_TRY(const MetricSums sums, takeSums(metrics, trainingSum));
  times.compute += std::chrono::duration<double>(Clock::now() - begun).count();
  const Measured measured = measure(metrics, sums, position.intervalSamples);
  if (!std::isfinite(measured.loss)) return std::optional<MetricPoint>();
  prove();
  for (const MetricSum& sum : sums) addTo(position.sums, sum);
  position.intervalSamples = 0;
  const double epochs = static_cast<double>(position.epoch) +
                        static_cast<double>(position.sample) / static_cast<double>(samplesPerEpoch());
  return std::optional(
      MetricPoint{position.step, epochs, measured.loss, measured.accuracy, position.lastRate, measured.others});
}

Result<TrainingUpdate> Trainer::State::validateBatch() {
  FOVEA_TRY(const Batch batch, validationSource->next());
  TrainingUpdate update;
  if (batch.endOfEpoch) {
    FOVEA_TRY(validationSums, takeSums(validationMetrics, validationSum));
    position.validating = false;
    if (!std::isfinite(measure(validationMetrics, validationSums, validationSamples).loss)) {
      validationSamples = 0;
      return diverged();
    }
    if (epochTrained()) {
      FOVEA_TRY(update.epoch, closeEpoch());
    } else {
      FOVEA_TRY(update.validation, closeValidation());
    }
    if (position.stoppedEarly) update.stoppedEarly = stopWords();
    return update;
  }
  if (batch.firstPosition == 0) FOVEA_CHECK(shareStatistics());
  FOVEA_TRY(TrainingProgram * program, validationProgram(batch.wholeSize(), validatesAverage()));
  FOVEA_CHECK(
      runMicroBatches(*program, validationStreams, batch, [](StepProgram& each) { return each.executor->run(); }));
  validationSamples += batch.wholeSize();
  return update;
}

Result<EpochRecord> Trainer::State::closeEpoch() {
  const bool validated = validationSamples > 0;
  const Measured trained = measure(metrics, position.sums, position.sample);
  const Measured checked = validated ? measure(validationMetrics, validationSums, validationSamples) : Measured();
  EpochRecord record;
  record.epoch = ++position.epoch;
  record.step = position.step;
  record.trainLoss = trained.loss;
  record.trainAccuracy = trained.accuracy;
  record.trainMetrics = trained.others;
  record.learningRate = position.lastRate;
  record.validationLoss = checked.loss;
  record.validationAccuracy = checked.accuracy;
  record.validationMetrics = checked.others;
  // If there is a validation split, only validated epochs can become the best one.
  if (validated || validationBatch() == 0) record.best = judge(validated ? checked : trained, validated, record.epoch);
  position.sample = 0;
  position.sums.clear();
  validationSums.clear();
  validationSamples = 0;
  rememberIfPossible(validated && !validatesAverage());
  return record;
}

}  // namespace fovea
