#include "core/train/training_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/graph/autodiff.h"
#include "core/graph/passes/loss_scaling.h"
#include "core/graph/passes/precision.h"
#include "core/layers/loss_terms.h"
#include "core/ops/pointwise_builder.h"
#include "core/train/input_transforms.h"
#include "core/train/optimizer.h"
#include "core/train/step_parts.h"

namespace fovea {
namespace {

const TensorType kScalar{DataType::Float32, Shape()};
constexpr const char* kUpdateCount = "optimizer.updates";

// Size of the buckets in which gradients are summed over the ranks. Smaller buckets start earlier, larger ones need
// fewer messages.
constexpr std::size_t kBucketBytes = std::size_t{4} << 20;

// Writes the updates from the gradients of all learned parameters.
class UpdateWriter {
 public:
  // `batch`: samples of the whole batch.
  UpdateWriter(LoweredNetwork& lowered, const TrainingSettings& settings, std::int64_t batch, const StepShare& share,
               const LossShare& loss)
      : lowered_(lowered), builder_(*lowered.builder), settings_(settings), batch_(batch), share_(share) {
    if (isParted(share)) loss_ = loss;
    for (const VariableInfo& variable : lowered.variables)
      if (variable.trainable && variable.rateMultiplier > 0) learning_.push_back(&variable);
  }

  // Adds to `spent` as StepGraph says.
  Status write(StepKind kind, std::vector<std::string>& spent) {
    if (learning_.empty())
      return fail(ErrorCode::InvalidArgument,
                  "No layer of the network can learn: it has no weights, or all are frozen.",
                  "Add a layer with weights, or let one thaw.");
    std::vector<ValueId> values;
    for (const VariableInfo* variable : learning_) values.push_back(variable->value);
    if (settings_.precision == "f16") scale_ = addLossScale(builder_);
    const ValueId loss = scale_ ? scaledLoss(builder_, *scale_, lowered_.loss) : lowered_.loss;
    FOVEA_TRY(gradients_, differentiate(builder_, loss, values, {}, loss_.own));
    if (share_.microBatches > 1) join(spent);
    if (!share_.isLast()) return builder_.status();
    if (share_.ranks) reduce();
    if (kind != StepKind::Whole) gather();
    if (kind != StepKind::Gather) update(kind);
    return builder_.status();
  }

 private:
  // The weight of the gradients of this graph's samples in those of the whole batch.
  double partFactor() const { return loss_.valid() ? countFactor(share_) : share_.weight; }

  // Adds the gradients to those of the micro-batches before, weighted by their samples.
  void join(std::vector<std::string>& spent) {
    for (std::size_t i = 0; i < learning_.size(); ++i) {
      builder_.setScope(learning_[i]->layer);
      gradients_[i] = addMicroBatch(builder_, share_, learning_[i]->name, gradients_[i], partFactor(), spent);
    }
  }

  // Replaces the gradients by those of the whole batch. Gradients of the last layers are computed first, so they come
  // first.
  void reduce() {
    builder_.setScope("ranks");
    std::vector<ValueId> bucket;
    std::vector<std::size_t> places;
    std::size_t bytes = 0;
    const double factor = share_.microBatches > 1 ? 1 : partFactor();  // else the sums are weighted already
    const auto send = [&] {
      if (bucket.empty()) return;
      const std::vector<ValueId> sums =
          builder_.emit("all_reduce", {{"factor", factor}, {"dense", share_.dense}}, bucket);
      for (std::size_t i = 0; i < places.size() && i < sums.size(); ++i) gradients_[places[i]] = sums[i];
      bucket.clear();
      places.clear();
      bytes = 0;
    };
    for (std::size_t i = gradients_.size(); i-- > 0;) {
      bucket.push_back(gradients_[i]);
      places.push_back(i);
      bytes += builder_.typeOf(gradients_[i]).bytes();
      if (bytes >= kBucketBytes) send();
    }
    send();
  }

