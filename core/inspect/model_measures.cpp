#include "core/inspect/model_measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <set>

#include "core/data/loading/batch_maker.h"
#include "core/inspect/checkpoint_variables.h"
#include "core/network/flatten.h"
#include "core/network/losses.h"
#include "core/network/network_analysis.h"
#include "core/train/batch_feed.h"
#include "core/train/sample_streams.h"

namespace fovea {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kSamplesWanted = 512;  // enough to see a unit that is active for one sample in a hundred
constexpr std::int64_t kFewestBatches = 2, kMostBatches = 16;
constexpr double kBatchFlops = 2e10;  // for the forward pass, so that cancelling takes less than about a second
constexpr std::int64_t kSmallestBatch = 8;

// The limits of an activation's range.
struct ActivationRange {
  const char* type;
  double low, high;
};
constexpr std::array kRanges{ActivationRange{"sigmoid", 0, 1}, ActivationRange{"hard_sigmoid", 0, 1},
                             ActivationRange{"tanh", -1, 1}, ActivationRange{"softsign", -1, 1}};

const ActivationRange* rangeOf(const std::string& type) {
  const auto found = std::ranges::find_if(kRanges, [&](const ActivationRange& range) { return range.type == type; });
  return found == kRanges.end() ? nullptr : &*found;
}

double normOf(const Tensor& tensor) {
  double sum = 0;
  for (const float value : tensor.values<float>()) sum += static_cast<double>(value) * value;
  return std::sqrt(sum);
}

double distanceOf(const Tensor& one, const Tensor& other) {
  double sum = 0;
  const auto a = one.values<float>(), b = other.values<float>();
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += (static_cast<double>(a[i]) - b[i]) * (static_cast<double>(a[i]) - b[i]);
  return std::sqrt(sum);
}

double medianOf(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Returns true if values [C, L] of the layer are those of a signal, with channels before positions, rather than of a
// sequence [T, K]. Layers that keep the layout of their input are like the layer before; `signals` are known so far.
bool givesSignal(const Network& network, const Layer& layer, const std::set<LayerId>& signals) {
  switch (findLayer(layer.type)->family) {
    case LayerFamily::Convolution:
    case LayerFamily::Pooling:
      return true;
    case LayerFamily::Data:
    case LayerFamily::Linear:
    case LayerFamily::Sequence:
      return false;
    default:
      break;
  }
  const std::vector<Edge> edges = network.edgesInto(layer.id);
  return !edges.empty() && signals.contains(edges.front().source) != (layer.type == "permute");
}

// Extents of an output [N, C, …] as [outer, channels, inner]; sequences [N, T, K] have their channels last.
struct ChannelExtents {
  std::int64_t outer = 1, channels = 1, inner = 1;

  ChannelExtents(const Shape& shape, bool signal) {
    const int axis = shape.rank() == 3 && !signal ? 2 : std::min(1, shape.rank() - 1);
    for (int i = 0; i < axis; ++i) outer *= shape[i];
    if (axis >= 0) channels = shape[axis];
    for (int i = axis + 1; i < shape.rank(); ++i) inner *= shape[i];
  }
};

// Accumulated sums of one layer.
struct LayerSums {
  bool signal = false;  // see givesSignal()
  std::vector<double> zeros{}, saturated{};
  double perChannel = 0;  // number of values per channel
  std::vector<double> gradientNorms{};
};

class ModelMeasurer {
 public:
  ModelMeasurer(const Checkpoint& checkpoint, std::shared_ptr<const Dataset> dataset, std::shared_ptr<Device> device)
      : checkpoint_(checkpoint), dataset_(std::move(dataset)), device_(std::move(device)) {}

  Result<ModelMeasures> run(bool givenWeights, const ProgressFunction& progress, const CancelToken& cancel) {
    FOVEA_CHECK(prepare());
    const std::int64_t wanted = std::clamp((kSamplesWanted + batch_ - 1) / batch_, kFewestBatches, kMostBatches);
    Progress now{"Looking at batches", 0, static_cast<std::uint64_t>(wanted)};
    while (result_.batches < wanted) {
      if (cancel.cancelled()) return fail(ErrorCode::Cancelled, "The diagnosis was cancelled.");
      if (progress) progress(now);
      FOVEA_TRY(Batch batch, source_->next());
      if (batch.endOfEpoch || batch.size() < batch_) {  // the last batch of an epoch may be smaller
        if (result_.batches > 0) break;
        continue;
      }
      FOVEA_CHECK(look(batch));
      if (result_.batches == 0) first_ = std::move(batch);
      now.done = static_cast<std::uint64_t>(++result_.batches);
    }
    finish();
    FOVEA_CHECK(lookAtStart(givenWeights));
    return std::move(result_);
  }

 private:
  Status prepare();
  Status openSource();
  Status look(const Batch& batch);
  void lookAtInputs(const Batch& batch);
  void lookAtTargets(const Batch& batch);
  void lookAtPredictions(const Batch& batch, const Tensor& predictions);
  Status lookAtLayer(std::size_t index);
  Status runOn(const Batch& batch);
  Result<double> gradientNorm(const ProbeGraph::Tap& tap) const;
  Status lookAtStart(bool givenWeights);
  void finish();

  const Checkpoint& checkpoint_;
  std::shared_ptr<const Dataset> dataset_;
  std::shared_ptr<Device> device_;
  std::int64_t batch_ = 1;
  ProbeGraph step_;
  ValueId loss_;
  TargetSource targetSource_ = TargetSource::None;
  std::optional<SampleStreams> streams_;
  std::unique_ptr<BatchSource> source_;
  std::shared_ptr<VariableStore> variables_;
  std::unique_ptr<Executor> executor_;
  Batch first_;

  std::vector<LayerSums> sums_;
  std::vector<double> inputSums_, inputSquares_;
  double perInput_ = 0;
  std::set<ContentHash> contents_;
  std::set<std::int32_t> labels_;
  Tensor firstTarget_;
  std::int64_t judged_ = 0, sureAndWrong_ = 0, differentTargets_ = 0;
  int judging_ = -1;  // index of the layer with the class probabilities, if there are any
  double lossSum_ = 0;
  ModelMeasures result_;
};

Status ModelMeasurer::prepare() {
  FOVEA_TRY(const Network network, flattenNetwork(checkpoint_.network));
  FOVEA_TRY(const std::vector<LayerId> order, network.topologicalOrder());
  const Layer* const judging = judgingLoss(network);
  std::vector<std::string> names;
  std::set<LayerId> signals;
  for (const LayerId id : order) {
    const Layer& layer = *network.find(id);
    const LayerType* const type = findLayer(layer.type);
    if (!type) continue;
    const bool signal = givesSignal(network, layer, signals);
    if (signal) signals.insert(id);
    if (type->family == LayerFamily::Data || type->outputPorts(layer.parameters).empty()) continue;
    const bool probabilities = type->answers == AnswerMeaning::Classes && !type->loss.scores;
    if (&layer == judging && probabilities) judging_ = static_cast<int>(names.size());
    names.push_back(layer.name);
    sums_.push_back({.signal = signal});
    result_.layers.push_back({.name = layer.name, .type = layer.type});
  }
  const double each = analyzeNetwork(checkpoint_.network).flopsPerSample;
  const std::int64_t affordable = each > 0 ? static_cast<std::int64_t>(kBatchFlops / each) : checkpoint_.settings.batch;
  batch_ = std::min(checkpoint_.settings.batch, std::max(kSmallestBatch, affordable));
  batch_ = std::min(batch_, dataset_->size(Split::Train));
  if (batch_ == 0) return fail(ErrorCode::InvalidArgument, "The data set has no training samples.");
  const bool lengths = dataset_->info().lengths;
  FOVEA_TRY(step_, buildProbeGraph(checkpoint_.network, checkpoint_.settings, batch_, names, lengths));
  if (!step_.carried.empty() && batch_ != checkpoint_.settings.batch) {
    batch_ = std::min(checkpoint_.settings.batch, dataset_->size(Split::Train));
    FOVEA_TRY(step_, buildProbeGraph(checkpoint_.network, checkpoint_.settings, batch_, names, lengths));
  }
  FOVEA_CHECK(openSource());
  FOVEA_TRY(variables_, loadVariables(checkpoint_, step_.variables, device_));
  for (const auto& [name, value] : step_.graph->outputs())
    if (name == "loss") loss_ = value;
  FOVEA_TRY(executor_, Executor::compile(step_.graph, variables_));
  return {};
}

// Uses the batches of the run's first epoch.
Status ModelMeasurer::openSource() {
  const DatasetInfo& data = dataset_->info();
  FOVEA_TRY(const TransformPlan plan,
            TransformPlan::make(checkpoint_.transforms, {data.inputType, data.sampleShape}, data.uniform));
  FOVEA_TRY(targetSource_, chooseTarget(step_, data, batchInputType(data, plan)));
  if (!step_.carried.empty() && data.task == Task::NextSymbol) {
    FOVEA_TRY(streams_, SampleStreams::of(*dataset_, Split::Train, batch_));
  }
  BatchLoaderOptions options;
  options.threads = 0;
  options.batch = batch_;
  options.seed = static_cast<std::uint64_t>(checkpoint_.settings.seed);
  options.transforms = checkpoint_.transforms;
  options.target = wantedTarget(targetSource_, step_);
  options.parts = checkpoint_.parts;
  options.streams = streams_.has_value();
  FOVEA_TRY(source_, BatchLoader::create(dataset_, Split::Train, options));
  return {};
}

void ModelMeasurer::lookAtInputs(const Batch& batch) {
  const Tensor& input = batch.input();
  const std::size_t bytes = input.bytes() / static_cast<std::size_t>(batch.size());
  for (std::int64_t i = 0; i < batch.size(); ++i) {
    const std::uint32_t record = dataset_->recordOf(Split::Train, batch.indices[static_cast<std::size_t>(i)]);
    result_.records.push_back(record);
    const auto* const row = static_cast<const std::uint8_t*>(input.raw()) + static_cast<std::size_t>(i) * bytes;
    contents_.insert(contentHash({row, bytes}));
    if (input.dtype() != DataType::Float32) continue;
    const std::span numbers(reinterpret_cast<const float*>(row), bytes / sizeof(float));
    if (std::ranges::any_of(numbers, [](float value) { return !std::isfinite(value); }))
      result_.notFinite.push_back(record);
    else if (numbers.size() > 1 && std::ranges::all_of(numbers, [&](float value) { return value == numbers[0]; }))
      result_.constant.push_back(record);
  }
  if (input.dtype() != DataType::Float32 || input.shape().rank() < 2) return;
  const std::int64_t channels = input.shape()[1], inner = input.shape().elementsFrom(2);
  inputSums_.resize(static_cast<std::size_t>(channels));
  inputSquares_.resize(static_cast<std::size_t>(channels));
  const float* value = input.data<float>();
  for (std::int64_t n = 0; n < batch.size(); ++n)
    for (std::size_t c = 0; c < inputSums_.size(); ++c)
      for (std::int64_t i = 0; i < inner; ++i, ++value) {
        if (!std::isfinite(*value)) continue;
        inputSums_[c] += static_cast<double>(*value);
        inputSquares_[c] += static_cast<double>(*value) * *value;
      }
  perInput_ += static_cast<double>(batch.size() * inner);
}

void ModelMeasurer::lookAtTargets(const Batch& batch) {
  std::set<std::int32_t> own;
  for (const std::int32_t label : batch.labels.values<std::int32_t>())
    if (label != kNoLabel) own.insert(label);
  labels_.insert(own.begin(), own.end());
  result_.mixedBatches += own.size() > 1;
  if (targetSource_ != TargetSource::Batch || !batch.target.defined() || batch.target.dtype() != DataType::Float32)
    return;
  const std::size_t bytes = batch.target.bytes() / static_cast<std::size_t>(batch.size());
  if (!firstTarget_.defined()) firstTarget_ = batch.target.clone();
  const auto* const rows = static_cast<const std::uint8_t*>(batch.target.raw());
  for (std::size_t i = 0; i < static_cast<std::size_t>(batch.size()); ++i)
    differentTargets_ += std::memcmp(rows + i * bytes, firstTarget_.raw(), bytes) != 0;
}

void ModelMeasurer::lookAtPredictions(const Batch& batch, const Tensor& predictions) {
  if (predictions.shape().rank() != 2 || predictions.shape()[0] != batch.size()) return;
  const auto classes = static_cast<std::size_t>(predictions.shape()[1]);
  const auto labels = batch.labels.values<std::int32_t>();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == kNoLabel) continue;
    const auto row = predictions.values<float>().subspan(i * classes, classes);
    const auto best = std::ranges::max_element(row);
    ++judged_;
    sureAndWrong_ += static_cast<double>(*best) >= kSureFrom && best - row.begin() != labels[i];
  }
}

