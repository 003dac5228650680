#include "core/inspect/evaluation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/inspect/checkpoint_variables.h"

namespace fovea {
namespace {

// The network compiled for one batch size.
struct Program {
  std::unique_ptr<Executor> executor;
  ValueId input, target, loss, predictions;
};

bool harder(const HardSample& a, const HardSample& b) {
  return a.labelProbability != b.labelProbability ? a.labelProbability < b.labelProbability : a.index < b.index;
}

// Keeps the hardest few of many samples.
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
  }

  Result<Evaluation> run(const CancelToken& cancel, const ProgressFunction& progress);

 private:
  Status prepare();
  Status checkFits(const LoweredNetwork& lowered) const;
  Result<Program*> program(std::int64_t batch);
  Status evaluateBatch(std::span<const std::int64_t> indices);
  Status judge(std::int64_t index, std::int32_t label, std::span<const float> probabilities);

  const Checkpoint& checkpoint_;
  const Dataset& dataset_;
  std::shared_ptr<Device> device_;
  EvaluationOptions options_;
  std::shared_ptr<VariableStore> variables_;
  std::optional<TransformPlan> transforms_;
  InputScratch scratch_;
  std::map<std::int64_t, Program> programs_;
  std::vector<std::int64_t> indices_;  // of the samples with a label
  double lossSum_ = 0;
  HardestSamples hardest_;
  Evaluation result_;
};

Status Evaluator::checkFits(const LoweredNetwork& lowered) const {
  const DatasetInfo& data = dataset_.info();
  if (!lowered.loss.valid() || lowered.classes < 1)
    return fail(ErrorCode::InvalidArgument, "The network has no loss, so it cannot be judged.",
                "Add a Cross-entropy layer after the last one.");
  if (lowered.sampleShape != transforms_->outputType().shape)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network takes samples of {}, but those of \"{}\" are {}.",
                            lowered.sampleShape.toString(), data.name, data.sampleShape.toString()),
                "Choose the data set that the network was trained on, or one like it.");
  const auto join = [](const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); };
  const bool sameNames = checkpoint_.classes.empty() || checkpoint_.classes == data.classes;
  if (sameNames && static_cast<std::int64_t>(data.classes.size()) <= lowered.classes) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("The network tells {} classes apart ({}), but \"{}\" has {} ({}).", lowered.classes,
                          join(checkpoint_.classes), data.name, data.classes.size(), join(data.classes)),
              "Choose a data set with the same classes in the same order.");
}

Status Evaluator::prepare() {
  const auto labels = dataset_.labels(result_.split);
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i] != kNoLabel) indices_.push_back(static_cast<std::int64_t>(i));
  result_.samples = static_cast<std::int64_t>(indices_.size());
  result_.unlabelled = static_cast<std::int64_t>(labels.size()) - result_.samples;
  if (options_.batch < 1) return fail(ErrorCode::InvalidArgument, "A batch needs at least one sample.");
  options_.batch = std::min(options_.batch, std::max<std::int64_t>(result_.samples, 1));
  FOVEA_TRY(const LoweredNetwork lowered,
            lowerNetwork(checkpoint_.network, {NetworkMode::Evaluation, options_.batch, 0}));
  FOVEA_TRY(transforms_,
            TransformPlan::make(deterministicPart(checkpoint_.transforms),
                                {dataset_.info().inputType, dataset_.info().sampleShape}, dataset_.info().uniform));
  FOVEA_CHECK(checkFits(lowered));
  if (result_.samples == 0)
    return fail(
        ErrorCode::InvalidArgument,
        fmt::format("The {} split of \"{}\" has no labelled sample.", splitName(result_.split), dataset_.info().name),
        "Choose another split.");
  FOVEA_TRY(variables_, loadVariables(checkpoint_, lowered.variables, device_));
  result_.confusion = ConfusionMatrix(lowered.classes);
  return {};
}

Result<Program*> Evaluator::program(std::int64_t batch) {
  const auto found = programs_.find(batch);
  if (found != programs_.end()) return &found->second;
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(checkpoint_.network, {NetworkMode::Evaluation, batch, 0}));
  lowered.builder->addOutput("loss", lowered.loss);
  lowered.builder->addOutput("predictions", lowered.predictions);
  FOVEA_TRY(const auto graph, lowered.builder->finish());
  Program program{nullptr, lowered.input, lowered.target, lowered.loss, lowered.predictions};
  FOVEA_TRY(program.executor, Executor::compile(graph, variables_));
  return &programs_.emplace(batch, std::move(program)).first->second;
}

Status Evaluator::judge(std::int64_t index, std::int32_t label, std::span<const float> probabilities) {
  if (std::any_of(probabilities.begin(), probabilities.end(), [](float p) { return std::isnan(p); }))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The network's answer to sample {} of the {} split is not a number.", index,
                            splitName(result_.split)),
                "Its training has diverged: choose an earlier checkpoint.");
  const auto best = std::max_element(probabilities.begin(), probabilities.end());
  const auto prediction = static_cast<std::int32_t>(best - probabilities.begin());
  result_.confusion.add(label, prediction);
  hardest_.add({index, label, prediction, *best, probabilities[static_cast<std::size_t>(label)]});
  return {};
}

