#include "core/train/training_graph.h"

#include <nlohmann/json.hpp>

#include "core/graph/autodiff.h"

namespace fovea {
namespace {

const TensorType kScalar{DataType::Float32, Shape()};

// sum' = sum + factor * value, with the sum kept on the device.
void addRunningSum(GraphBuilder& builder, const std::string& name, ValueId value, double factor) {
  const ValueId sum = builder.addVariable(name, kScalar);
  builder.emitOne("accumulate", {{"factor", factor}}, {sum, value});
}

Status addUpdates(GraphBuilder& builder, const LoweredNetwork& lowered, const TrainingSettings& settings,
                  ValueId rate) {
  std::vector<const VariableInfo*> trainable;
  std::vector<ValueId> values;
  for (const VariableInfo& variable : lowered.variables) {
    if (!variable.trainable) continue;
    trainable.push_back(&variable);
    values.push_back(variable.value);
  }
  FOVEA_TRY(const auto gradients, differentiate(builder, lowered.loss, values));
  for (std::size_t i = 0; i < trainable.size(); ++i) {
    builder.setScope(trainable[i]->layer);
    const ValueId velocity = builder.addVariable("momentum." + trainable[i]->name, trainable[i]->type);
    builder.emit("sgd_update",
                 {{"momentum", settings.momentum},
                  {"weight_decay", trainable[i]->decay ? settings.weightDecay : 0.0},
                  {"nesterov", settings.nesterov}},
                 {trainable[i]->value, gradients[i], velocity, rate});
  }
  return builder.status();
}

// The lowered network with its loss checked.
Result<LoweredNetwork> lowerWithLoss(const Network& network, const LoweringOptions& options) {
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(network, options));
  if (lowered.loss.valid()) return lowered;
  return fail(ErrorCode::InvalidArgument, "The network has no loss, so there is nothing to learn from.",
              "Add a Cross-entropy layer after the last one.");
}

Result<StepGraph> finish(LoweredNetwork lowered, StepGraph step, const SumNames& sums, std::int64_t batch) {
  GraphBuilder& builder = *lowered.builder;
  builder.setScope("metrics");
  addRunningSum(builder, sums.loss, lowered.loss, static_cast<double>(batch));
  for (const MetricInfo& metric : lowered.metrics)
    if (metric.name == "correct") addRunningSum(builder, sums.correct, metric.value, 1.0);
  builder.addOutput("loss", lowered.loss);
  step.input = lowered.input;
  step.target = lowered.target;
  step.step = lowered.step;
  step.sampleShape = lowered.sampleShape;
  step.classes = lowered.classes;
  step.variables = std::move(lowered.variables);
  FOVEA_TRY(step.graph, builder.finish());
  return step;
}

Result<ExecutorReport> planMemory(const StepGraph& step) {
  BackendRegistry backends;
  registerNullBackend(backends);
  FOVEA_TRY(auto device, backends.open("null"));
  FOVEA_TRY(auto executor, Executor::compile(step.graph, std::make_shared<VariableStore>(device)));
  return executor->report();
}

}  // namespace

Result<StepGraph> buildTrainingGraph(const Network& network, const TrainingSettings& settings, std::int64_t batch) {
  FOVEA_TRY(LoweredNetwork lowered,
            lowerWithLoss(network, {NetworkMode::Training, batch, static_cast<std::uint64_t>(settings.seed)}));
  StepGraph step;
  step.learningRate = lowered.builder->addInput("learning_rate", kScalar);
  FOVEA_CHECK(addUpdates(*lowered.builder, lowered, settings, step.learningRate));
  return finish(std::move(lowered), std::move(step), kTrainingSums, batch);
}

Result<StepGraph> buildValidationGraph(const Network& network, std::int64_t batch) {
  FOVEA_TRY(LoweredNetwork lowered, lowerWithLoss(network, {NetworkMode::Evaluation, batch, 0}));
  return finish(std::move(lowered), {}, kValidationSums, batch);
}

Result<StepGraph> buildInferenceGraph(const Network& network, std::int64_t batch) {
  FOVEA_TRY(LoweredNetwork lowered, lowerNetwork(network, {NetworkMode::Inference, batch, 0}));
  StepGraph step;
  step.input = lowered.input;
  step.sampleShape = lowered.sampleShape;
  step.classes = lowered.classes;
  step.variables = lowered.variables;
  lowered.builder->addOutput("predictions", lowered.predictions);
  FOVEA_TRY(step.graph, lowered.builder->finish());
  return step;
}

Result<ExecutorReport> planTrainingMemory(const Network& network, const TrainingSettings& settings,
                                          std::int64_t batch) {
  FOVEA_TRY(const StepGraph step, buildTrainingGraph(network, settings, batch));
  return planMemory(step);
}

Result<ExecutorReport> planInferenceMemory(const Network& network, std::int64_t batch) {
  FOVEA_TRY(const StepGraph step, buildInferenceGraph(network, batch));
  return planMemory(step);
}

}  // namespace fovea
