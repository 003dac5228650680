// Why: the results of each layer for its input: shapes, variables, ops, and messages for invalid inputs.
#include <gtest/gtest.h>

#include "tests/core/layers/layer_probe.h"

namespace fovea {
namespace {

TEST(InputLayer, GivesImagesOfItsShape) {
  const BuiltLayer built = buildLayer("input", {{"shape", List{3, 32, 24}}}, {});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.outputs[0], (Shape{2, 3, 32, 24}));
  EXPECT_EQ(built.graph->graph().value(built.graph->graph().findInput("layer.samples")).type.shape,
            (Shape{2, 3, 32, 24}));
}

TEST(InputLayer, GivesRowsSignalsAndVolumesByTheLengthOfItsShape) {
  EXPECT_EQ(buildLayer("input", {{"shape", List{13}}}, {}).outputs.at(0), (Shape{2, 13}));
  EXPECT_EQ(buildLayer("input", {{"shape", List{20, 3}}}, {}).outputs.at(0), (Shape{2, 20, 3}));
  EXPECT_EQ(buildLayer("input", {{"shape", List{1, 8, 9, 10}}}, {}).outputs.at(0), (Shape{2, 1, 8, 9, 10}));
}

TEST(InputLayer, GivesSymbolsInARow) {
  const BuiltLayer built = buildLayer("input", {{"shape", List{64}}, {"values", std::string("symbols")}}, {});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.types.at(0), (TensorType{DataType::Int32, Shape{2, 64}}));
  EXPECT_EQ(buildLayer("input", {{"values", std::string("symbols")}}, {}).status.error().message,
            "Symbols come in a row [T], but the shape is [1, 28, 28].");
}

TEST(InputLayer, NeedsOneToFourExtentsOfAtLeastOne) {
  EXPECT_FALSE(buildLayer("input", {{"shape", List{}}}, {}).status.ok());
  EXPECT_FALSE(buildLayer("input", {{"shape", List{1, 1, 1, 1, 1}}}, {}).status.ok());
  EXPECT_FALSE(buildLayer("input", {{"shape", List{1, 0, 28}}}, {}).status.ok());
}

// Five seconds at 44.1 kHz, and half a minute at 16 kHz.
TEST(InputLayer, HoldsLongSounds) {
  for (const std::int64_t samples : {220'500, 480'000}) {
    const BuiltLayer built = buildLayer("input", {{"shape", List{1, samples}}}, {});
    ASSERT_TRUE(built.status.ok()) << built.status.error().text();
    EXPECT_EQ(built.types.at(0).shape, (Shape{2, 1, samples}));
  }
}

TEST(InputLayer, RefusesASizeThatNoMachineHolds) {
  const BuiltLayer built = buildLayer("input", {{"shape", List{65536, 65536, 65536}}}, {});
  ASSERT_FALSE(built.status.ok());
  EXPECT_NE(built.status.error().message.find("too large"), std::string::npos);
}

TEST(ConvolutionLayer, LooksAtAnImageThroughFilters) {
  const BuiltLayer built =
      buildLayer("convolution", {{"filters", 20_i}, {"kernel", List{5, 5}}}, {Shape{4, 1, 28, 28}});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.outputs[0], (Shape{4, 20, 24, 24}));
  EXPECT_EQ(built.ops(), "conv2d");
  EXPECT_EQ(built.find("weight")->type.shape, (Shape{20, 1, 5, 5}));
  EXPECT_TRUE(built.find("weight")->decay);
  EXPECT_EQ(built.find("weight")->initializer.kind, InitializerKind::HeNormal);
  EXPECT_EQ(built.find("bias")->type.shape, Shape{20});
  EXPECT_FALSE(built.find("bias")->decay);
  EXPECT_EQ(built.find("bias")->initializer.kind, InitializerKind::Zeros);
}

TEST(ConvolutionLayer, TakesStridePaddingDilationAndGroupsByAxis) {
  const FieldValues parameters{{"filters", 8_i},        {"kernel", List{3, 1}},   {"stride", List{2, 1}},
                               {"padding", List{1, 0}}, {"dilation", List{2, 1}}, {"groups", 2_i},
                               {"bias", false}};
  const BuiltLayer built = buildLayer("convolution", parameters, {Shape{1, 4, 11, 7}});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.outputs[0], (Shape{1, 8, 5, 7}));
  EXPECT_EQ(built.find("weight")->type.shape, (Shape{8, 2, 3, 1}));
  EXPECT_EQ(built.find("bias"), nullptr);
}

TEST(ConvolutionLayer, DrawsTheBiasAsItsWeightsWhereTheChoiceSaysSo) {
  const BuiltLayer built = buildLayer("convolution", {{"initializer", std::string("he_uniform")}}, {Shape{1, 4, 8, 8}});
  EXPECT_EQ(built.find("bias")->initializer.kind, InitializerKind::HeUniform);
  EXPECT_EQ(built.find("bias")->initializer.fanIn, 4 * 3 * 3);
}

