#include "core/inspect/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

#include "core/data/loading/batch_maker.h"
#include "core/inspect/answer_scores.h"
#include "core/inspect/checkpoint_variables.h"
#include "core/network/losses.h"
#include "core/network/sample_entry.h"
#include "core/train/batch_feed.h"
#include "core/train/sample_streams.h"

namespace fovea {
namespace {

// The network compiled for one batch size, with its metrics as outputs.
struct Program {
  StepGraph step;
  ValueId loss, lossCount, predictions;
  std::unique_ptr<Executor> executor;
};

constexpr std::int64_t kMostSamplesAtOnce = 256;

// Orders by the label's probability, which tells samples apart whose errors are rounded to 1.
bool harder(const HardSample& a, const HardSample& b) {
  if (std::isnan(a.labelProbability)) return a.error != b.error ? a.error > b.error : a.index < b.index;
  return a.labelProbability != b.labelProbability ? a.labelProbability < b.labelProbability : a.index < b.index;
}

// Collects the hardest of many samples in bounded memory.
class HardestSamples {
 public:
  explicit HardestSamples(std::size_t keep) : keep_(keep) {}

  void add(const HardSample& sample) {
    if (keep_ == 0) return;
    samples_.push_back(sample);
    if (samples_.size() >= 4 * keep_ + 1024) cut();
  }
  std::vector<HardSample> finish() && {
    cut();
    std::sort(samples_.begin(), samples_.end(), harder);
    return std::move(samples_);
  }

 private:
  void cut() {
    if (samples_.size() <= keep_) return;
    std::nth_element(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(keep_), samples_.end(), harder);
    samples_.resize(keep_);
  }
  std::size_t keep_;
  std::vector<HardSample> samples_;
};

class Evaluator {
 public:
  Evaluator(const Checkpoint& checkpoint, const Dataset& dataset, Split split, std::shared_ptr<Device> device,
            const EvaluationOptions& options)
      : checkpoint_(checkpoint),
        dataset_(dataset),
        device_(std::move(device)),
        options_(options),
        hardest_(options.hardest) {
    result_.split = split;
    if (options_.batch == 0) options_.batch = usualBatch(checkpoint);
  }

  Result<Evaluation> run(const CancelToken& cancel, const ProgressFunction& progress);

 private:
  Status prepare();
  void chooseSamples();
  Status checkKind() const;
  Status checkNames(std::int64_t classes) const;
  Status checkFits(const StepGraph& step);
  Status followText(const StepGraph& step);
  Result<Program> lower(std::int64_t batch, std::int64_t streams) const;
  Result<Program*> program(std::int64_t batch);
  Status load(std::vector<Batch>& batches, std::size_t first, std::size_t count, const CancelToken& cancel) const;
  Status start(const Batch& batch);
  Status takeAnswers(const Batch& batch);
  Status addSums(const Program& program);
  Tensor targetOf(const StepGraph& step, const Batch& batch) const;
  Status addBatch(const StepGraph& step, const Batch& batch, const Tensor& predictions);
  Status judge(std::int64_t index, std::int32_t label, std::span<const float> probabilities);
  Status checkNumbers(const Tensor& predictions) const;
  Status finish(const CancelToken& cancel);