Status ModelMeasurer::lookAtLayer(std::size_t index) {
  const ProbeGraph::Tap& tap = step_.taps[index];
  MeasuredLayer& layer = result_.layers[index];
  LayerSums& sums = sums_[index];
  if (step_.graph->value(tap.output).type.dtype == DataType::Float32) {
    FOVEA_TRY(const Tensor output, executor_->read(tap.output));
    const ChannelExtents extents(output.shape(), sums.signal);
    const ActivationRange* const range = rangeOf(layer.type);
    const double margin = range ? kSaturationMargin * (range->high - range->low) : 0;
    sums.zeros.resize(static_cast<std::size_t>(extents.channels));
    sums.saturated.resize(sums.zeros.size());
    const float* value = output.data<float>();
    for (std::int64_t n = 0; n < extents.outer; ++n)
      for (std::size_t c = 0; c < sums.zeros.size(); ++c)
        for (std::int64_t i = 0; i < extents.inner; ++i, ++value) {
          sums.zeros[c] += *value == 0;
          layer.notFinite += !std::isfinite(*value);
          sums.saturated[c] += range && (static_cast<double>(*value) < range->low + margin ||
                                         static_cast<double>(*value) > range->high - margin);
        }
    sums.perChannel += static_cast<double>(extents.outer * extents.inner);
  }
  if (tap.gradients.empty()) return {};
  FOVEA_TRY(const double norm, gradientNorm(tap));
  sums.gradientNorms.push_back(norm);
  return {};
}