Status Evaluator::evaluateBatch(std::span<const std::int64_t> indices) {
  const auto count = static_cast<std::int64_t>(indices.size());
  FOVEA_TRY(Program* const compiled, program(count));
  const TensorType type = transforms_->outputType();
  std::vector<std::int64_t> extents(type.shape.begin(), type.shape.end());
  extents.insert(extents.begin(), count);
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  FOVEA_TRY(Tensor images, Tensor::tryMake({type.dtype, shape}));
  FOVEA_TRY(Tensor labels, Tensor::tryMake({DataType::Int32, Shape{count}}));
  Random unused(0);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    FOVEA_TRY(const Content input, dataset_.input(result_.split, indices[i]));
    FOVEA_CHECK(
        prepareInput(input, *transforms_, unused, scratch_, static_cast<std::byte*>(images.raw()) + i * type.bytes()));
    labels.data<std::int32_t>()[i] = dataset_.labels(result_.split)[static_cast<std::size_t>(indices[i])];
  }
  Executor& executor = *compiled->executor;
  FOVEA_CHECK(executor.setInput(compiled->input, images));
  FOVEA_CHECK(executor.setInput(compiled->target, labels));
  FOVEA_CHECK(executor.run());
  FOVEA_TRY(const float loss, executor.readScalar(compiled->loss));
  FOVEA_TRY(const Tensor probabilities, executor.read(compiled->predictions));
  lossSum_ += static_cast<double>(loss) * static_cast<double>(count);
  const auto classes = static_cast<std::size_t>(result_.confusion.classes());
  for (std::size_t i = 0; i < indices.size(); ++i)
    FOVEA_CHECK(
        judge(indices[i], labels.data<std::int32_t>()[i], probabilities.values<float>().subspan(i * classes, classes)));
  return {};
}

Result<Evaluation> Evaluator::run(const CancelToken& cancel, const ProgressFunction& progress) {
  FOVEA_CHECK(prepare());
  const std::span<const std::int64_t> all = indices_;
  Progress state{"Evaluating", 0, static_cast<std::uint64_t>(all.size())};
  for (std::size_t first = 0; first < all.size(); first += static_cast<std::size_t>(options_.batch)) {
    if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The evaluation was cancelled.");
    const std::size_t count = std::min(static_cast<std::size_t>(options_.batch), all.size() - first);
    FOVEA_CHECK(evaluateBatch(all.subspan(first, count)));
    state.done += count;
    if (progress) progress(state);
  }
  result_.loss = lossSum_ / static_cast<double>(result_.samples);
  result_.accuracy = static_cast<double>(result_.confusion.correct()) / static_cast<double>(result_.samples);
  result_.classes = classScores(result_.confusion, dataset_.info().classes);
  result_.hardest = std::move(hardest_).finish();
  return std::move(result_);
}

}  // namespace

std::int64_t ConfusionMatrix::labelled(std::int64_t label) const {
  std::int64_t sum = 0;
  for (std::int64_t prediction = 0; prediction < classes_; ++prediction) sum += count(label, prediction);
  return sum;
}

std::int64_t ConfusionMatrix::predicted(std::int64_t prediction) const {
  std::int64_t sum = 0;
  for (std::int64_t label = 0; label < classes_; ++label) sum += count(label, prediction);
  return sum;
}

std::int64_t ConfusionMatrix::correct() const {
  std::int64_t sum = 0;
  for (std::int64_t index = 0; index < classes_; ++index) sum += count(index, index);
  return sum;
}

std::int64_t ConfusionMatrix::total() const {
  std::int64_t sum = 0;
  for (const std::int64_t count : counts_) sum += count;
  return sum;
}

std::vector<ClassScore> classScores(const ConfusionMatrix& confusion, const std::vector<std::string>& names) {
  std::vector<ClassScore> scores;
  for (std::int64_t index = 0; index < confusion.classes(); ++index) {
    const auto right = static_cast<double>(confusion.count(index, index));
    const auto predicted = static_cast<double>(confusion.predicted(index));
    ClassScore score;
    score.name = static_cast<std::size_t>(index) < names.size() ? names[static_cast<std::size_t>(index)]
                                                                : fmt::format("class {}", index);
    score.support = confusion.labelled(index);
    // 0 / 0 is NaN, which is what is meant.
    score.precision = right / predicted;
    score.recall = right / static_cast<double>(score.support);
    score.f1 = 2 * right / (predicted + static_cast<double>(score.support));
    scores.push_back(std::move(score));
  }
  return scores;
}

Result<Evaluation> evaluate(const Checkpoint& checkpoint, const Dataset& dataset, Split split,
                            std::shared_ptr<Device> device, const EvaluationOptions& options, const CancelToken& cancel,
                            const ProgressFunction& progress) {
  return Evaluator(checkpoint, dataset, split, std::move(device), options).run(cancel, progress);
}

}  // namespace fovea