  const Checkpoint& checkpoint_;
  const Dataset& dataset_;
  std::shared_ptr<Device> device_;
  EvaluationOptions options_;
  std::shared_ptr<VariableStore> variables_;
  std::shared_ptr<SharedArena> arena_ = std::make_shared<SharedArena>();  // each batch is read before the next runs
  std::optional<BatchMaker> maker_;
  std::map<std::int64_t, Program> programs_;
  std::vector<std::int64_t> indices_;  // indices of the samples to evaluate, in the order of the batches
  std::optional<SampleStreams> streams_;
  TargetSource source_ = TargetSource::None;
  bool byLabel_ = false;  // each sample has one label and is scored separately
  bool byScores_ = false;  // classes have scores instead of probabilities
  std::unique_ptr<AnswerScores> scores_;
  std::int64_t ignored_ = -1;        // the label of ignored samples and positions
  std::vector<ClassCounts> counts_;  // per class, if `byLabel_`
  ClassRanking ranking_;
  std::vector<MetricInfo> metrics_;
  std::vector<MetricSum> sums_;
  double lossSum_ = 0, lossCount_ = 0;  // each batch counts as much as it does in the loss of all samples at once
  HardestSamples hardest_;
  Evaluation result_;
};

// Selects all samples; for classification only those with a label.
void Evaluator::chooseSamples() {
  const auto labels = dataset_.labels(result_.split);
  const bool needed = dataset_.info().task == Task::Classification && source_ != TargetSource::Images;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (!needed || labels[i] != kNoLabel) indices_.push_back(static_cast<std::int64_t>(i));
  result_.unlabelled = std::ssize(labels) - std::ssize(indices_);
  if (options_.only)
    std::erase_if(indices_, [&](std::int64_t index) { return !std::ranges::binary_search(*options_.only, index); });
  result_.samples = std::ssize(indices_);
}

// Uses the same sequence rows as validation during training if the network carries states.
Status Evaluator::followText(const StepGraph& step) {
  if (step.carried.empty() || dataset_.info().task != Task::NextSymbol) return {};
  if (options_.only)
    return fail(ErrorCode::Unsupported, "The network carries its state from sample to sample.",
                "Evaluate all of them.");
  const std::int64_t rows = measuringStreams(result_.samples, checkpoint_.settings.batch);
  FOVEA_TRY(streams_, SampleStreams::of(dataset_, result_.split, rows));
  for (std::int64_t i = 0; i < result_.samples; ++i)
    indices_[static_cast<std::size_t>(i)] = streamSample(result_.samples, rows, i);
  options_.batch = result_.streams = rows;
  result_.gaps = streams_->gaps();
  return {};
}

Status Evaluator::checkNames(std::int64_t classes) const {
  const DatasetInfo& data = dataset_.info();
  const auto join = [](const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); };
  const bool sameNames = checkpoint_.classes.empty() || checkpoint_.classes == data.classes;
  if (sameNames && (!byLabel_ || static_cast<std::int64_t>(data.classes.size()) <= classes)) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The network tells {} classes apart ({}), but \"{}\" has {} ({}).", classes,
                          join(checkpoint_.classes), data.name, data.classes.size(), join(data.classes)),
              "Choose a data set with the same classes in the same order.");
}

// Checks that training and evaluation data are of one kind, since the transforms have no meaning otherwise.
Status Evaluator::checkKind() const {
  const TensorType &known = checkpoint_.samples, given{dataset_.info().inputType, dataset_.info().sampleShape};
  const int rank = known.shape.rank();
  if (rank == 0 || (known.dtype == given.dtype && rank == given.shape.rank() && known.shape[0] == given.shape[0]))
    return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The network was trained on samples such as {}, but those of \"{}\" are {}.",
                          known.toString(), dataset_.info().name, given.toString()),
              "Choose the data set that the network was trained on, or one like it.");
}

Status Evaluator::checkFits(const StepGraph& step) {
  FOVEA_CHECK(checkKind());
  DatasetInfo data = dataset_.info();
  for (SplitInfo& split : data.splits) split.unlabelled = 0;  // unlabelled samples are not evaluated
  const TransformList transforms = deterministicPart(checkpoint_.transforms);
  FOVEA_TRY(const TransformPlan plan,
            TransformPlan::make(transforms, {data.inputType, data.sampleShape}, data.uniform));
  FOVEA_CHECK(needSamples(step));
  const AnswerKind kind = answerKind(checkpoint_.network, step.predictionShape);
  result_.kind = kind;
  byScores_ = answersAreScores(checkpoint_.network);
  ignored_ = ignoredLabel(checkpoint_.network);
  const Feed* const target = step.feeds.find(FeedRole::Target);
  byLabel_ = data.task == Task::Classification && kind == AnswerKind::Classes && target &&
             target->type == TensorType{DataType::Int32, Shape{options_.batch}};
  if (step.sampleShape() == batchInputType(data, plan).shape) FOVEA_CHECK(checkNames(step.classes));
  FOVEA_TRY(source_, chooseTarget(step, data, batchInputType(data, plan)));
  FOVEA_TRY(maker_, BatchMaker::make(dataset_, transforms, wantedTarget(source_, step), checkpoint_.parts));
  if (source_ == TargetSource::Batch || kind == AnswerKind::Numbers || kind == AnswerKind::Embedding)
    scores_ = answerScores(kind, data.classes);
  return {};
}

