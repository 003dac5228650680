// Builds graphs, rejects invalid ones, and differentiates valid ones.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/graph/autodiff.h"

namespace fovea {
namespace {

const TensorType kMatrix{DataType::Float32, Shape({2, 3})};

TEST(GraphBuilderTest, InfersTypesAndDropsWhatNobodyNeeds) {
  GraphBuilder builder;
  const ValueId x = builder.addInput("x", kMatrix);
  const ValueId used = builder.emitOne("relu", {}, {x});
  builder.emitOne("sigmoid", {}, {x});
  builder.addOutput("y", used);
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok());
  EXPECT_EQ((*graph)->nodes().size(), 1u);
  EXPECT_EQ((*graph)->value(used).type, kMatrix);
  EXPECT_EQ((*graph)->findOutput("y"), used);
}

TEST(GraphBuilderTest, FirstErrorSticksAndNamesTheLayer) {
  GraphBuilder builder;
  builder.setScope("add1");
  const ValueId a = builder.addInput("a", kMatrix);
  const ValueId b = builder.addInput("b", {DataType::Float32, Shape({4, 5})});
  const ValueId sum = builder.emitOne("add", {}, {a, b});
  EXPECT_FALSE(sum.valid());
  EXPECT_FALSE(builder.emitOne("relu", {}, {sum}).valid());
  const auto graph = builder.finish();
  ASSERT_FALSE(graph.ok());
  EXPECT_EQ(graph.error().message.rfind("add1: ", 0), 0u) << graph.error().message;
}

TEST(GraphBuilderTest, UpdatesNeedVariablesAndAreNeverDropped) {
  GraphBuilder builder;
  const TensorType scalar{DataType::Float32, Shape()};
  const ValueId sum = builder.addVariable("sum", scalar);
  const ValueId one = builder.constant(Tensor::of<float>(Shape(), {1}));
  const ValueId after = builder.emitOne("accumulate", {}, {sum, one});
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok());
  EXPECT_EQ((*graph)->nodes().size(), 1u);
  EXPECT_EQ((*graph)->aliasOf(after), sum);

  GraphBuilder wrong;
  const ValueId input = wrong.addInput("x", scalar);
  wrong.emitOne("accumulate", {}, {input, input});
  EXPECT_FALSE(wrong.finish().ok());
}

TEST(AutodiffTest, OnlyScalarsAndOnlyDifferentiablePaths) {
  GraphBuilder builder;
  const ValueId x = builder.addVariable("x", kMatrix);
  EXPECT_FALSE(differentiate(builder, x, std::vector{x}).ok());
}

TEST(AutodiffTest, IndependentValuesHaveZeroGradient) {
  GraphBuilder builder;
  const TensorType scalar{DataType::Float32, Shape({1})};
  const ValueId x = builder.addVariable("x", scalar);
  const ValueId other = builder.addVariable("other", kMatrix);
  const ValueId loss = builder.emitOne("relu", {}, {x});
  const auto gradients = differentiate(builder, loss, std::vector{x, other});
  ASSERT_TRUE(gradients.ok());
  EXPECT_EQ(builder.typeOf((*gradients)[1]), kMatrix);
  EXPECT_EQ(builder.graph().value((*gradients)[1]).kind, ValueKind::Constant);
}

TEST(AutodiffTest, SeveralUsesAreAdded) {
  GraphBuilder builder;
  const ValueId x = builder.addVariable("x", {DataType::Float32, Shape({1})});
  const ValueId loss = builder.emitOne("add", {}, {builder.emitOne("relu", {}, {x}), builder.emitOne("tanh", {}, {x})});
  const auto gradients = differentiate(builder, loss, std::vector{x});
  ASSERT_TRUE(gradients.ok());
  builder.addOutput("gradient", (*gradients)[0]);
  const auto graph = builder.finish();
  ASSERT_TRUE(graph.ok());
  int additions = 0;
  for (const Node& node : (*graph)->nodes()) additions += node.op->name == "add" ? 1 : 0;
  EXPECT_EQ(additions, 1) << "the forward sum is not needed for the gradient, the sum of contributions is";
}

}  // namespace
}  // namespace fovea