  // Adds the gradients, as sums over samples, to those of the previous batches.
  void gather() {
    for (std::size_t i = 0; i < learning_.size(); ++i) {
      builder_.setScope(learning_[i]->layer);
      if (loss_.valid()) gradients_[i] = overWhole(builder_, gradients_[i], loss_);
      gradients_[i] =
          addRunningSum(builder_, accumulatorOf(learning_[i]->name), gradients_[i], static_cast<double>(batch_));
    }
  }

  void update(StepKind kind) {
    UpdateInputs inputs;
    builder_.setScope("optimizer");
    inputs.rate = addFeed(FeedRole::LearningRate, "learning_rate");
    if (kind == StepKind::Whole && loss_.valid())
      inputs.gradientFactor = overWhole(builder_, builder_.constant(Tensor::of<float>(Shape(), {1})), loss_);
    if (kind == StepKind::Apply) inputs.gradientFactor = addFeed(FeedRole::GradientFactor, "gradient_factor");
    if (scale_) inputs.gradientFactor = unscaled(inputs.gradientFactor);
    if (settings_.clipping == "norm") inputs.gradientFactor = clipFactor(inputs.gradientFactor);
    if (optimizerOf(settings_).counted) inputs.step = countUpdate(inputs.gradientFactor);
    for (std::size_t i = 0; i < learning_.size(); ++i) {
      builder_.setScope(learning_[i]->layer);
      emitUpdate(builder_, settings_, *learning_[i], gradients_[i], inputs);
    }
  }

  ValueId addFeed(FeedRole role, const char* name) {
    lowered_.feeds.add({name, role, kScalar, builder_.addInput(name, kScalar)});
    return lowered_.feeds.value(role);
  }

  // The number of this update. A skipped update (`factor` is 0) does not count and leaves the means of the optimizer
  // unchanged.
  ValueId countUpdate(ValueId factor) {
    const ValueId one = builder_.constant(Tensor::of<float>(Shape(), {1}));
    if (!factor.valid()) return addRunningSum(builder_, kUpdateCount, one, 1);
    PointwiseBuilder formula(2);
    const PointwiseProgram program = formula.finish({select(equal(formula.input(0), 0.0), 0.0, formula.input(1))});
    const ValueId taken = builder_.emitOne("fused_pointwise", {{"program", toText(program)}}, {factor, one});
    return addRunningSum(builder_, kUpdateCount, taken, 1);
  }

  // Removes the loss scale from the gradients, in addition to `factor`, if there is one.
  ValueId unscaled(ValueId factor) {
    const ValueId own = gradientFactor(builder_, *scale_, gradients_);
    return factor.valid() ? builder_.emitOne("multiply", {}, {own, factor}) : own;
  }

  ValueId clipFactor(ValueId scale) {
    std::vector<ValueId> operands{builder_.emit("squared_norm", {}, gradients_)[0]};
    if (scale.valid()) operands.push_back(scale);
    return builder_.emit("clip_factor", {{"limit", settings_.clipLimit}}, operands)[0];
  }

