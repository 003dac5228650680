// Why: activations and elementwise layers keep shapes, and report what they need.
#include <gtest/gtest.h>

#include "tests/core/layers/layer_probe.h"

namespace fovea {
namespace {

TEST(ActivationLayers, AreTheOpOfTheirName) {
  for (const char* type : {"leaky_relu", "elu", "selu", "gelu", "silu", "hard_sigmoid", "hard_swish", "softplus",
                           "softsign", "mish", "relu6", "log_softmax"}) {
    SCOPED_TRACE(type);
    for (const Shape& shape : {Shape{2, 500}, Shape{2, 3, 8, 8}, Shape{2, 7, 5}}) {
      const BuiltLayer built = buildLayer(type, {}, {shape});
      ASSERT_TRUE(built.status.ok()) << built.status.error().text();
      EXPECT_EQ(built.outputs.at(0), shape);
      EXPECT_EQ(built.ops(), type);
      EXPECT_TRUE(built.variables.empty());
    }
  }
}

TEST(ActivationLayers, HandTheirParametersOn) {
  const BuiltLayer built = buildLayer("leaky_relu", {{"slope", 0.3}}, {Shape{2, 5}});
  EXPECT_EQ(built.graph->graph().nodes().at(0).attributes.real("slope"), 0.3);
  EXPECT_EQ(buildLayer("elu", {{"alpha", -1.0}}, {Shape{2, 5}}).status.error().message,
            "Alpha must be from 0 to 100, not -1.");
}

TEST(LogSoftmaxLayer, NeedsItsAxis) {
  EXPECT_EQ(buildLayer("log_softmax", {{"axis", std::int64_t{2}}}, {Shape{2, 5}}).status.error().message,
            "layer: There is no axis 2 in f32[2, 5].");
}

TEST(PreluLayer, LearnsASlopeForEachChannelOrOne) {
  const BuiltLayer each = buildLayer("prelu", {}, {Shape{2, 3, 8, 8}});
  ASSERT_TRUE(each.status.ok());
  EXPECT_EQ(each.outputs.at(0), (Shape{2, 3, 8, 8}));
  EXPECT_EQ(each.find("slope")->type.shape, Shape{3});
  EXPECT_EQ(each.find("slope")->initializer.deviation, 0.25);
  EXPECT_FALSE(each.find("slope")->decay);
  const BuiltLayer one = buildLayer("prelu", {{"per_channel", false}}, {Shape{2, 3}});
  EXPECT_EQ(one.find("slope")->type.shape, Shape{1});
  EXPECT_EQ(buildLayer("prelu", {}, {Shape{2, 3}}).outputs.at(0), (Shape{2, 3}));
}

TEST(ScaleBiasLayer, IsFixedOrLearned) {
  const BuiltLayer fixed =
      buildLayer("scale_bias", {{"learned", false}, {"scale", 2.0}, {"bias", -1.0}}, {Shape{2, 3, 8, 8}});
  EXPECT_EQ(fixed.ops(), "fused_pointwise");
  EXPECT_TRUE(fixed.variables.empty());
  const BuiltLayer learned = buildLayer("scale_bias", {{"scale", 2.0}}, {Shape{2, 3, 8, 8}});
  ASSERT_TRUE(learned.status.ok());
  EXPECT_EQ(learned.outputs.at(0), (Shape{2, 3, 8, 8}));
  EXPECT_EQ(learned.find("scale")->type.shape, Shape{3});
  EXPECT_EQ(learned.find("scale")->initializer.deviation, 2.0);
  EXPECT_EQ(learned.find("bias")->type.shape, Shape{3});
}

TEST(CombiningLayers, NeedInputsOfOneShape) {
  const Shape image{2, 3, 8, 8}, other{2, 5, 8, 8};
  for (const char* type : {"multiply", "maximum"}) {
    SCOPED_TRACE(type);
    const BuiltLayer built = buildLayer(type, {}, {image, image, image});
    EXPECT_EQ(built.outputs.at(0), image);
    EXPECT_EQ(built.ops(), std::string(type) + " " + type);
    EXPECT_EQ(buildLayer(type, {}, {image, other}).status.error().message, "Inputs differ: 3×8×8 and 5×8×8.");
  }
  EXPECT_EQ(buildLayer("multiply", {}, {image}).status.error().message,
            "Multiply needs two inputs or more, but got 1.");
  EXPECT_EQ(buildLayer("subtract", {}, {image, image}).ops(), "subtract");
  EXPECT_EQ(buildLayer("subtract", {}, {image, other}).status.error().message, "Inputs differ: 3×8×8 and 5×8×8.");
}

TEST(MultiplyLayer, TakesAGateForEachChannel) {
  EXPECT_EQ(buildLayer("multiply", {}, {Shape{2, 3, 8, 8}, Shape{2, 3, 1, 1}}).outputs.at(0), (Shape{2, 3, 8, 8}));
}

}  // namespace
}  // namespace fovea
