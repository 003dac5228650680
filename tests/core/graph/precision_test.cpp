// The precision pass puts casts in the right places, and the loss scale follows good and bad steps.
#include "core/graph/passes/precision.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "core/graph/autodiff.h"
#include "core/graph/passes/loss_scaling.h"
#include "core/graph/passes/passes.h"
#include "core/ops/precision_rules.h"
#include "core/ops/reference_half.h"
#include "core/tensor/half.h"

namespace fovea {
namespace {

const TensorType kNumber{DataType::Float32, Shape{}};

// A training step: convolution, batch normalisation, ReLU, linear, loss, and an update of each weight.
std::shared_ptr<const Graph> trainingStep() {
  GraphBuilder builder;
  const auto f32 = [](const Shape& shape) { return TensorType{DataType::Float32, shape}; };
  const ValueId x = builder.addInput("x", f32({4, 2, 3, 3}));
  const ValueId labels = builder.addInput("labels", {DataType::Int32, {4}});
  const ValueId rate = builder.addInput("rate", kNumber);
  const ValueId w1 = builder.addVariable("w1", f32({3, 2, 3, 3})), w2 = builder.addVariable("w2", f32({5, 3}));
  const ValueId scale = builder.addVariable("scale", f32({3})), bias = builder.addVariable("bias", f32({3}));
  const ValueId mean = builder.addVariable("mean", f32({3})), variance = builder.addVariable("variance", f32({3}));
  builder.setScope("conv");
  const ValueId conv = builder.emitOne("conv2d", {}, {x, w1});
  builder.setScope("norm");
  const ValueId norm = builder.emit("batch_norm", {}, {conv, scale, bias, mean, variance})[0];
  const ValueId relu = builder.emitOne("relu", {}, {norm});
  const ValueId flat = builder.emitOne("reshape", {{"shape", std::vector<std::int64_t>{0, -1}}}, {relu});
  builder.setScope("out");
  const ValueId logits = builder.emitOne("linear", {}, {flat, w2});
  const ValueId loss = builder.emit("softmax_cross_entropy", {}, {logits, labels})[0];
  const std::vector<ValueId> weights{w1, w2, scale};
  const auto gradients = differentiate(builder, loss, weights).value();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const ValueId velocity = builder.addVariable("v" + std::to_string(i), builder.typeOf(weights[i]));
    builder.emit("sgd_update", {}, {weights[i], gradients[i], velocity, rate});
  }
  builder.addOutput("loss", loss);
  return builder.finish().value();
}

DataType typeOf(const Graph& graph, ValueId id) {
  return graph.value(id).type.dtype;
}

std::vector<const Node*> nodesOf(const Graph& graph, std::string_view op) {
  std::vector<const Node*> nodes;
  for (const Node& node : graph.nodes())
    if (node.op->name == op) nodes.push_back(&node);
  return nodes;
}

TEST(PrecisionPass, RunsProductsInHalfAndUpdatesInFull) {
  const auto step = trainingStep();
  for (const DataType half : {DataType::Float16, DataType::BFloat16}) {
    const auto rewritten = applyPrecision(*step, half);
    ASSERT_TRUE(rewritten.ok()) << rewritten.error().text();
    const Graph& graph = *rewritten->graph;
    for (const char* op : {"conv2d", "conv2d_backward_weights", "linear", "linear_backward_data",
                           "linear_backward_weights", "relu", "relu_backward", "reshape"})
      for (const Node* node : nodesOf(graph, op)) {
        EXPECT_EQ(typeOf(graph, node->inputs[0]), half) << op;
        EXPECT_EQ(typeOf(graph, node->outputs[0]), half) << op;
      }
    const Node& norm = *nodesOf(graph, "batch_norm")[0];
    EXPECT_EQ(typeOf(graph, norm.inputs[0]), half);
    for (std::size_t i = 1; i < 5; ++i) EXPECT_EQ(typeOf(graph, norm.inputs[i]), DataType::Float32);
    EXPECT_EQ(typeOf(graph, norm.outputs[1]), DataType::Float32);
    for (const char* op : {"softmax_cross_entropy", "softmax_cross_entropy_backward", "sgd_update"})
      for (const Node* node : nodesOf(graph, op))
        for (const ValueId input : node->inputs)
          EXPECT_TRUE(typeOf(graph, input) == DataType::Float32 || typeOf(graph, input) == DataType::Int32) << op;
  }
}

TEST(PrecisionPass, KeepsTheTypesAndNamesAtTheBorder) {
  const auto step = trainingStep();
  const auto rewritten = applyPrecision(*step, DataType::BFloat16);
  ASSERT_TRUE(rewritten.ok());
  const Graph& graph = *rewritten->graph;
  for (std::size_t i = 0; i < step->values().size(); ++i) {
    const Value& old = step->values()[i];
    if (old.kind != ValueKind::Input && old.kind != ValueKind::Variable) continue;
    const Value& fresh = graph.value(rewritten->values[i]);
    EXPECT_EQ(fresh.name, old.name);
    EXPECT_EQ(fresh.type, old.type);
    EXPECT_EQ(fresh.kind, old.kind);
  }
  EXPECT_EQ(typeOf(graph, graph.findOutput("loss")), DataType::Float32);
}

TEST(PrecisionPass, CastsEachValueOnce) {
  const auto step = trainingStep();
  const auto rewritten = applyPrecision(*step, DataType::BFloat16);
  ASSERT_TRUE(rewritten.ok());
  std::set<std::pair<ValueId, DataType>> seen;
  for (const Node* node : nodesOf(*rewritten->graph, "cast"))
    EXPECT_TRUE(seen.insert({node->inputs[0], typeOf(*rewritten->graph, node->outputs[0])}).second);
  // Casts x, two weights, the logits and their gradient, and the gradients of two weights.
  EXPECT_EQ(seen.size(), 7u) << rewritten->graph->toString();
}

TEST(PrecisionPass, ConvertsConstantsAtOnce) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, {2, 3}});
  const ValueId w = builder.constant(Tensor::of<float>({1, 3}, {0.1f, 1.0f, -2.0f}));
  builder.addOutput("y", builder.emitOne("linear", {}, {x, w}));
  const auto rewritten = applyPrecision(*builder.finish().value(), DataType::Float16);
  ASSERT_TRUE(rewritten.ok());
  EXPECT_EQ(nodesOf(*rewritten->graph, "cast").size(), 2u) << rewritten->graph->toString();
}