  LoweredNetwork& lowered_;
  GraphBuilder& builder_;
  const TrainingSettings& settings_;
  std::int64_t batch_;
  const StepShare& share_;
  LossShare loss_;  // if the batch is parted
  std::vector<const VariableInfo*> learning_;
  std::vector<ValueId> gradients_;
  std::optional<LossScale> scale_;
};

// Runs the products of the step in 16 bits, if requested.
Status setPrecision(StepGraph& step, const std::string& precision) {
  if (precision == "f32") return {};
  FOVEA_TRY(const DataType half, dataTypeFromName(precision));
  FOVEA_TRY(RewrittenGraph rewritten, applyPrecision(*step.graph, half));
  const auto follow = [&](ValueId& id) {
    if (id.valid()) id = rewritten.values[static_cast<std::size_t>(id.index)];
  };
  for (Feed& feed : step.feeds) follow(feed.value);
  for (NetworkOutput& output : step.outputs) follow(output.value);
  for (MetricInfo& metric : step.metrics) follow(metric.value);
  for (VariableInfo& variable : step.variables) follow(variable.value);
  step.graph = std::move(rewritten.graph);
  return {};
}

// The lowered network with a checked loss.
Result<LoweredNetwork> lowerWithLoss(const Network& network, const LoweringOptions& options) {
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(network, options));
  if (lowered.loss.valid()) return lowered;
  return fail(ErrorCode::InvalidArgument, "The network has no loss, so there is nothing to learn from.",
              "Add a Cross-entropy layer after the last one.");
}

// Completes the step of a network, whose graph lacks only the running sums. `batch`: samples of the whole batch. The
// loss of an epoch's training is the mean of the losses that its steps made smaller; that of a validation is the loss
// of all its samples at once.
Result<StepGraph> finish(LoweredNetwork lowered, NetworkMode mode, std::int64_t batch, const StepShare& share,
                         const LossShare& loss, std::vector<std::string> spent = {}) {
  GraphBuilder& builder = *lowered.builder;
  const SumName sumName = mode == NetworkMode::Training ? trainingSum : validationSum;
  builder.setScope("metrics");
  ValueId part = lowered.loss;
  if (loss.valid())
    part = builder.emitOne("multiply", {}, {lowered.loss, loss.own});
  else if (isParted(share))
    part = builder.emitOne("scale", {{"factor", share.weight}}, {lowered.loss});
  if (isParted(share)) {
    part = joinParts(lowered, part, sumName, share, spent);
    lowered.loss = loss.valid() && share.isLast() ? overWhole(builder, part, loss) : part;
  }
  if (share.isLast()) {
    const bool ratio = loss.valid() && mode != NetworkMode::Training;
    addRunningSum(builder, sumName(kLossMetric), ratio ? ratioOf(builder, part, loss.whole) : lowered.loss,
                  static_cast<double>(batch));
    for (const MetricInfo& metric : lowered.metrics) addRunningSum(builder, sumName(metric.name), metric.value, 1.0);
  }
  builder.addOutput("loss", lowered.loss);
  FOVEA_TRY(StepGraph step, stepOf(std::move(lowered)));
  step.spent = std::move(spent);
  return step;
}

Result<ExecutorReport> planMemory(const StepGraph& step, CompileOptions options) {
  options.setBeforeEachRun = inputsOfEachRun(step.feeds);
  BackendRegistry backends;
  registerNullBackend(backends);
  FOVEA_TRY(auto device, backends.open("null"));
  FOVEA_TRY(auto executor, Executor::compile(step.graph, std::make_shared<VariableStore>(device), options));
  return executor->report();
}

}  // namespace

Result<StepGraph> stepOf(LoweredNetwork lowered) {
  StepGraph step;
  FOVEA_TRY(step.graph, lowered.builder->finish());
  static_cast<NetworkInterface&>(step) = std::move(lowered);
  return step;
}

std::vector<ValueId> inputsOfEachRun(const FeedList& feeds) {
  std::vector<ValueId> inputs;
  for (const Feed& feed : feeds)
    if (feed.role != FeedRole::LearningRate) inputs.push_back(feed.value);
  return inputs;
}

void addExecutor(ExecutorReport& together, const ExecutorReport& one) {
  together.arenaBytes = std::max(together.arenaBytes, one.arenaBytes);
  together.arenaLowerBound = std::max(together.arenaLowerBound, one.arenaLowerBound);
  together.variableBytes = std::max(together.variableBytes, one.variableBytes);
  together.preparedBytes += one.preparedBytes;
  together.scratchBytes = std::max(together.scratchBytes, one.scratchBytes);
  together.sourceBytes += one.sourceBytes;
  together.stagingBytes = std::max(together.stagingBytes, one.stagingBytes);
}

CompileOptions compileOptions(const TrainingSettings& settings) {
  CompileOptions options;
  options.exact = settings.exact;
  options.memoryBudget = static_cast<std::uint64_t>(settings.memoryLimit) << 20;
  return options;
}

std::string trainingSum(const std::string& metric) {
  return "training." + metric + "_sum";
}

std::string validationSum(const std::string& metric) {
  return "validation." + metric + "_sum";
}

std::string accumulatorOf(const std::string& variable) {
  return "accumulated." + variable;
}

std::string averageOf(const std::string& variable) {
  return "average." + variable;
}

