// A drawn network becomes a training step whose operations and memory can be counted before anything runs.
#include "core/train/training_graph.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/network/standard_networks.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

// Multiply-adds of LeNet for one image, layer by layer: outputs × the inputs of each.
constexpr double kConv1 = 24.0 * 24 * 20 * 25;
constexpr double kConv2 = 8.0 * 8 * 50 * 20 * 25;
constexpr double kFc1 = 800.0 * 500;
constexpr double kFc2 = 500.0 * 10;

Network lenet() {
  return valueOf(standardNetwork("lenet"));
}

TEST(TrainingGraph, LeNetCostsWhatItsLayersCost) {
  const StepGraph step = valueOf(buildTrainingGraph(lenet(), {}, 64));
  // Forward, gradients for the weights, and gradients for the inputs of all but the first layer.
  const double multiplyAdds = 2 * (kConv1 + kConv2 + kFc1 + kFc2) + kConv2 + kFc1 + kFc2;
  EXPECT_NEAR(2 * multiplyAdds, 13.18e6, 0.01e6);
  const double perImage = step.graph->cost().flops / 64;
  EXPECT_GT(perImage, 2 * multiplyAdds);
  EXPECT_LT(perImage, 2 * multiplyAdds * 1.05) << "pooling, biases, loss and updates are little beside it";
}

TEST(TrainingGraph, LeNetHasItsFamiliarVariables) {
  const StepGraph step = valueOf(buildTrainingGraph(lenet(), {}, 64));
  std::int64_t elements = 0;
  for (const VariableInfo& variable : step.variables) elements += variable.type.shape.elementCount();
  EXPECT_EQ(elements, 431080);
  EXPECT_EQ(step.sampleShape(), (Shape{1, 28, 28}));
  EXPECT_EQ(step.classes, 10);
  EXPECT_TRUE(step.feeds.value(FeedRole::Samples).valid());
  EXPECT_TRUE(step.feeds.value(FeedRole::Target).valid());
  EXPECT_TRUE(step.feeds.value(FeedRole::LearningRate).valid());
  EXPECT_FALSE(step.feeds.value(FeedRole::Step).valid()) << "nothing in LeNet is random";
}

TEST(TrainingGraph, ValidationIsTheForwardPassAlone) {
  const StepGraph step = valueOf(buildValidationGraph(lenet(), 64));
  const double forward = 2 * (kConv1 + kConv2 + kFc1 + kFc2);
  EXPECT_GT(step.graph->cost().flops / 64, forward);
  EXPECT_LT(step.graph->cost().flops / 64, forward * 1.05);
  EXPECT_FALSE(step.feeds.value(FeedRole::LearningRate).valid());
}

// Fine-tuning may freeze a layer between others: the gradients pass through it.
TEST(TrainingGraph, LayersBeforeAFrozenRecurrenceLearn) {
  Network network = valueOf(standardNetwork("char-lstm"));
  for (const Layer& layer : std::vector<Layer>(network.layers()))
    if (layer.type == "lstm") valueOf(applyEdit(network, {SetParameter{layer.id, "frozen", true}, {}}));
  const StepGraph step = valueOf(buildTrainingGraph(network, TrainingSettings(), 4));
  const auto& nodes = step.graph->nodes();
  EXPECT_TRUE(std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return node.op->name == "lstm_backward"; }));
}

TEST(TrainingGraph, DropoutAsksForTheStep) {
  EXPECT_TRUE(valueOf(buildTrainingGraph(taskNetwork(), taskSettings(), 16)).feeds.has(FeedRole::Step));
  EXPECT_FALSE(valueOf(buildValidationGraph(taskNetwork(), 16)).feeds.has(FeedRole::Step))
      << "validation is never random";
}

TEST(TrainingGraph, WhatIsMissingIsSaid) {
  Drawing withoutLoss;
  withoutLoss.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"data"});
  expectError(buildTrainingGraph(withoutLoss.network, {}, 8), ErrorCode::InvalidArgument, "Without a loss");
  expectError(buildValidationGraph(withoutLoss.network, 8), ErrorCode::InvalidArgument, "Cross-entropy");
  expectError(buildTrainingGraph(Network(), {}, 8), ErrorCode::InvalidArgument);
}

TEST(TrainingMemory, IsPlannedWithoutADevice) {
  const ExecutorReport small = valueOf(planTrainingMemory(lenet(), {}, 32));
  const ExecutorReport large = valueOf(planTrainingMemory(lenet(), {}, 64));
  // Weights and momentum, 4 bytes each, and the two sums.
  EXPECT_GE(small.variableBytes, 2u * 431080 * 4);
  EXPECT_LE(small.variableBytes, 2u * 431080 * 4 + 4096) << "but for alignment nothing else is kept";
  EXPECT_EQ(small.variableBytes, large.variableBytes) << "variables do not grow with the batch";
  EXPECT_GE(small.arenaBytes, small.arenaLowerBound);
  // Twice as much, except for the weight gradients, whose size does not depend on the batch.
  EXPECT_GT(large.arenaBytes + 431080 * 4, 2 * small.arenaBytes);
  // The output of conv1 alone, kept for the backward pass of the following pooling.
  EXPECT_GT(large.arenaBytes, 64u * 20 * 24 * 24 * 4);
}

TEST(InferenceMemory, NeedsNoMomentumAndNoGradients) {
  const ExecutorReport report = valueOf(planInferenceMemory(lenet(), 64));
  EXPECT_GE(report.variableBytes, 431080u * 4);
  EXPECT_LE(report.variableBytes, 431080u * 4 + 4096);
  EXPECT_LT(report.peakBytes(), valueOf(planTrainingMemory(lenet(), {}, 64)).peakBytes());
}

TEST(TrainingGraph, ArenaIsWithinATenthOfTheLargestLiveSet) {
  for (const StandardNetwork& known : standardNetworks()) {
    const ExecutorReport report = valueOf(planTrainingMemory(valueOf(standardNetwork(known.name)), {}, 2));
    EXPECT_LE(static_cast<double>(report.arenaBytes), 1.1 * static_cast<double>(report.arenaLowerBound)) << known.name;
  }
}

TEST(TrainingGraph, MemoryLimitIsKeptByComputingAgain) {
  TrainingSettings settings;
  const Network network = valueOf(standardNetwork("resnet18-cifar"));
  const ExecutorReport plain = valueOf(planTrainingMemory(network, settings, 32));
  settings.memoryLimit = static_cast<std::int64_t>(plain.arenaBytes >> 20) * 2 / 3;
  const ExecutorReport limited = valueOf(planTrainingMemory(network, settings, 32));
  EXPECT_LT(limited.arenaBytes, plain.arenaBytes * 3 / 4);
}

}  // namespace
}  // namespace fovea::test