TEST(PrecisionPass, LeavesDoublesAlone) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float64, {2, 3}}),
                w = builder.addInput("w", {DataType::Float64, {4, 3}});
  builder.addOutput("y", builder.emitOne("linear", {}, {x, w}));
  const auto rewritten = applyPrecision(*builder.finish().value(), DataType::BFloat16);
  ASSERT_TRUE(rewritten.ok());
  EXPECT_EQ(rewritten->graph->nodes().size(), 1u);
}

TEST(PrecisionPass, RefusesWhatIsNoHalf) {
  EXPECT_FALSE(applyPrecision(*trainingStep(), DataType::Float32).ok());
}

TEST(PrecisionRules, EveryListedOpExistsAndFullInputsAreItsOwn) {
  int listed = 0;
  for (const OpType& op : allOps()) {
    const PrecisionRule& rule = precisionRule(op);
    listed += rule.precision != Precision::Full;
    for (const int input : rule.fullInputs) EXPECT_LT(static_cast<std::size_t>(input), op.inputs.size()) << op.name;
    // A 16-bit update would lose small gradients.
    for (const OpAlias& alias : op.aliases)
      if (rule.precision != Precision::Full) {
        EXPECT_EQ(std::count(rule.fullInputs.begin(), rule.fullInputs.end(), alias.input), 1) << op.name;
      }
  }
  EXPECT_GT(listed, 20);
}

// Runs one loss_scale_update and returns {scale, good steps, factor}.
std::array<float, 3> updateScale(float scale, float good, const Tensor& gradient, std::int64_t interval = 3) {
  const OpType& op = *findOp("loss_scale_update");
  const FieldValues attributes = op.attributes.complete({{"interval", interval}, {"largest", 4096.0}}).value();
  std::array<float, 3> results{};
  const TensorView inputs[] = {
      {&scale, kNumber}, {&good, kNumber}, {const_cast<void*>(gradient.raw()), gradient.type()}};
  const TensorView outputs[] = {{&results[0], kNumber}, {&results[1], kNumber}, {&results[2], kNumber}};
  runReference(op, {attributes, inputs, outputs});
  return results;
}

TEST(LossScale, GrowsAfterGoodStepsAndShrinksAfterABadOne) {
  const Tensor good = Tensor::of<float>({2}, {1, -2}), bad = Tensor::of<float>({2}, {1, INFINITY});
  float scale = 1024, steps = 0;
  std::vector<float> scales;
  for (int step = 0; step < 12; ++step) {
    const bool fails = step == 7;
    const auto [next, count, factor] = updateScale(scale, steps, fails ? bad : good);
    EXPECT_EQ(factor, fails ? 0 : 1 / scale);
    scales.push_back(scale = next);
    steps = count;
  }
  EXPECT_EQ(scales, (std::vector<float>{1024, 1024, 2048, 2048, 2048, 4096, 4096, 2048, 2048, 2048, 4096, 4096}));
}

TEST(LossScale, BeginsWhereNobodyHasWrittenIt) {
  const auto [scale, steps, factor] = updateScale(0, 0, Tensor::of<float>({1}, {0}));
  EXPECT_EQ(scale, 65536);
  EXPECT_EQ(steps, 0);
  EXPECT_EQ(factor, 0);
}

TEST(LossScale, StaysBetweenOneAndTheLargest) {
  const Tensor good = Tensor::of<float>({1}, {1}), bad = Tensor::of<float>({1}, {NAN});
  EXPECT_EQ(updateScale(4096, 2, good)[0], 4096);
  EXPECT_EQ(updateScale(1, 0, bad)[0], 1);
}