Result<StepGraph> buildTrainingGraph(const Network& network, const TrainingSettings& settings, std::int64_t batch,
                                     StepKind kind, bool lengths, const StepShare& share) {
  FOVEA_TRY(const Network trained, withMixedLabels(network));
  const std::int64_t whole = share.whole > 0 ? share.whole : batch;
  BatchFacts facts{std::max(batch, settings.batch), lengths};
  facts.first = share.first;
  facts.followed = share.microBatch == 0;
  if (settings.normOverRanks && share.ranks) {
    facts.whole = share.whole;
    facts.weight = share.weight;
  }
  FOVEA_TRY(LoweredNetwork lowered,
            lowerWithLoss(trained, {NetworkMode::Training, batch, static_cast<std::uint64_t>(settings.seed), facts}));
  std::vector<std::string> spent;
  const LossShare loss = shareOfLoss(lowered, trainingSum, whole, share, spent);
  FOVEA_CHECK(UpdateWriter(lowered, settings, whole, share, loss).write(kind, spent));
  FOVEA_TRY(StepGraph step, finish(std::move(lowered), NetworkMode::Training, whole, share, loss, std::move(spent)));
  FOVEA_CHECK(setPrecision(step, settings.precision));
  return step;
}

Status checkNorms(const StepGraph& step) {
  for (const Node& node : step.graph->nodes()) {
    if (node.op->name != "batch_norm") continue;
    const Shape& x = step.graph->value(node.inputs[0]).type.shape;
    if (x.elementCount() > x[1]) continue;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("The batch norm “{}” gets a single number for each channel, which has no variance, so "
                            "nothing could be learned.",
                            node.scope),
                "Choose a larger batch or fewer micro-batches, or use Layer norm.");
  }
  return {};
}

Result<ProbeGraph> buildProbeGraph(const Network& network, const TrainingSettings& settings, std::int64_t batch,
                                   const std::vector<std::string>& layers, bool lengths, bool outputGradients) {
  FOVEA_TRY(const Network trained, withMixedLabels(network));
  FOVEA_TRY(LoweredNetwork lowered, lowerWithLoss(trained, {NetworkMode::Training,
                                                            batch,
                                                            static_cast<std::uint64_t>(settings.seed),
                                                            {std::max(batch, settings.batch), lengths}}));
  ProbeGraph probe;
  std::vector<ValueId> learned;
  for (const std::string& name : layers) {
    const auto known = [&](const ProbeGraph::Tap& tap) { return tap.layer == name; };
    if (std::any_of(probe.taps.begin(), probe.taps.end(), known)) continue;
    const Layer* layer = lowered.network.findByName(name);
    const auto outputs = layer ? lowered.layerOutputs.find(layer->id) : lowered.layerOutputs.end();
    if (outputs == lowered.layerOutputs.end() || outputs->second.empty())
      return fail(ErrorCode::NotFound, "The network has no layer named \"" + name + "\".",
                  "Layers within blocks are named after both: “block/layer”.");
    ProbeGraph::Tap& tap = probe.taps.emplace_back();
    tap.layer = name;
    tap.output = outputs->second.front();
    for (const VariableInfo& variable : lowered.variables) {
      if (variable.layer != name || !variable.trainable || variable.rateMultiplier == 0) continue;
      tap.learned.push_back(variable.name);
      learned.push_back(variable.value);
    }
  }
  const auto isDifferentiable = [&](const ProbeGraph::Tap& tap) {
    return outputGradients && lowered.builder->typeOf(tap.output).dtype == DataType::Float32;
  };
  for (const ProbeGraph::Tap& tap : probe.taps)
    if (isDifferentiable(tap)) learned.push_back(tap.output);
  FOVEA_TRY(const std::vector<ValueId> gradients, differentiate(*lowered.builder, lowered.loss, learned));
  auto next = gradients.begin();
  for (ProbeGraph::Tap& tap : probe.taps) {
    tap.gradients.assign(next, next + static_cast<std::ptrdiff_t>(tap.learned.size()));
    next += static_cast<std::ptrdiff_t>(tap.learned.size());
  }
  for (ProbeGraph::Tap& tap : probe.taps)
    if (isDifferentiable(tap)) tap.outputGradient = *next++;
  // Outputs, so that no pass takes them for useless.
  for (const ProbeGraph::Tap& tap : probe.taps) {
    lowered.builder->addOutput("probe." + tap.layer, tap.output);
    if (tap.outputGradient.valid()) lowered.builder->addOutput("probe.backward." + tap.layer, tap.outputGradient);
    for (std::size_t i = 0; i < tap.gradients.size(); ++i)
      lowered.builder->addOutput("probe.gradient." + tap.learned[i], tap.gradients[i]);
  }
  lowered.builder->addOutput("loss", lowered.loss);
  probe.lossOfBatch = lowered.loss;
  FOVEA_TRY(static_cast<StepGraph&>(probe), stepOf(std::move(lowered)));
  return probe;
}

