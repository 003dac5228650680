// Why: a pass must not change the results of a graph. The reference kernels run whole networks before and after.
#include <gtest/gtest.h>

#include <limits>
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
  options.accelerates = [](const OpType&, const FieldValues&, std::span<const TensorType>,
                           std::span<const TensorType>) { return true; };
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

// The updated value of each variable, and each output.
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

// A standard network for inference with weights and running moments as after training.
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
  result.given.emplace_back(lowered->samples().value, filled(lowered->samples().type, false));
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
  // The rest of batch norm depends only on weights.
  std::vector<bool> depends(after->values().size(), false);
  depends[static_cast<std::size_t>(after->findInput("data.samples").index)] = true;
  for (const Node& node : after->nodes()) {
    bool any = false;
    for (const ValueId input : node.inputs) any = any || depends[static_cast<std::size_t>(input.index)];
    for (const ValueId output : node.outputs) depends[static_cast<std::size_t>(output.index)] = any;
    EXPECT_FALSE(any && node.op->name == "batch_norm_inference") << node.scope;
  }
}

TEST(Passes, PoolAConvolutionWhereItIsMade) {
  const auto network = standardNetwork("lenet");
  ASSERT_TRUE(network.ok());
  const auto step = buildTrainingGraph(*network, {}, 4);
  ASSERT_TRUE(step.ok());
  const auto after = optimized(*step->graph, everyKernel());
  ASSERT_TRUE(after);
  for (const char* op :
       {"conv2d", "max_pool2d", "max_pool2d_backward", "conv2d_backward_data", "conv2d_backward_weights"})
    EXPECT_EQ(countOf(*after, op), 0) << op;
  EXPECT_EQ(countOf(*after, "conv2d_max_pool"), 2);
  EXPECT_EQ(countOf(*after, "conv2d_max_pool_backward_data"), 1);
  EXPECT_EQ(countOf(*after, "conv2d_max_pool_backward_weights"), 2);
  OptimizeOptions unwilling = everyKernel();
  unwilling.accelerates = [](const OpType& op, const FieldValues&, std::span<const TensorType>,
                             std::span<const TensorType>) { return op.name != "conv2d_max_pool_backward_data"; };
  const auto kept = optimized(*step->graph, unwilling);
  ASSERT_TRUE(kept);
  EXPECT_EQ(countOf(*kept, "conv2d_backward_data"), 1);
  EXPECT_EQ(countOf(*kept, "max_pool2d_backward"), 1);
  EXPECT_EQ(countOf(*kept, "conv2d_max_pool_backward_weights"), 2);
}

TEST(Passes, LeaveAConvolutionThatOthersReadOutsideThePooling) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, Shape{1, 2, 6, 6}});
  const ValueId weight = builder.addVariable("weight", {DataType::Float32, Shape{3, 2, 3, 3}});
  const ValueId bias = builder.addVariable("bias", {DataType::Float32, Shape{3}});
  const ValueId y = builder.emitOne("conv2d", {}, {x, weight, bias});
  builder.addOutput("pooled", builder.emit("max_pool2d", {}, {y})[0]);
  builder.addOutput("tanh", builder.emitOne("tanh", {}, {y}));
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok());
  const auto after = optimized(**graph, everyKernel());
  ASSERT_TRUE(after);
  EXPECT_EQ(countOf(*after, "conv2d_max_pool"), 0);
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
    if (after->nodes()[i].op->name == "conv2d_max_pool_backward_weights") lastGradient = i;
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
  const auto after = optimized(**graph, {});
  ASSERT_TRUE(after);
  EXPECT_EQ(countOf(*after, "tanh"), 1);
  EXPECT_EQ(after->value(two).kind, ValueKind::Constant);
  expectSame(**graph, *after, {{x, Tensor::of<float>(Shape{2, 3}, {1, -2, 3, 0.5f, 0, 7})}});
}

TEST(Passes, FuseChainsOfElementwiseOpsIntoOnePass) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, Shape{4, 3}});
  const ValueId bias = builder.addVariable("bias", {DataType::Float32, Shape{3}});
  const ValueId sum = builder.emitOne("add", {}, {x, bias});
  const ValueId y = builder.emitOne("multiply", {}, {builder.emitOne("sigmoid", {}, {sum}), x});
  builder.addOutput("y", builder.emitOne("scale", {{"factor", 3.0}}, {y}));
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok());
  const auto after = optimized(**graph, everyKernel());
  ASSERT_TRUE(after);
  EXPECT_EQ(after->nodes().size(), 1u);
  EXPECT_EQ(after->nodes()[0].inputs.size(), 2u) << "x is read once";
  const Tensor numbers = Tensor::of<float>(Shape{4, 3}, {1, -2, 3, 0.5f, 0, 7, -1, 2, -3, 4, 5, 6});
  expectSame(**graph, *after, {{x, numbers}, {bias, Tensor::of<float>(Shape{3}, {0.1f, -0.2f, 3})}});
}

// The maximum bytes of intermediates alive at once.
std::uint64_t peakOf(const Graph& graph) {
  std::vector<int> last(graph.values().size(), -1);
  for (std::size_t i = 0; i < graph.nodes().size(); ++i)
    for (const ValueId input : graph.nodes()[i].inputs)
      last[static_cast<std::size_t>(input.index)] = static_cast<int>(i);
  std::uint64_t most = 0;
  for (int now = 0; now < static_cast<int>(graph.nodes().size()); ++now) {
    std::uint64_t alive = 0;
    for (std::size_t v = 0; v < graph.values().size(); ++v) {
      const Value& value = graph.values()[v];
      const bool made = value.kind == ValueKind::Intermediate && value.producer.valid() && value.producer.index <= now;
      if (made && (last[v] >= now || value.producer.index == now)) alive += value.type.bytes();
    }
    most = std::max(most, alive);
  }
  return most;
}

TEST(Passes, ComputeAgainWhatDoesNotFit) {
  constexpr std::int64_t kBatch = 8;  // activations outweigh the gradients of the weights
  const auto network = standardNetwork("resnet-mini");
  ASSERT_TRUE(network.ok());
  const auto step = buildTrainingGraph(*network, {}, kBatch);
  ASSERT_TRUE(step.ok());
  // With a budget in which everything fits, so that the passes are those of the other graph.
  OptimizeOptions options = everyKernel();
  options.memoryBudget = std::numeric_limits<std::uint64_t>::max();
  const auto plain = optimized(*step->graph, options);
  ASSERT_TRUE(plain);
  options.memoryBudget = peakOf(*plain) * 7 / 10;
  const auto tight = optimized(*step->graph, options);
  ASSERT_TRUE(tight);
  EXPECT_LT(peakOf(*tight), peakOf(*plain) * 9 / 10);
  Given given{{step->samples().value, Tensor::zeros(step->samples().type)},
              {step->feeds.value(FeedRole::Target), Tensor::zeros({DataType::Int32, Shape{kBatch}})},
              {step->feeds.value(FeedRole::LearningRate), Tensor::of<float>(Shape(), {0.1f})}};
  Random random(5);
  for (float& number : given[0].second.values<float>()) number = static_cast<float>(random.normal());
  for (const Value& value : step->graph->values())
    if (value.kind == ValueKind::Variable)
      given.emplace_back(step->graph->findVariable(value.name), Tensor::zeros(value.type));
  for (const VariableInfo& variable : step->variables)
    for (auto& [id, tensor] : given)
      if (id == step->graph->findVariable(variable.name)) tensor = initialValue(variable, 3);
  expectSame(*step->graph, *tight, given);
}

}  // namespace
}  // namespace fovea::numeric