// Returns infinity if a gradient is not finite.
Result<double> ModelMeasurer::gradientNorm(const ProbeGraph::Tap& tap) const {
  double norm = 0;
  for (const ValueId gradient : tap.gradients) {
    FOVEA_TRY(const Tensor values, executor_->read(gradient));
    norm = std::hypot(norm, normOf(values));
  }
  return std::isfinite(norm) ? norm : std::numeric_limits<double>::infinity();
}

Status ModelMeasurer::runOn(const Batch& batch) {
  FOVEA_CHECK(bindBatch(step_, targetSource_, batch, streams_ ? &*streams_ : nullptr, *executor_));
  if (const Feed* step = step_.feeds.find(FeedRole::Step))
    FOVEA_CHECK(executor_->setInput(step->value, Tensor::of<std::int64_t>(Shape(), {checkpoint_.position.step})));
  return executor_->run();
}

Status ModelMeasurer::look(const Batch& batch) {
  lookAtInputs(batch);
  lookAtTargets(batch);
  FOVEA_CHECK(runOn(batch));
  FOVEA_TRY(const float loss, executor_->readScalar(loss_));
  lossSum_ += static_cast<double>(loss);
  result_.samples += batch.size();
  for (std::size_t i = 0; i < step_.taps.size(); ++i) FOVEA_CHECK(lookAtLayer(i));
  if (judging_ < 0) return {};
  FOVEA_TRY(const Tensor predictions, executor_->read(step_.taps[static_cast<std::size_t>(judging_)].output));
  lookAtPredictions(batch, predictions);
  return {};
}

