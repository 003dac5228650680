// Every op is also a layer, so that every runnable graph can be drawn; constants are layers, too.
#include "core/layers/primitive_layers.h"

#include <gtest/gtest.h>

#include "tests/core/layers/layer_probe.h"

namespace fovea {
namespace {

TEST(PrimitiveLayers, AreDerivedFromOps) {
  for (const char* op :
       {"square_root", "power", "reduce_mean", "permute", "slice", "matmul", "cast", "conv2d", "lstm"}) {
    const LayerType* layer = layerOfOp(op);
    ASSERT_NE(layer, nullptr) << op;
    EXPECT_TRUE(isPrimitive(*layer)) << op;
    EXPECT_EQ(layer->name, std::string("op_") + op);
    EXPECT_NE(layer->help.find(findOp(op)->summary), std::string::npos);
  }
  EXPECT_EQ(layerOfOp("relu"), findLayer("relu"));
  EXPECT_EQ(layerOfOp("softmax"), findLayer("op_softmax"));
}

TEST(PrimitiveLayers, LeaveTrainingsOwnOut) {
  for (const char* op :
       {"conv2d_backward_weights", "sgd_update", "cross_entropy", "assign", "conv2d_fused", "dropout", "no_such_op"})
    EXPECT_EQ(layerOfOp(op), nullptr) << op;
}

TEST(PrimitiveLayers, ScaleShapesWithTheSamples) {
  const BuiltLayer built = buildLayer("op_reshape", {{"shape", List{-4, 3, 2}}}, {Shape{5, 4, 6}});
  ASSERT_TRUE(built.status.ok()) << built.status.error().text();
  EXPECT_EQ(built.outputs[0], (Shape{20, 3, 2}));
  const BuiltLayer repeated = buildLayer("op_broadcast_to", {{"shape", List{2, -1, 3}}}, {Shape{7, 3}});
  ASSERT_TRUE(repeated.status.ok()) << repeated.status.error().text();
  EXPECT_EQ(repeated.outputs[0], (Shape{2, 7, 3}));
  EXPECT_FALSE(buildLayer("op_reshape", {{"shape", List{-4, 5, 2}}}, {Shape{5, 4, 6}}).status.ok());
  const auto most = static_cast<std::int64_t>(Shape::kMaximumElements);
  EXPECT_FALSE(buildLayer("op_reshape", {{"shape", List{-most, 1}}}, {Shape{1 << 20, 4}}).status.ok());
}

TEST(PrimitiveLayers, GiveAnAxisAtLeast) {
  const BuiltLayer built = buildLayer("op_reduce_sum", {{"axes", List{0, 1}}}, {Shape{2, 3}});
  ASSERT_TRUE(built.status.ok()) << built.status.error().text();
  EXPECT_EQ(built.outputs[0], Shape{1});
}

TEST(PrimitiveLayers, HaveTheInputsThatAreConnected) {
  const LayerType* linear = findLayer("op_linear");
  const auto ports = [&](std::int64_t connected) {
    return linear->inputPorts(*linear->parameters.complete({{kConnectedInputs, connected}})).size();
  };
  EXPECT_EQ(ports(2), 2u);
  EXPECT_EQ(ports(3), 3u);
  EXPECT_FALSE(linear->parameters.validate({{kConnectedInputs, std::int64_t{4}}}).ok());
  EXPECT_TRUE(buildLayer("op_linear", {}, {Shape{2, 3}, Shape{4, 3}}).status.ok());
}

TEST(PrimitiveLayers, AFormulaHasTheOutputsOfItsProgram) {
  const LayerType* formula = findLayer("op_fused_pointwise");
  const FieldValues two{{"program", std::string("2: add 0 1, mul 0 1 -> 2 3")}};
  EXPECT_EQ(formula->outputPorts(*formula->parameters.complete(two)).size(), 2u);
  const BuiltLayer built = buildLayer("op_fused_pointwise", two, {Shape{2, 3}, Shape{2, 1}});
  ASSERT_TRUE(built.status.ok()) << built.status.error().text();
  EXPECT_EQ(built.outputs, (std::vector<Shape>{Shape{2, 3}, Shape{2, 3}}));
  EXPECT_FALSE(buildLayer("op_fused_pointwise", {{"program", std::string("nonsense")}}, {Shape{2}}).status.ok());
}

TEST(Constant, IsOneNumberStoredOnesOrPositions) {
  const BuiltLayer one = buildLayer("constant", {{"value", 2.5}, {"shape", List{3, 4}}}, {});
  ASSERT_TRUE(one.status.ok()) << one.status.error().text();
  EXPECT_EQ(one.outputs[0], (Shape{3, 4}));
  EXPECT_TRUE(one.variables.empty());
  const FieldValues stored{{"kind", std::string("stored")}, {"shape", List{3, 4}}};
  EXPECT_EQ(buildLayer("constant", stored, {}).find("value")->type.shape, (Shape{3, 4}));
  EXPECT_EQ(buildLayer("constant", stored, {}).trainable(), 0);
  FieldValues learned = stored;
  learned.set("learned", true);
  EXPECT_EQ(buildLayer("constant", learned, {}).trainable(), 12);
  const BuiltLayer positions =
      buildLayer("constant", {{"kind", std::string("positions")}, {"shape", List{2}}, {"numbers", List{4, -1}}}, {});
  ASSERT_TRUE(positions.status.ok()) << positions.status.error().text();
  EXPECT_EQ(positions.types[0], (TensorType{DataType::Int32, Shape{2}}));
  EXPECT_EQ(buildLayer("constant", {{"kind", std::string("positions")}, {"shape", List{3}}}, {}).status.error().message,
            "The shape [3] has 3 positions, but 1 are listed.");
}

TEST(Constant, RepeatsForEachSample) {
  for (const char* kind : {"value", "stored"}) {
    const FieldValues values{{"kind", std::string(kind)}, {"shape", List{3, 4}}, {"for_each_sample", true}};
    EXPECT_EQ(buildLayer("constant", values, {}).outputs[0], (Shape{2, 3, 4})) << kind;
  }
}

TEST(Softmax, TakesAnyAxis) {
  for (const std::int64_t axis : {1, 2, 3, -1}) {
    const BuiltLayer built = buildLayer("softmax", {{"axis", axis}}, {Shape{2, 3, 4, 5}});
    ASSERT_TRUE(built.status.ok()) << built.status.error().text();
    EXPECT_EQ(built.outputs[0], (Shape{2, 3, 4, 5}));
  }
  EXPECT_FALSE(buildLayer("softmax", {{"axis", std::int64_t{4}}}, {Shape{2, 3, 4, 5}}).status.ok());
}

}  // namespace
}  // namespace fovea
