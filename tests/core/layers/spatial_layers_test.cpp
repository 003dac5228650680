// Layers that work on positions: images, signals and volumes; shapes, ops, and messages for invalid inputs.
#include <gtest/gtest.h>

#include "tests/core/layers/layer_probe.h"

namespace fovea {
namespace {

std::string messageOf(const BuiltLayer& built) {
  return built.status.ok() ? "" : built.status.error().message;
}

TEST(SpatialLayers, AConvolutionTakesSignalsAndVolumes) {
  const BuiltLayer signal = buildLayer("convolution", {{"filters", 8_i}, {"padding", List{1}}}, {Shape{4, 3, 50}});
  ASSERT_TRUE(signal.status.ok()) << signal.status.error().text();
  EXPECT_EQ(signal.outputs[0], (Shape{4, 8, 50}));
  EXPECT_EQ(signal.ops(), "reshape conv2d reshape");
  EXPECT_EQ(signal.find("weight")->type.shape, (Shape{8, 3, 1, 3}));

  const FieldValues parameters{{"filters", 8_i}, {"kernel", List{1, 3, 5}}, {"stride", List{2}}};
  const BuiltLayer volume = buildLayer("convolution", parameters, {Shape{2, 3, 9, 16, 17}});
  ASSERT_TRUE(volume.status.ok()) << volume.status.error().text();
  EXPECT_EQ(volume.outputs[0], (Shape{2, 8, 5, 7, 7}));
  EXPECT_EQ(volume.ops(), "conv3d");
  EXPECT_EQ(volume.find("weight")->type.shape, (Shape{8, 3, 1, 3, 5}));
}

TEST(SpatialLayers, SayWhichListDoesNotSuitTheInput) {
  EXPECT_EQ(messageOf(buildLayer("convolution", {{"kernel", List{3, 5}}}, {Shape{1, 3, 8, 8, 8}})),
            "The kernel 3×5 has 2 numbers, but a volume has 3 axes.");
  EXPECT_EQ(messageOf(buildLayer("max_pooling", {{"stride", List{1, 2}}}, {Shape{1, 3, 8}})),
            "The stride 1×2 has 2 numbers, but a signal has 1 axis.");
  EXPECT_EQ(messageOf(buildLayer("convolution", {{"kernel", List{9}}}, {Shape{1, 3, 8}})),
            "The kernel 9 is larger than the input 8.");
  EXPECT_EQ(messageOf(buildLayer("convolution", {{"kernel", List{1, 2, 3, 4}}}, {Shape{1, 3, 8, 8}})),
            "Kernel needs 1 to 3 numbers, not 4.");
}

TEST(SpatialLayers, PoolingTakesSignalsAndVolumes) {
  for (const std::string type : {"max_pooling", "average_pooling"}) {
    EXPECT_EQ(buildLayer(type.c_str(), {}, {Shape{2, 3, 11}}).outputs.at(0), (Shape{2, 3, 5}));
    EXPECT_EQ(buildLayer(type.c_str(), {{"kernel", List{2, 3, 3}}}, {Shape{2, 3, 8, 9, 11}}).outputs.at(0),
              (Shape{2, 3, 4, 4, 5}));
  }
}

TEST(SpatialLayers, AMaxPoolingCanGivePositions) {
  const BuiltLayer built = buildLayer("max_pooling", {{"positions", true}}, {Shape{2, 3, 8, 8}});
  ASSERT_EQ(built.types.size(), 2u);
  EXPECT_EQ(built.types[1], (TensorType{DataType::Int32, {2, 3, 4, 4}}));
  const LayerType& type = *findLayer("max_pooling");
  EXPECT_EQ(type.outputPorts(*type.parameters.complete({})).size(), 1u);
  EXPECT_EQ(type.outputPorts(*type.parameters.complete({{"positions", true}})).at(1).name, "positions");
}

// Builds Max unpooling after a Max pooling of `image`.
BuiltLayer unpooled(const Shape& image, const FieldValues& parameters) {
  BuiltLayer built;
  LayerBuilder builder(*built.graph, NetworkMode::Training, image[0], 7);
  builder.beginLayer("layer");
  const ValueId x = built.graph->addInput("x", {DataType::Float32, image});
  const auto pooled = built.graph->emit("max_pool2d", {}, {x});
  const LayerType& type = *findLayer("max_unpooling");
  const auto outputs = type.build(builder, *type.parameters.complete(parameters), pooled);
  if (!outputs.ok())
    built.status = outputs.error();
  else
    built.outputs.push_back(built.graph->typeOf(outputs->at(0)).shape);
  return built;
}

TEST(SpatialLayers, UnpoolingUndoesAPooling) {
  EXPECT_EQ(unpooled({2, 3, 8, 6}, {}).outputs.at(0), (Shape{2, 3, 8, 6}));
  EXPECT_EQ(unpooled({2, 3, 9, 7}, {{"size", List{9, 7}}}).outputs.at(0), (Shape{2, 3, 9, 7}));
  EXPECT_EQ(messageOf(unpooled({2, 3, 4, 4}, {{"padding", List{2, 2}}})), "With padding 2×2 nothing is left.");
  EXPECT_EQ(messageOf(buildLayer("max_unpooling", {}, {Shape{2, 3, 4, 4}, Shape{2, 3, 4, 4}})),
            "Max unpooling needs positions as its second input, but got numbers.");
}

TEST(SpatialLayers, TransposedConvolutionMakesImagesLarger) {
  const BuiltLayer built = buildLayer("transposed_convolution", {{"filters", 16_i}}, {Shape{2, 32, 14, 14}});
  ASSERT_TRUE(built.status.ok()) << built.status.error().text();
  EXPECT_EQ(built.outputs[0], (Shape{2, 16, 28, 28}));
  EXPECT_EQ(built.find("weight")->type.shape, (Shape{32, 16, 2, 2}));
  EXPECT_EQ(built.find("weight")->initializer.fanIn, 32);
  EXPECT_EQ(built.find("bias")->type.shape, Shape{16});
  const FieldValues dcgan{{"filters", 8_i}, {"kernel", List{3}}, {"padding", List{1}}, {"output_padding", List{1}}};
  EXPECT_EQ(buildLayer("transposed_convolution", dcgan, {Shape{2, 4, 5, 6}}).outputs.at(0), (Shape{2, 8, 10, 12}));
  EXPECT_EQ(buildLayer("transposed_convolution", dcgan, {Shape{2, 4, 5}}).outputs.at(0), (Shape{2, 8, 10}));
  EXPECT_EQ(buildLayer("transposed_convolution", dcgan, {Shape{2, 4, 5, 6, 7}}).outputs.at(0),
            (Shape{2, 8, 10, 12, 14}));
  EXPECT_EQ(messageOf(buildLayer("transposed_convolution", {{"output_padding", List{2}}}, {Shape{1, 4, 5, 5}})),
            "An output padding of 2 is not smaller than the stride of 2.");
  EXPECT_EQ(messageOf(buildLayer("transposed_convolution", {{"padding", List{5}}}, {Shape{1, 4, 2, 2}})),
            "With padding 5×5 nothing is left of the output.");
  EXPECT_EQ(messageOf(buildLayer("transposed_convolution", {{"groups", 3_i}}, {Shape{1, 4, 2, 2}})),
            "4 input channels cannot be split into 3 groups.");
}

TEST(SpatialLayers, TransposedConvolutionRefusesASizeThatOverflows) {
  const FieldValues huge{{"filters", 65536_i}, {"stride", List{1024}}, {"kernel", List{1024}}};
  const BuiltLayer built = buildLayer("transposed_convolution", huge, {Shape{1, 65536, 65536, 65536}});
  ASSERT_FALSE(built.status.ok());
  EXPECT_NE(messageOf(built).find("too large"), std::string::npos) << messageOf(built);
}

TEST(SpatialLayers, GlobalPoolingLeavesOneNumberAChannel) {
  for (const std::string mode : {"average", "maximum"}) {
    EXPECT_EQ(buildLayer("global_pooling", {{"mode", mode}}, {Shape{2, 5, 7, 9}}).outputs.at(0), (Shape{2, 5}));
    EXPECT_EQ(buildLayer("global_pooling", {{"mode", mode}}, {Shape{2, 5, 7}}).outputs.at(0), (Shape{2, 5}));
    EXPECT_EQ(buildLayer("global_pooling", {{"mode", mode}, {"flatten", false}}, {Shape{2, 5, 3, 4, 5}}).outputs.at(0),
              (Shape{2, 5, 1, 1, 1}));
  }
  EXPECT_EQ(messageOf(buildLayer("global_pooling", {}, {Shape{2, 5}})),
            "Global pooling needs an image [C, H, W], a signal [C, L] or a volume [C, D, H, W], but got 5 numbers.");
}

TEST(SpatialLayers, AdaptivePoolingIsOrdinaryPoolingWhereItCanBe) {
  const BuiltLayer even = buildLayer("adaptive_pooling", {{"size", List{6}}}, {Shape{2, 3, 12, 18}});
  EXPECT_EQ(even.outputs.at(0), (Shape{2, 3, 6, 6}));
  EXPECT_EQ(even.ops(), "average_pool2d");
  const BuiltLayer uneven = buildLayer("adaptive_pooling", {{"mode", std::string("maximum")}}, {Shape{2, 3, 12, 18}});
  EXPECT_EQ(uneven.outputs.at(0), (Shape{2, 3, 7, 7}));
  EXPECT_EQ(uneven.ops(), "adaptive_max_pool");
}

TEST(SpatialLayers, PaddingAndCropAreOpposites) {
  const FieldValues sides{{"before", List{1, 2}}, {"after", List{3, 4}}};
  EXPECT_EQ(buildLayer("padding", sides, {Shape{2, 3, 8, 9}}).outputs.at(0), (Shape{2, 3, 12, 15}));
  EXPECT_EQ(buildLayer("crop", sides, {Shape{2, 3, 12, 15}}).outputs.at(0), (Shape{2, 3, 8, 9}));
  EXPECT_EQ(buildLayer("crop", {{"before", List{0}}, {"after", List{0}}}, {Shape{2, 3, 4}}).ops(), "");
  EXPECT_EQ(messageOf(buildLayer("crop", {{"before", List{4}}}, {Shape{2, 3, 5, 9}})),
            "Cutting 4 and 1 off 5 leaves nothing.");
  EXPECT_EQ(messageOf(buildLayer("padding", {{"mode", std::string("reflect")}, {"after", List{3}}}, {Shape{2, 3, 3}})),
            "A border of 3 cannot mirror 3 places.");
}

TEST(SpatialLayers, SplitHasAsManyOutputsAsParts) {
  const BuiltLayer built = buildLayer("split", {{"parts", 3_i}}, {Shape{2, 6, 4, 4}});
  ASSERT_EQ(built.outputs.size(), 3u);
  EXPECT_EQ(built.outputs[2], (Shape{2, 2, 4, 4}));
  const BuiltLayer sizes = buildLayer("split", {{"axis", 2_i}, {"sizes", List{1, 3}}}, {Shape{2, 6, 4}});
  EXPECT_EQ(sizes.outputs.at(1), (Shape{2, 6, 3}));
  const LayerType& type = *findLayer("split");
  EXPECT_EQ(type.outputPorts(*type.parameters.complete({{"parts", 5_i}})).size(), 5u);
  EXPECT_EQ(messageOf(buildLayer("split", {{"parts", 4_i}}, {Shape{2, 6}})),
            "6 positions cannot be split into 4 equal parts.");
  EXPECT_EQ(messageOf(buildLayer("split", {{"sizes", List{1, 2}}}, {Shape{2, 6}})),
            "The sizes 1 + 2 make 3 positions, but axis 1 of 6 numbers has 6.");
  EXPECT_EQ(messageOf(buildLayer("split", {{"axis", 2_i}}, {Shape{2, 6}})), "There is no axis 2 in 6 numbers.");
}

TEST(SpatialLayers, ShapesChangeOnlyWhereTheNumbersFit) {
  EXPECT_EQ(buildLayer("slice", {{"start", 2_i}, {"length", 3_i}}, {Shape{2, 6, 4}}).outputs.at(0), (Shape{2, 3, 4}));
  EXPECT_EQ(messageOf(buildLayer("slice", {{"start", 5_i}, {"length", 3_i}}, {Shape{2, 6}})),
            "Positions 5 to 7 are asked for, but axis 1 of 6 numbers has 6.");
  EXPECT_EQ(buildLayer("reshape", {{"shape", List{0, -1}}}, {Shape{2, 6, 4, 5}}).outputs.at(0), (Shape{2, 6, 20}));
  EXPECT_EQ(messageOf(buildLayer("reshape", {{"shape", List{7, -1}}}, {Shape{2, 6, 4}})),
            "6×4 has 24 numbers, which do not fill 7×-1.");
  EXPECT_EQ(messageOf(buildLayer("reshape", {{"shape", List{-1, -1}}}, {Shape{2, 6}})), "More than one extent is -1.");
  EXPECT_EQ(buildLayer("permute", {{"order", List{2, 3, 1}}}, {Shape{2, 6, 4, 5}}).outputs.at(0), (Shape{2, 4, 5, 6}));
  EXPECT_EQ(messageOf(buildLayer("permute", {}, {Shape{2, 6, 4, 5}})),
            "The order 2, 1 does not name each of the 3 axes of 6×4×5 once.");
  EXPECT_EQ(buildLayer("concatenate", {{"axis", 2_i}}, {Shape{2, 3, 4}, Shape{2, 3, 5}}).outputs.at(0),
            (Shape{2, 3, 9}));
  EXPECT_EQ(messageOf(buildLayer("concatenate", {{"axis", 2_i}}, {Shape{2, 3, 4}, Shape{2, 4, 4}})),
            "Inputs differ: 3×4 and 4×4.");
}

TEST(SpatialLayers, ResizeAndPixelShuffleEnlarge) {
  EXPECT_EQ(buildLayer("resize", {}, {Shape{2, 3, 4, 5}}).outputs.at(0), (Shape{2, 3, 8, 10}));
  EXPECT_EQ(buildLayer("resize", {{"size", List{7, 3}}}, {Shape{2, 3, 4, 5}}).outputs.at(0), (Shape{2, 3, 7, 3}));
  EXPECT_EQ(buildLayer("pixel_shuffle", {}, {Shape{2, 12, 4, 5}}).outputs.at(0), (Shape{2, 3, 8, 10}));
  EXPECT_EQ(messageOf(buildLayer("pixel_shuffle", {}, {Shape{2, 6, 4, 5}})),
            "6 channels cannot be shared by 2×2 pixels.");
}

TEST(SpatialLayers, SpatialDropoutDrawsOneNumberForEachChannel) {
  const BuiltLayer built = buildLayer("spatial_dropout", {}, {Shape{2, 3, 4, 5}});
  EXPECT_EQ(built.ops(), "dropout multiply");
  EXPECT_EQ(built.outputs.at(0), (Shape{2, 3, 4, 5}));
  EXPECT_EQ(buildLayer("spatial_dropout", {}, {Shape{2, 3, 4, 5}}, NetworkMode::Inference).ops(), "");
}

TEST(NormalizationLayers, KeepTheShape) {
  for (const char* type : {"layer_normalization", "group_normalization", "instance_normalization",
                           "local_response_normalization", "batch_normalization"})
    for (const Shape& shape : {Shape{2, 16, 9}, Shape{2, 16, 4, 5}, Shape{2, 16, 3, 4, 5}}) {
      const BuiltLayer built = buildLayer(type, {}, {shape});
      ASSERT_TRUE(built.status.ok()) << type << ": " << built.status.error().text();
      EXPECT_EQ(built.outputs.at(0), shape) << type;
    }
}

TEST(NormalizationLayers, LearnOneNumberForEachFeature) {
  EXPECT_EQ(buildLayer("layer_normalization", {}, {Shape{2, 7, 32}}).find("scale")->type.shape, Shape{32});
  EXPECT_EQ(buildLayer("layer_normalization", {}, {Shape{2, 7, 4, 4}}).find("scale")->type.shape, Shape{7});
  EXPECT_EQ(buildLayer("layer_normalization", {{"over", std::string("sample")}}, {Shape{2, 7, 4, 4}}).ops(),
            "group_norm");
  EXPECT_EQ(buildLayer("group_normalization", {}, {Shape{2, 16, 4, 4}}).find("bias")->type.shape, Shape{16});
  EXPECT_FALSE(buildLayer("group_normalization", {}, {Shape{2, 16, 4, 4}}).find("bias")->decay);
  EXPECT_EQ(buildLayer("group_normalization", {{"affine", false}}, {Shape{2, 16, 4, 4}}).trainable(), 0);
  EXPECT_EQ(buildLayer("batch_normalization", {{"affine", false}}, {Shape{2, 16, 4, 4}}).trainable(), 0);
}

TEST(NormalizationLayers, LocalContrastLooksAtAllChannelsOfAPlace) {
  const BuiltLayer built = buildLayer("local_contrast_normalization", {}, {Shape{2, 3, 20, 24}});
  ASSERT_TRUE(built.status.ok()) << built.status.error().text();
  EXPECT_EQ(built.outputs.at(0), (Shape{2, 3, 20, 24}));
  EXPECT_EQ(built.trainable(), 0);
  // The weights at each position add up to 1, also in a corner after the correction.
  double sum = 0, corner = 0, correction = 0;
  for (const Value& value : built.graph->graph().values()) {
    if (value.kind != ValueKind::Constant) continue;
    if (value.type.shape == Shape{1, 1, 20, 24}) {
      correction = static_cast<double>(value.constant.values<float>()[0]);
      continue;
    }
    ASSERT_EQ(value.type.shape, (Shape{1, 3, 9, 9}));
    for (std::int64_t i = 0; i < value.constant.elementCount(); ++i) {
      const auto weight = static_cast<double>(value.constant.values<float>()[static_cast<std::size_t>(i)]);
      sum += weight;
      if (i / 9 % 9 >= 4 && i % 9 >= 4) corner += weight;
    }
  }
  EXPECT_NEAR(sum, 1.0, 1e-5);
  EXPECT_NEAR(corner * correction, 1.0, 1e-5);
}

TEST(NormalizationLayers, SayWhatTheyNeed) {
  EXPECT_EQ(messageOf(buildLayer("group_normalization", {}, {Shape{2, 20, 4, 4}})),
            "20 channels cannot be split into 8 groups.");
  EXPECT_EQ(messageOf(buildLayer("instance_normalization", {}, {Shape{2, 20}})),
            "Instance norm needs several positions in each channel, but got 20 numbers.");
  EXPECT_EQ(messageOf(buildLayer("local_contrast_normalization", {{"size", 4_i}}, {Shape{2, 3, 4, 4}})),
            "A neighbourhood of 4 has no middle.");
  EXPECT_EQ(messageOf(buildLayer("local_response_normalization", {{"size", 4_i}}, {Shape{2, 20, 4, 4}})),
            "A window of 4 has no middle.");
  EXPECT_EQ(messageOf(buildLayer("local_response_normalization", {{"region", std::string("within")}}, {Shape{2, 20}})),
            "Normalisation within channels needs an image [C, H, W], but got 20 numbers.");
}

}  // namespace
}  // namespace fovea