TEST(ConvolutionLayer, SaysWhatItGotAndWhatItNeeds) {
  EXPECT_EQ(buildLayer("convolution", {}, {Shape{1, 500}}).status.error().message,
            "A convolution needs an image [C, H, W], a signal [C, L] or a volume [C, D, H, W], but got 500 numbers.");
  EXPECT_EQ(buildLayer("convolution", {{"kernel", List{5, 5}}}, {Shape{1, 1, 3, 3}}).status.error().message,
            "The kernel 5×5 is larger than the input 3×3.");
  EXPECT_EQ(buildLayer("convolution", {{"dilation", List{3, 3}}, {"padding", List{1, 1}}}, {Shape{1, 1, 4, 4}})
                .status.error()
                .message,
            "The kernel 3×3 (7×7 with dilation) is larger than the input 4×4 (6×6 with padding).");
  EXPECT_EQ(buildLayer("convolution", {{"groups", 3_i}}, {Shape{1, 20, 8, 8}}).status.error().message,
            "20 input channels cannot be split into 3 groups.");
  EXPECT_EQ(buildLayer("convolution", {{"groups", 3_i}}, {Shape{1, 21, 8, 8}}).status.error().message,
            "32 filters cannot be split into 3 groups.");
  EXPECT_EQ(buildLayer("convolution", {{"filters", 0_i}}, {Shape{1, 1, 8, 8}}).status.error().message,
            "Filters must be from 1 to 65536, not 0.");
}

TEST(PoolingLayers, MakeImagesSmaller) {
  for (const char* type : {"max_pooling", "average_pooling"}) {
    SCOPED_TRACE(type);
    EXPECT_EQ(buildLayer(type, {}, {Shape{2, 20, 24, 24}}).outputs.at(0), (Shape{2, 20, 12, 12}));
    EXPECT_EQ(buildLayer(type, {}, {Shape{2, 3, 7, 7}}).outputs.at(0), (Shape{2, 3, 3, 3}));
    EXPECT_EQ(buildLayer(type, {{"ceil_mode", true}}, {Shape{2, 3, 7, 7}}).outputs.at(0), (Shape{2, 3, 4, 4}));
    const FieldValues wide{{"kernel", List{3, 3}}, {"padding", List{1, 1}}};
    EXPECT_EQ(buildLayer(type, wide, {Shape{2, 3, 8, 8}}).outputs.at(0), (Shape{2, 3, 4, 4}));
    EXPECT_TRUE(buildLayer(type, {}, {Shape{2, 3, 8, 8}}).variables.empty());
  }
}

TEST(PoolingLayers, RefuseWhatHasNoWindow) {
  for (const auto& [type, subject] :
       std::map<std::string, std::string>{{"max_pooling", "Max pooling"}, {"average_pooling", "Average pooling"}}) {
    SCOPED_TRACE(type);
    EXPECT_EQ(buildLayer(type.c_str(), {}, {Shape{1, 1}}).status.error().message,
              subject + " needs an image [C, H, W], a signal [C, L] or a volume [C, D, H, W], but got 1 number.");
    EXPECT_EQ(buildLayer(type.c_str(), {}, {Shape{1, 4, 1, 8}}).status.error().message,
              "The kernel 2×2 is larger than the input 1×8.");
    EXPECT_EQ(buildLayer(type.c_str(), {{"padding", List{2, 0}}}, {Shape{1, 4, 8, 8}}).status.error().message,
              "Padding 2×0 is more than half of the kernel 2×2.");
  }
}

TEST(LinearLayer, FlattensImagesItself) {
  const BuiltLayer built = buildLayer("linear", {{"units", 500_i}}, {Shape{3, 50, 4, 4}});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.outputs[0], (Shape{3, 500}));
  EXPECT_EQ(built.ops(), "reshape linear");
  EXPECT_EQ(built.find("weight")->type.shape, (Shape{500, 800}));
  EXPECT_EQ(built.trainable(), 500 * 800 + 500);
  EXPECT_EQ(buildLayer("linear", {{"bias", false}}, {Shape{3, 10}}).ops(), "linear");
}

TEST(LinearLayer, RefusesWeightsThatNoMachineHolds) {
  const BuiltLayer built = buildLayer("linear", {{"units", 1'000'000_i}, {"bias", false}}, {Shape{1, 65536, 4096, 4}});
  ASSERT_FALSE(built.status.ok());
  EXPECT_NE(built.status.error().message.find("too large"), std::string::npos);
}