Status Evaluator::prepare() {
  if (options_.batch < 1) return fail(ErrorCode::InvalidArgument, "A batch needs at least one sample.");
  FOVEA_TRY(const Program first, lower(options_.batch, options_.batch));
  FOVEA_CHECK(checkFits(first.step));
  chooseSamples();
  if (result_.samples == 0)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("The {} split of \"{}\" has no labelled sample.", splitName(result_.split), dataset_.info().name),
        "Choose another split.");
  FOVEA_CHECK(followText(first.step));
  FOVEA_TRY(variables_, loadVariables(checkpoint_, first.step.variables, device_));
  metrics_ = first.step.metrics;
  if (!byLabel_) return {};
  counts_.resize(static_cast<std::size_t>(first.step.classes));
  if (first.step.classes <= ConfusionMatrix::kMostClasses) result_.confusion = ConfusionMatrix(first.step.classes);
  return {};
}

Result<Program> Evaluator::lower(std::int64_t batch, std::int64_t streams) const {
  FOVEA_TRY(LoweredNetwork lowered,
            lowerNetwork(checkpoint_.network, {NetworkMode::Evaluation, batch, 0, {streams, dataset_.info().lengths}}));
  if (!lowered.loss.valid())
    return fail(ErrorCode::InvalidArgument, "The network has no loss, so it cannot be evaluated.",
                "Add a Cross-entropy layer after the last one.");
  Program program;
  program.loss = lowered.loss;
  program.lossCount = lowered.lossCount;
  program.predictions = lowered.predictions;
  lowered.builder->addOutput("loss", lowered.loss);
  if (lowered.lossCount.valid()) lowered.builder->addOutput("loss_count", lowered.lossCount);
  lowered.builder->addOutput("predictions", lowered.predictions);
  for (const MetricInfo& metric : lowered.metrics) lowered.builder->addOutput("metric." + metric.name, metric.value);
  FOVEA_TRY(program.step, stepOf(std::move(lowered)));
  return program;
}

Result<Program*> Evaluator::program(std::int64_t batch) {
  const auto found = programs_.find(batch);
  if (found != programs_.end()) return &found->second;
  FOVEA_TRY(Program program, lower(batch, result_.streams));
  CompileOptions options;
  options.arena = arena_;
  options.setBeforeEachRun = inputsOfEachRun(program.step.feeds);
  FOVEA_TRY(program.executor, Executor::compile(program.step.graph, variables_, options));
  return &programs_.emplace(batch, std::move(program)).first->second;
}

Status Evaluator::judge(std::int64_t index, std::int32_t label, std::span<const float> probabilities) {
  if (std::any_of(probabilities.begin(), probabilities.end(), [](float p) { return std::isnan(p); }))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network's answer to sample {} of the {} split is not a number.", index,
                            splitName(result_.split)),
                "Its training has diverged: choose an earlier checkpoint.");
  const SampleAnswer answer = classAnswer(index, label, probabilities, byScores_);
  const HardSample sample{index,
                          label,
                          answer.prediction,
                          static_cast<double>(answer.confidence),
                          static_cast<double>(answer.labelProbability),
                          static_cast<double>(answer.error)};
  if (options_.each) options_.each(sample);
  if (options_.probabilities) options_.probabilities(sample, probabilities);
  if (label == ignored_) return {};  // it counts in no measure, as in the loss
  ++counts_[static_cast<std::size_t>(label)].labelled;
  ++counts_[static_cast<std::size_t>(sample.prediction)].predicted;
  if (label == sample.prediction) ++counts_[static_cast<std::size_t>(label)].right;
  if (result_.confusion.classes() > 0) result_.confusion.add(label, sample.prediction);
  hardest_.add(sample);
  if (!options_.details) return {};
  ranking_.add(probabilities, label);
  result_.answers.push_back(answer);
  return {};
}