Result<StepGraph> buildValidationGraph(const Network& network, std::int64_t batch, bool averaged, BatchFacts facts,
                                       const StepShare& share) {
  FOVEA_TRY(LoweredNetwork lowered, lowerWithLoss(network, {NetworkMode::Evaluation, batch, 0, facts}));
  if (averaged)
    for (VariableInfo& variable : lowered.variables) {
      variable.name = averageOf(variable.name);
      lowered.builder->setName(variable.value, variable.name);
    }
  const std::int64_t whole = share.whole > 0 ? share.whole : batch;
  std::vector<std::string> spent;
  const LossShare loss = shareOfLoss(lowered, validationSum, whole, share, spent);
  return finish(std::move(lowered), NetworkMode::Evaluation, whole, share, loss, std::move(spent));
}

Result<AverageGraph> buildAverageGraph(const std::vector<VariableInfo>& variables) {
  GraphBuilder builder;
  AverageGraph result;
  result.weight = builder.addInput("weight", kScalar);
  for (const VariableInfo& variable : variables) {
    builder.setScope(variable.layer);
    const ValueId average = builder.addVariable(averageOf(variable.name), variable.type);
    const ValueId value = builder.addVariable(variable.name, variable.type);
    builder.emitOne("average_update", {}, {average, value, result.weight});
  }
  FOVEA_TRY(result.graph, builder.finish());
  return result;
}

Result<StepGraph> buildInferenceGraph(const Network& network, std::int64_t batch, const std::string& precision) {
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(network, {NetworkMode::Inference, batch, 0}));
  addOutputs(lowered);
  FOVEA_TRY(StepGraph step, stepOf(std::move(lowered)));
  FOVEA_CHECK(setPrecision(step, precision));
  return step;
}

Result<ExecutorReport> planTrainingMemory(const Network& network, const TrainingSettings& settings,
                                          std::int64_t batch) {
  const StepKind kind = settings.accumulation > 1 ? StepKind::Apply : StepKind::Whole;
  const std::int64_t count = settings.microBatches, rows = (batch + count - 1) / count;
  StepShare last;
  if (count > 1)
    last = {.whole = batch, .weight = 1.0 / static_cast<double>(count), .microBatch = count - 1, .microBatches = count};
  FOVEA_TRY(const StepGraph step, buildTrainingGraph(network, settings, rows, kind, false, last));
  FOVEA_TRY(ExecutorReport report, planMemory(step, compileOptions(settings)));
  FOVEA_TRY(const StepGraph validation, buildValidationGraph(network, rows));
  FOVEA_TRY(const ExecutorReport validated, planMemory(validation, compileOptions(settings)));
  const ExecutorReport whole = report;
  // The batches at the end of an epoch and of its validation are smaller, so their own memory is at most as much.
  // Programs of micro-batches before the last one keep nothing prepared.
  addExecutor(report, whole);
  addExecutor(report, validated);
  addExecutor(report, validated);
  if (settings.accumulation > 1) addExecutor(report, whole);
  if (settings.averaging != "none")
    for (const VariableInfo& variable : step.variables) report.variableBytes += variable.type.bytes();
  return report;
}

Result<ExecutorReport> planInferenceMemory(const Network& network, std::int64_t batch) {
  FOVEA_TRY(const StepGraph step, buildInferenceGraph(network, batch));
  CompileOptions options;
  options.consumeVariables = true;
  return planMemory(step, options);
}

}  // namespace fovea