void ModelMeasurer::finish() {
  const auto share = [](std::vector<double> counts, double of) {
    for (double& count : counts) count /= of;
    return counts;
  };
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    MeasuredLayer& layer = result_.layers[i];
    layer.zeroShare = share(std::move(sums_[i].zeros), sums_[i].perChannel);
    layer.saturatedShare = share(std::move(sums_[i].saturated), sums_[i].perChannel);
    layer.gradientNorm = medianOf(std::move(sums_[i].gradientNorms));
  }
  for (std::size_t c = 0; c < inputSums_.size(); ++c) {
    const double mean = inputSums_[c] / perInput_;
    const double variance = inputSquares_[c] / perInput_ - mean * mean;
    result_.inputs.push_back({fmt::format("channel {}", c), mean, std::sqrt(std::max(0.0, variance))});
  }
  result_.distinct = std::ssize(contents_);
  result_.labels = std::ssize(labels_);
  result_.constantTargets = firstTarget_.defined() && differentTargets_ == 0;
  result_.sureAndWrong = judged_ > 0 ? static_cast<double>(sureAndWrong_) / static_cast<double>(judged_) : kUnknown;
  result_.loss = lossSum_ / static_cast<double>(result_.batches);
}

// Compares the weights with the initial ones, and runs the first batch with the initial weights.
Status ModelMeasurer::lookAtStart(bool givenWeights) {
  double before = 0, change = 0, now = 0;
  const auto seed = static_cast<std::uint64_t>(checkpoint_.settings.seed);
  for (const VariableInfo& variable : step_.variables) {
    const Tensor* const weight = checkpoint_.findWeight(variable.name);
    const Tensor first = initialValue(variable, seed);
    const double start = normOf(first), norm = normOf(*weight);
    for (std::size_t i = 0; i < step_.taps.size(); ++i) {
      if (std::ranges::find(step_.taps[i].learned, variable.name) == step_.taps[i].learned.end()) continue;
      MeasuredLayer& layer = result_.layers[i];
      layer.parameters += variable.type.shape.elementCount();
      layer.weightNorm = std::hypot(layer.weightNorm, norm);
      layer.startWeightNorm = std::hypot(layer.startWeightNorm, start);
    }
    if (givenWeights) continue;
    FOVEA_CHECK(variables_->write(variable.name, first));
    if (!variable.trainable || variable.rateMultiplier == 0 || variable.type.shape.rank() < 2 || start == 0) continue;
    before = std::hypot(before, start);
    change = std::hypot(change, distanceOf(*weight, first));
    now = std::hypot(now, norm);
  }
  result_.moved = before > 0 ? change / before : kUnknown;
  result_.grown = before > 0 ? now / before : kUnknown;
  result_.startLoss = kUnknown;
  for (MeasuredLayer& layer : result_.layers) layer.startGradientNorm = kUnknown;
  if (givenWeights) return {};
  FOVEA_CHECK(runOn(first_));
  FOVEA_TRY(const float loss, executor_->readScalar(loss_));
  result_.startLoss = static_cast<double>(loss);
  for (std::size_t i = 0; i < step_.taps.size(); ++i) {
    if (step_.taps[i].gradients.empty()) continue;
    FOVEA_TRY(result_.layers[i].startGradientNorm, gradientNorm(step_.taps[i]));
  }
  return {};
}

}  // namespace

Result<ModelMeasures> measureModel(const Checkpoint& checkpoint, bool givenWeights,
                                   std::shared_ptr<const Dataset> dataset, std::shared_ptr<Device> device,
                                   const ProgressFunction& progress, const CancelToken& cancel) {
  return ModelMeasurer(checkpoint, std::move(dataset), std::move(device)).run(givenWeights, progress, cancel);
}

}  // namespace fovea