Status Evaluator::checkNumbers(const Tensor& predictions) const {
  const auto values = predictions.values<float>();
  if (std::none_of(values.begin(), values.end(), [](float value) { return std::isnan(value); })) return {};
  return fail(ErrorCode::InvalidArgument, "The network answers with something that is not a number.",
              "Its training has diverged: choose an earlier checkpoint.");
}

// Loads the batches of `count` samples; those before leave their memory.
Status Evaluator::load(std::vector<Batch>& batches, std::size_t first, std::size_t count,
                       const CancelToken& cancel) const {
  const auto batch = static_cast<std::size_t>(options_.batch);
  batches.resize((count + batch - 1) / batch);
  auto indices = std::span<const std::int64_t>(indices_).subspan(first, count);
  for (Batch& each : batches) {
    const auto own = indices.first(std::min(batch, indices.size()));
    if (std::ssize(own) != each.size()) {
      FOVEA_TRY(each, maker_->allocate(std::ssize(own)));
    }
    each.indices.assign(own.begin(), own.end());
    each.firstPosition = static_cast<std::int64_t>(first + count - indices.size());
    indices = indices.subspan(own.size());
  }
  return maker_->fillInParallel(result_.split, 0, batches, cancel);
}

// Adds the metric sums of the batch that was computed last.
Status Evaluator::addSums(const Program& program) {
  sums_.resize(metrics_.size());
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    FOVEA_TRY(const Tensor sum, program.executor->read(program.step.metrics[i].value));
    const auto values = sum.values<float>();
    sums_[i].values.resize(values.size());
    for (std::size_t k = 0; k < values.size(); ++k) sums_[i].values[k] += static_cast<double>(values[k]);
  }
  return {};
}

Tensor Evaluator::targetOf(const StepGraph& step, const Batch& batch) const {
  const Feed* const feed = step.feeds.find(FeedRole::Target);
  return feed ? makeTarget(source_, feed->type, batch) : Tensor();
}

// A device that works asynchronously goes on while the next batches are loaded.
Status Evaluator::start(const Batch& batch) {
  FOVEA_TRY(Program* const compiled, program(batch.size()));
  FOVEA_CHECK(bindBatch(compiled->step, source_, batch, streams_ ? &*streams_ : nullptr, *compiled->executor));
  return compiled->executor->run();
}

// Adds the results of the batch that was started last.
Status Evaluator::takeAnswers(const Batch& batch) {
  FOVEA_TRY(Program* const compiled, program(batch.size()));
  const Executor& executor = *compiled->executor;
  FOVEA_TRY(const float loss, executor.readScalar(compiled->loss));
  double count = static_cast<double>(batch.size());
  if (compiled->lossCount.valid()) {
    FOVEA_TRY(count, executor.readScalar(compiled->lossCount));
  }
  lossSum_ += static_cast<double>(loss) * count;
  lossCount_ += count;
  FOVEA_CHECK(addSums(*compiled));
  FOVEA_TRY(const Tensor predictions, executor.read(compiled->predictions));
  if (!byLabel_) return addBatch(compiled->step, batch, predictions);
  const std::size_t classes = counts_.size();
  for (std::size_t i = 0; i < batch.indices.size(); ++i)
    FOVEA_CHECK(judge(batch.indices[i], batch.labels.data<std::int32_t>()[i],
                      predictions.values<float>().subspan(i * classes, classes)));
  return {};
}

// Scores the answers of samples that have no single label.
Status Evaluator::addBatch(const StepGraph& step, const Batch& batch, const Tensor& predictions) {
  FOVEA_CHECK(checkNumbers(predictions));
  if (!scores_ && !options_.details) return {};
  const Tensor target = targetOf(step, batch);
  if (scores_) scores_->add(predictions, target, batch);
  if (!options_.details) return {};
  addAnswers(result_.kind, batch, predictions, target, ignored_, result_.answers);
  if (result_.kind != AnswerKind::SeveralClasses || !target.defined()) return {};
  const auto classes = static_cast<std::size_t>(predictions.shape()[1]);
  for (std::size_t i = 0; i < batch.indices.size(); ++i)
    ranking_.add(predictions.values<float>().subspan(i * classes, classes),
                 target.values<float>().subspan(i * classes, classes));
  return {};
}