TEST(ActivationLayers, KeepTheShape) {
  for (const char* type : {"relu", "sigmoid", "tanh", "softmax"}) {
    SCOPED_TRACE(type);
    EXPECT_EQ(buildLayer(type, {}, {Shape{2, 500}}).outputs.at(0), (Shape{2, 500}));
    EXPECT_EQ(buildLayer(type, {}, {Shape{2, 3, 8, 8}}).outputs.at(0), (Shape{2, 3, 8, 8}));
    EXPECT_EQ(buildLayer(type, {}, {Shape{2, 500}}).ops(), type);
  }
}

TEST(DropoutLayer, DropsInTrainingOnly) {
  const BuiltLayer training = buildLayer("dropout", {}, {Shape{2, 500}});
  EXPECT_EQ(training.ops(), "dropout");
  EXPECT_TRUE(training.graph->graph().findInput("step").valid());
  EXPECT_EQ(training.outputs.at(0), (Shape{2, 500}));
  for (const NetworkMode mode : {NetworkMode::Evaluation, NetworkMode::Inference}) {
    const BuiltLayer other = buildLayer("dropout", {}, {Shape{2, 500}}, mode);
    EXPECT_EQ(other.ops(), "");
    EXPECT_EQ(other.outputs.at(0), (Shape{2, 500}));
  }
  EXPECT_EQ(buildLayer("dropout", {{"probability", 0.0}}, {Shape{2, 500}}).ops(), "");
  EXPECT_FALSE(buildLayer("dropout", {{"probability", 1.0}}, {Shape{2, 500}}).status.ok());
}

TEST(DropoutLayer, DrawsDifferentlyInEachLayerAndTheSameEachTime) {
  GraphBuilder graph;
  LayerBuilder builder(graph, NetworkMode::Training, 1, 7);
  builder.beginLayer("dropout1");
  const std::int64_t first = builder.layerSeed();
  builder.beginLayer("dropout2");
  EXPECT_NE(builder.layerSeed(), first);
  LayerBuilder other(graph, NetworkMode::Training, 1, 8);
  other.beginLayer("dropout1");
  EXPECT_NE(other.layerSeed(), first);
  LayerBuilder again(graph, NetworkMode::Training, 64, 7);
  again.beginLayer("dropout1");
  EXPECT_EQ(again.layerSeed(), first);
}

TEST(BatchNormLayer, LearnsScaleAndBiasAndKeepsRunningStatistics) {
  const BuiltLayer built = buildLayer("batch_normalization", {}, {Shape{4, 20, 24, 24}});
  ASSERT_TRUE(built.status.ok());
  EXPECT_EQ(built.ops(), "batch_norm");
  EXPECT_EQ(built.outputs.size(), 1u);
  EXPECT_EQ(built.outputs[0], (Shape{4, 20, 24, 24}));
  EXPECT_EQ(built.trainable(), 40);
  EXPECT_EQ(built.find("scale")->initializer.kind, InitializerKind::Ones);
  EXPECT_FALSE(built.find("scale")->decay);
  EXPECT_FALSE(built.find("running_mean")->trainable);
  EXPECT_EQ(built.find("running_variance")->initializer.kind, InitializerKind::Ones);
  const BuiltLayer row = buildLayer("batch_normalization", {}, {Shape{4, 500}});
  EXPECT_EQ(row.outputs.at(0), (Shape{4, 500}));
}

TEST(BatchNormLayer, HasTheSameVariablesInEveryMode) {
  for (const NetworkMode mode : {NetworkMode::Evaluation, NetworkMode::Inference}) {
    const BuiltLayer built = buildLayer("batch_normalization", {}, {Shape{4, 20, 24, 24}}, mode);
    EXPECT_EQ(built.ops(), "batch_norm_inference");
    EXPECT_EQ(built.variables.size(), 4u);
    EXPECT_EQ(built.trainable(), 40);
  }
}

TEST(BatchNormLayer, KeepsItsRunningStatisticsWhereABatchHasNoVariance) {
  const auto shareOf = [](const Shape& input) {
    const BuiltLayer built = buildLayer("batch_normalization", {{"momentum", 0.3}}, {input});
    return built.graph->graph().nodes().front().attributes.real("momentum");
  };
  EXPECT_EQ(shareOf({1, 4}), 0);
  EXPECT_EQ(shareOf({1, 4, 1, 1}), 0);
  EXPECT_EQ(shareOf({2, 4}), 0.3);
  EXPECT_EQ(shareOf({1, 4, 1, 2}), 0.3);
}

TEST(FlattenLayer, WritesAnImageAsOneRow) {
  EXPECT_EQ(buildLayer("flatten", {}, {Shape{2, 3, 8, 8}}).outputs.at(0), (Shape{2, 192}));
  const BuiltLayer row = buildLayer("flatten", {}, {Shape{2, 192}});
  EXPECT_EQ(row.outputs.at(0), (Shape{2, 192}));
  EXPECT_EQ(row.ops(), "");
}

