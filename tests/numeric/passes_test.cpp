// Why: a pass must not change what a graph computes. Whole networks are run by the reference kernels before and after.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/graph/passes/passes.h"
#include "core/network/standard_networks.h"
#include "core/train/training_graph.h"
#include "tests/numeric/network_cases.h"
#include "tests/numeric/runner.h"

namespace fovea::numeric {
namespace {

using Given = std::vector<std::pair<ValueId, Tensor>>;

OptimizeOptions everyKernel() {
  OptimizeOptions options;
  options.hasKernel = [](std::string_view op) { return findOp(op) != nullptr; };
  return options;
}

std::shared_ptr<const Graph> optimized(const Graph& graph, const OptimizeOptions& options) {
  auto result = optimizeGraph(graph, options);
  EXPECT_TRUE(result.ok()) << result.error().text();
  return result.ok() ? *result : nullptr;
}

int countOf(const Graph& graph, std::string_view op) {
  return static_cast<int>(
      std::count_if(graph.nodes().begin(), graph.nodes().end(), [&](const Node& node) { return node.op->name == op; }));
}

// The value that an update leaves in each variable, and each output.
void expectSame(const Graph& before, const Graph& after, const Given& given) {
  const std::vector<Tensor> expected = evaluate(before, given);
  const std::vector<Tensor> actual = evaluate(after, given);
  const auto compareValue = [&](ValueId id, const std::string& name) {
    const Status same = compare(expected[static_cast<std::size_t>(id.index)],
                                actual[static_cast<std::size_t>(id.index)], toleranceFor(DataType::Float32, 1000));
    EXPECT_TRUE(same.ok()) << name << ": " << same.error().text();
  };
  for (const auto& [name, id] : before.outputs()) compareValue(id, name);
  for (const Node& node : before.nodes())
    for (const OpAlias& alias : node.op->aliases)
      compareValue(node.outputs[static_cast<std::size_t>(alias.output)], node.scope + " " + node.op->name);
}

TEST(Passes, KeepWhatTrainingStepsCompute) {
  const auto cases = networkCases();
  ASSERT_TRUE(cases.ok()) << cases.error().text();
  for (const NetworkCase& subject : *cases) {
    SCOPED_TRACE(subject.name);
    Given given = subject.inputs;
    given.insert(given.end(), subject.variables.begin(), subject.variables.end());
    const auto after = optimized(*subject.graph, everyKernel());
    ASSERT_TRUE(after);
    expectSame(*subject.graph, *after, given);
  }
}

struct Lowered {
  std::shared_ptr<const Graph> graph;
  Given given;
};

// A standard network for inference with weights and running moments as after some training.
Lowered inferenceOf(const std::string& name) {
  const auto network = standardNetwork(name);
  EXPECT_TRUE(network.ok());
  auto lowered = lowerNetwork(*network, {NetworkMode::Inference, 2, 0});
  EXPECT_TRUE(lowered.ok());
  lowered->builder->addOutput("predictions", lowered->predictions);
  Lowered result{lowered->builder->finish().value(), {}};
  Random random(3);
  const auto filled = [&](const TensorType& type, bool positive) {
    Tensor tensor = Tensor::make(type);
    for (float& number : tensor.values<float>()) {
      number = static_cast<float>(0.1 * random.normal());
      if (positive) number = 0.5f + number * number;
    }
    return tensor;
  };
  result.given.emplace_back(lowered->input, filled(result.graph->value(lowered->input).type, false));
  for (const VariableInfo& variable : lowered->variables)
    result.given.emplace_back(variable.value, filled(variable.type, variable.name.ends_with("running_variance")));
  return result;
}

TEST(Passes, FoldBatchNormIntoTheConvolutionBeforeIt) {
  const Lowered subject = inferenceOf("resnet-mini");
  ASSERT_GT(countOf(*subject.graph, "batch_norm_inference"), 0);
  OptimizeOptions options = everyKernel();
  const auto after = optimized(*subject.graph, options);
  ASSERT_TRUE(after);
  expectSame(*subject.graph, *after, subject.given);
  // What is left of batch norm depends on weights alone.
  std::vector<bool> depends(after->values().size(), false);
  depends[static_cast<std::size_t>(after->findInput("input").index)] = true;
  for (const Node& node : after->nodes()) {
    bool any = false;
    for (const ValueId input : node.inputs) any = any || depends[static_cast<std::size_t>(input.index)];
    for (const ValueId output : node.outputs) depends[static_cast<std::size_t>(output.index)] = any;
    EXPECT_FALSE(any && node.op->name == "batch_norm_inference") << node.scope;
  }
}

TEST(Passes, LeavePinnedValuesAlone) {
  const Lowered subject = inferenceOf("resnet-mini");
  OptimizeOptions options = everyKernel();
  for (const Node& node : subject.graph->nodes())
    if (node.op->name == "conv2d" || node.op->name == "relu") options.pinned.push_back(node.outputs[0]);
  const auto after = optimized(*subject.graph, options);
  ASSERT_TRUE(after);
  const auto expected = evaluate(*subject.graph, subject.given);
  const auto actual = evaluate(*after, subject.given);
  for (const ValueId id : options.pinned) {
    const auto index = static_cast<std::size_t>(id.index);
    EXPECT_TRUE(compare(expected[index], actual[index], toleranceFor(DataType::Float32, 1000)).ok()) << id.index;
  }
}

TEST(Passes, RunEachUpdateAsSoonAsItsVariableIsFree) {
  const auto network = standardNetwork("lenet");
  ASSERT_TRUE(network.ok());
  const auto step = buildTrainingGraph(*network, {}, 4);
  ASSERT_TRUE(step.ok());
  const auto after = optimized(*step->graph, everyKernel());
  ASSERT_TRUE(after);
  // The last layer's weights are updated before the first layer's gradient is computed.
  std::size_t firstUpdate = 0, lastGradient = 0;
  for (std::size_t i = 0; i < after->nodes().size(); ++i) {
    if (after->nodes()[i].op->name == "sgd_update" && firstUpdate == 0) firstUpdate = i;
    if (after->nodes()[i].op->name == "conv2d_backward_weights") lastGradient = i;
  }
  EXPECT_LT(firstUpdate, lastGradient);
}

TEST(Passes, MergeEqualNodesAndFoldConstants) {
  GraphBuilder builder;
  const TensorType type{DataType::Float32, Shape{2, 3}};
  const ValueId x = builder.addInput("x", type);
  const ValueId one = builder.constant(Tensor::of<float>(Shape{1}, {1}));
  const ValueId two = builder.emitOne("add", {}, {one, one});
  const ValueId a = builder.emitOne("add", {}, {builder.emitOne("tanh", {}, {x}), two});
  const ValueId b = builder.emitOne("add", {}, {builder.emitOne("tanh", {}, {x}), two});
  builder.addOutput("y", builder.emitOne("multiply", {}, {a, b}));
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok());
  const auto after = optimized(**graph, everyKernel());
  ASSERT_TRUE(after);
  EXPECT_EQ(countOf(*after, "tanh"), 1);
  EXPECT_EQ(after->value(two).kind, ValueKind::Constant);
  expectSame(**graph, *after, {{x, Tensor::of<float>(Shape{2, 3}, {1, -2, 3, 0.5f, 0, 7})}});
}

}  // namespace
}  // namespace fovea::numeric