// Computes the final metrics from sums over all samples.
Status Evaluator::finish(const CancelToken& cancel) {
  const auto samples = static_cast<double>(result_.samples);
  result_.loss = lossCount_ == 0 ? 0 : lossSum_ / lossCount_;
  for (std::size_t i = 0; i < metrics_.size(); ++i) {
    const MetricInfo& metric = metrics_[i];
    const std::vector<double>& sums = sums_[i].values;
    appendMetricValues(metric, sums, samples, result_.metrics);
    if (metric.kind != MetricKind::Confusion || byLabel_) continue;
    const auto classes = std::llround(std::sqrt(static_cast<double>(sums.size())));
    result_.confusion = ConfusionMatrix(classes);
    for (std::int64_t k = 0; k < classes * classes; ++k)
      result_.confusion.add(k / classes, k % classes, std::llround(sums[static_cast<std::size_t>(k)]));
  }
  result_.accuracy = takeAccuracy(result_.metrics);
  if (!byLabel_) counts_ = classCounts(result_.confusion);
  const auto sumOf = [&](std::int64_t ClassCounts::*count) {
    return std::transform_reduce(counts_.begin(), counts_.end(), 0.0, std::plus(),
                                 [&](const ClassCounts& counts) { return static_cast<double>(counts.*count); });
  };
  if (byLabel_) result_.accuracy = sumOf(&ClassCounts::right) / sumOf(&ClassCounts::labelled);
  result_.classes = classScores(counts_, dataset_.info().classes);
  if (scores_) scores_->finish(result_);
  result_.hardest = std::move(hardest_).finish();
  FOVEA_TRY(auto curves, ranking_.finish(result_.classes, cancel));
  if (!curves.empty()) result_.curves = std::move(curves);
  result_.calibration = calibrationOf(result_.answers);
  return {};
}

Result<Evaluation> Evaluator::run(const CancelToken& cancel, const ProgressFunction& progress) {
  FOVEA_CHECK(prepare());
  options_.batch = std::min(options_.batch, result_.samples);
  const std::size_t all = indices_.size();
  Progress state{"Evaluating", 0, all};
  constexpr std::int64_t kCheapBatchesAtOnce = 8;
  const std::int64_t batchesAtOnce = maker_->isCheap(result_.split, options_.batch) ? kCheapBatchesAtOnce : 1;
  const auto samplesAtOnce = static_cast<std::size_t>(options_.batch * batchesAtOnce);
  std::vector<Batch> batches, next;
  FOVEA_CHECK(load(next, 0, std::min(samplesAtOnce, all), cancel));
  for (std::size_t first = 0; first < all; first += samplesAtOnce) {
    batches.swap(next);
    for (const Batch& batch : batches) {
      if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The evaluation was cancelled.");
      FOVEA_CHECK(start(batch));
      if (const std::size_t following = first + samplesAtOnce; &batch == &batches.back() && following < all)
        FOVEA_CHECK(load(next, following, std::min(samplesAtOnce, all - following), cancel));
      FOVEA_CHECK(takeAnswers(batch));
      state.done += static_cast<std::uint64_t>(batch.size());
      if (progress) progress(state);
    }
  }
  FOVEA_CHECK(finish(cancel));
  return std::move(result_);
}

}  // namespace

std::int64_t usualBatch(const Checkpoint& checkpoint) {
  return std::clamp(checkpoint.settings.batch, std::int64_t{1}, kMostSamplesAtOnce);
}

Result<Evaluation> evaluate(const Checkpoint& checkpoint, const Dataset& dataset, Split split,
                            std::shared_ptr<Device> device, const EvaluationOptions& options, const CancelToken& cancel,
                            const ProgressFunction& progress) {
  return Evaluator(checkpoint, dataset, split, std::move(device), options).run(cancel, progress);
}

}  // namespace fovea