TEST(ConcatenateLayer, PutsChannelsBehindOneAnother) {
  EXPECT_EQ(buildLayer("concatenate", {}, {Shape{2, 3, 8, 8}, Shape{2, 5, 8, 8}, Shape{2, 1, 8, 8}}).outputs.at(0),
            (Shape{2, 9, 8, 8}));
  EXPECT_EQ(buildLayer("concatenate", {}, {Shape{2, 3}, Shape{2, 5}}).outputs.at(0), (Shape{2, 8}));
  EXPECT_EQ(buildLayer("concatenate", {}, {Shape{2, 3, 8, 8}, Shape{2, 5, 7, 8}}).status.error().message,
            "Inputs differ: 3×8×8 and 5×7×8.");
  EXPECT_EQ(buildLayer("concatenate", {}, {Shape{2, 3, 8, 8}, Shape{2, 5}}).status.error().message,
            "Inputs differ: 3×8×8 and 5.");
  EXPECT_EQ(buildLayer("concatenate", {}, {Shape{2, 3}}).status.error().message,
            "Concatenate needs two inputs or more, but got 1.");
}

TEST(AddLayer, AddsInputsOfOneShape) {
  const BuiltLayer built = buildLayer("add", {}, {Shape{2, 3, 8, 8}, Shape{2, 3, 8, 8}, Shape{2, 3, 8, 8}});
  EXPECT_EQ(built.outputs.at(0), (Shape{2, 3, 8, 8}));
  EXPECT_EQ(built.ops(), "add add");
  EXPECT_EQ(buildLayer("add", {}, {Shape{2, 20, 24, 24}, Shape{2, 50, 8, 8}}).status.error().message,
            "Inputs differ: 20×24×24 and 50×8×8.");
  EXPECT_EQ(buildLayer("add", {}, {Shape{2, 20, 24, 24}}).status.error().message,
            "Add needs two inputs or more, but got 1.");
}

TEST(CrossEntropyLayer, IsLossMetricAndPredictions) {
  for (const NetworkMode mode : {NetworkMode::Training, NetworkMode::Evaluation}) {
    const BuiltLayer built = buildLayer("cross_entropy", {}, {Shape{8, 10}}, mode);
    ASSERT_TRUE(built.status.ok());
    const bool training = mode == NetworkMode::Training;
    EXPECT_EQ(built.ops(),
              std::string("softmax_cross_entropy correct_count") + (training ? "" : " class_counts confusion_counts"));
    EXPECT_EQ(built.outputs.at(0), (Shape{8, 10}));
    EXPECT_EQ(built.graph->typeOf(built.loss).shape, Shape{});
    ASSERT_EQ(built.metrics.size(), training ? 1u : 3u);
    EXPECT_EQ(built.metrics[0].name, "correct");
    EXPECT_EQ(built.graph->graph().value(built.graph->graph().findInput("target")).type,
              (TensorType{DataType::Int32, Shape{8}}));
  }
}

TEST(CrossEntropyLayer, GivesProbabilitiesWithoutLabels) {
  const BuiltLayer built = buildLayer("cross_entropy", {}, {Shape{8, 10}}, NetworkMode::Inference);
  EXPECT_EQ(built.ops(), "softmax");
  EXPECT_FALSE(built.loss.valid());
  EXPECT_EQ(built.graph->typeOf(built.predictions).shape, (Shape{8, 10}));
  EXPECT_FALSE(built.graph->graph().findInput("target").valid());
}

TEST(CrossEntropyLayer, NeedsOneScoreForEachClass) {
  EXPECT_EQ(buildLayer("cross_entropy", {}, {Shape{8, 50, 4, 4}}).status.error().message,
            "Cross-entropy needs one row of numbers [K], but got an image 50×4×4.");
}

TEST(Frozen, ALayerHasRateZeroAndUsesItsRunningMoments) {
  const BuiltLayer norm = buildLayer("batch_normalization", {{"frozen", true}}, {Shape{4, 3, 5, 5}});
  ASSERT_TRUE(norm.status.ok()) << norm.status.error().text();
  EXPECT_EQ(norm.ops(), "batch_norm_inference");
  EXPECT_EQ(norm.find("scale")->rateMultiplier, 0);
  const BuiltLayer linear = buildLayer("linear", {{"frozen", true}, {"rate_multiplier", 3.0}}, {Shape{4, 3}});
  EXPECT_EQ(linear.find("weight")->rateMultiplier, 0);
  EXPECT_EQ(linear.find("bias")->rateMultiplier, 0);
  const FieldValues learned{{"kind", std::string("learned")}, {"frozen", true}};
  const BuiltLayer positions = buildLayer("positional_encoding", learned, {Shape{2, 6, 4}});
  EXPECT_EQ(positions.find("weight")->rateMultiplier, 0);
}

}  // namespace
}  // namespace fovea