TEST(LossScale, MultipliesTheLossAndTellsTheUpdates) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", {DataType::Float32, {2, 3}}),
                w = builder.addVariable("w", {DataType::Float32, {4, 3}});
  const ValueId labels = builder.addInput("labels", {DataType::Int32, {2}});
  const ValueId loss = builder.emit("softmax_cross_entropy", {}, {builder.emitOne("linear", {}, {x, w}), labels})[0];
  const LossScale scale = addLossScale(builder);
  const std::vector<ValueId> weights{w};
  const auto gradients = differentiate(builder, scaledLoss(builder, scale, loss), weights);
  ASSERT_TRUE(gradients.ok()) << gradients.error().text();
  builder.addOutput("factor", gradientFactor(builder, scale, *gradients));
  builder.addOutput("loss", loss);
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok()) << graph.error().text();
  const auto half = applyPrecision(**graph, DataType::Float16);
  ASSERT_TRUE(half.ok()) << half.error().text();
  EXPECT_EQ(typeOf(*half->graph, half->graph->findOutput("factor")), DataType::Float32);
  EXPECT_TRUE(half->graph->findVariable(kLossScaleName).valid());
}

// A bf16 step after its passes, for a device whose updates read and write 16-bit numbers, or for one without
// accelerated ops.
std::shared_ptr<const Graph> optimizedStep(bool accelerates) {
  const RewrittenGraph half = applyPrecision(*trainingStep(), DataType::BFloat16).value();
  OptimizeOptions options;
  options.accelerates = [=](const OpType& op, const FieldValues&, std::span<const TensorType>,
                            std::span<const TensorType>) { return accelerates && op.name.ends_with("_update"); };
  return optimizeGraph(*half.graph, options).value();
}

TEST(NarrowGradients, AreReadByUpdatesWhereTheDeviceCanDoThat) {
  const auto wide = optimizedStep(false), narrow = optimizedStep(true);
  const auto halfGradients = [](const Graph& graph) {
    int count = 0;
    for (const Node* update : nodesOf(graph, "sgd_update"))
      count += typeOf(graph, update->inputs[1]) == DataType::BFloat16 ? 1 : 0;
    return count;
  };
  EXPECT_EQ(halfGradients(*wide), 0);
  EXPECT_EQ(halfGradients(*narrow), 2);  // the gradient of batch normalisation's scale is f32
  EXPECT_EQ(nodesOf(*wide, "cast").size(), nodesOf(*narrow, "cast").size() + 2);
}

TEST(NarrowGradients, UpdatesComeBehindTheReadersOfWhatIsCastFromTheirVariable) {
  const auto graph = optimizedStep(true);
  for (const Node* cast : nodesOf(*graph, "cast")) {
    const ValueId variable = cast->inputs[0];
    if (graph->value(variable).kind != ValueKind::Variable) continue;
    std::ptrdiff_t lastReader = -1, update = -1;
    for (std::size_t i = 0; i < graph->nodes().size(); ++i) {
      const Node& node = graph->nodes()[i];
      if (std::find(node.inputs.begin(), node.inputs.end(), cast->outputs[0]) != node.inputs.end())
        lastReader = static_cast<std::ptrdiff_t>(i);
      if (!node.op->aliases.empty() && node.inputs[0] == variable) update = static_cast<std::ptrdiff_t>(i);
    }
    EXPECT_GE(lastReader, 0);
    EXPECT_GT(update, lastReader) << graph->value(variable).name;
  }
}

TEST(NarrowGradients, GiveTheNumbersOfWideOnes) {
  const OpType& sgd = *findOp("sgd_update");
  const FieldValues attributes = sgd.attributes.complete({{"clip", 0.5}}).value();
  const TensorType wide{DataType::Float32, {3}}, narrow{DataType::Float16, {3}};
  const auto accepts = [&](const std::vector<TensorType>& inputs) { return inferOp(sgd, attributes, inputs).ok(); };
  EXPECT_TRUE(accepts({wide, narrow, wide, kNumber}));
  EXPECT_FALSE(accepts({wide, {DataType::Float16, {4}}, wide, kNumber}));
  EXPECT_FALSE(accepts({narrow, wide, narrow, {DataType::Float16, Shape{}}}));
  const Tensor gradient = Tensor::of<float>({3}, {0.25f, -2.0f, 1e-3f}), half = converted(gradient, DataType::Float16);
  const auto updated = [&](const Tensor& g) {
    Tensor parameter = Tensor::of<float>({3}, {1, 2, 3}), velocity = Tensor::of<float>({3}, {0.5f, 0, -1});
    Tensor rate = Tensor::of<float>(Shape(), {0.1f}), used = g.clone();
    const std::array inputs{TensorView{parameter.raw(), wide}, TensorView{used.raw(), g.type()},
                            TensorView{velocity.raw(), wide}, TensorView{rate.raw(), kNumber}};
    const std::array outputs{TensorView{parameter.raw(), wide}, TensorView{velocity.raw(), wide}};
    runReference(sgd, {attributes, inputs, outputs});
    return std::vector<float>(parameter.values<float>().begin(), parameter.values<float>().end());
  };
  EXPECT_EQ(updated(half), updated(converted(half, DataType::Float32)));
}

}  // namespace
}  // namespace fovea
