// Explanations equal the computation: for every kind of layer the explained sum is the layer's number within rounding,
// forward and backward.
#include "core/inspect/layer_arithmetic.h"

#include "core/base/random.h"
#include "core/network/lowering.h"
#include "core/network/standard_networks.h"
#include "tests/core/inspect/arithmetic_support.h"

namespace fovea::test {
namespace {

TEST(LayerArithmetic, EveryNumberOfLeNetIsExplained) {
  for (const char* device : {"reference", "cpu"}) {
    const NetworkTrace trace = traceOf(drawnWeights(*standardNetwork("lenet")), noiseOf({1, 28, 28}), 4, device);
    EXPECT_EQ(trace.label, 4);
    const auto kinds = expectExplained(trace);
    for (const char* kind : {"input", "convolution", "max_pooling", "linear", "activation", "cross_entropy"})
      EXPECT_TRUE(kinds.contains(kind)) << kind;
    EXPECT_GT(kinds.at("gradient"), 300);
    EXPECT_GT(kinds.at("weight"), 200);
  }
}

// In black areas all numbers of a window are equal, and only one of them gets the gradient.
TEST(LayerArithmetic, EqualNumbersInAWindowAreExplainedToo) {
  Tensor picture = Tensor::zeros({DataType::Float32, Shape{1, 28, 28}});
  for (int y = 10; y < 18; ++y)
    for (int x = 10; x < 18; ++x) picture.data<float>()[y * 28 + x] = 1;
  expectExplained(traceOf(drawnWeights(*standardNetwork("lenet")), picture, 4));
}

TEST(LayerArithmetic, EveryNumberOfASmallResNetIsExplained) {
  const Network network = *standardNetwork("resnet-mini");
  const Checkpoint checkpoint = drawnWeights(network);
  const Shape shape = valueOf(lowerNetwork(network, {NetworkMode::Inference, 1, 0})).sampleShape();
  const auto kinds = expectExplained(traceOf(checkpoint, noiseOf(shape), 2));
  for (const char* kind : {"convolution", "normalization", "activation", "add", "average_pooling", "linear"})
    EXPECT_TRUE(kinds.contains(kind)) << kind;
}

TEST(LayerArithmetic, StridesGroupsPaddingAndOtherLayersAreExplained) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{4, 11, 9}}})
      .add("conv", "convolution",
           {{"filters", std::int64_t{6}},
            {"kernel", List{3, 2}},
            {"stride", List{2, 1}},
            {"padding", List{2, 1}},
            {"dilation", List{1, 2}},
            {"groups", std::int64_t{2}}},
           {"data"})
      .add("tanh", "tanh", {}, {"conv"})
      .add("mean", "average_pooling",
           {{"kernel", List{3}}, {"stride", List{2}}, {"padding", List{1}}, {"ceil_mode", true}}, {"tanh"})
      .add("counted", "average_pooling",
           {{"kernel", List{3}}, {"stride", List{1}}, {"padding", List{1}}, {"count_padding", true}}, {"mean"})
      .add("leaky", "leaky_relu", {}, {"counted"})
      .add("flat", "flatten", {}, {"leaky"})
      .add("drop", "dropout", {}, {"flat"})
      .add("fc", "linear", {{"units", std::int64_t{5}}}, {"drop"})
      .add("sigmoid", "sigmoid", {}, {"fc"})
      .add("silu", "silu", {}, {"sigmoid"})
      .add("soft", "softmax", {}, {"silu"})
      .add("fc2", "linear", {{"units", std::int64_t{3}}, {"bias", false}}, {"soft"})
      .add("loss", "cross_entropy", {}, {"fc2"});
  const auto kinds = expectExplained(traceOf(drawnWeights(drawing.network), noiseOf({4, 11, 9}), 1));
  for (const char* kind : {"same", "softmax", "average_pooling"}) EXPECT_TRUE(kinds.contains(kind)) << kind;
}

TEST(LayerArithmetic, VolumesAreExplained) {
  for (const char* device : {"reference", "cpu"})
    for (const bool bias : {true, false}) {
      Drawing drawing;
      drawing.add("data", "input", {{"shape", List{2, 7, 9, 8}}})
          .add("conv", "convolution",
               {{"filters", std::int64_t{4}},
                {"kernel", List{3, 2, 3}},
                {"stride", List{2, 1, 1}},
                {"padding", List{1, 0, 2}},
                {"dilation", List{1, 2, 1}},
                {"groups", std::int64_t{2}},
                {"bias", bias}},
               {"data"})
          .add("relu", "relu", {}, {"conv"})
          .add("conv2", "convolution", {{"filters", std::int64_t{3}}, {"padding", List{1}}, {"kernel", List{3}}},
               {"relu"})
          .add("max", "max_pooling", {{"kernel", List{2}}, {"stride", List{1, 2, 2}}}, {"conv2"})
          .add("mean", "average_pooling",
               {{"kernel", List{3, 2, 2}}, {"stride", List{2}}, {"padding", List{1}}, {"ceil_mode", true}}, {"max"})
          .add("up", "transposed_convolution",
               {{"filters", std::int64_t{2}}, {"kernel", List{2, 3, 2}}, {"stride", List{1, 2, 2}}, {"bias", bias}},
               {"mean"})
          .add("counted", "average_pooling",
               {{"kernel", List{3}}, {"stride", List{1}}, {"padding", List{1}}, {"count_padding", true}}, {"up"})
          .add("all", "global_pooling", {}, {"counted"})
          .add("fc", "linear", {{"units", std::int64_t{3}}}, {"all"})
          .add("loss", "cross_entropy", {}, {"fc"});
      const NetworkTrace trace = traceOf(drawnWeights(drawing.network), noiseOf({2, 7, 9, 8}), 1, device);
      const auto kinds = expectExplained(trace);
      EXPECT_GT(kinds.at("transposed_convolution"), 30);
      const LayerExplanation at = valueOf(explainOutput(trace, trace.find("conv"), {1, 2, 3, 4}));
      EXPECT_EQ(at.form, (List{1, 3, 2, 3}));
      EXPECT_EQ(at.window->front, 3);
      EXPECT_EQ(at.window->depth, 3);
      EXPECT_EQ(at.window->top, 3);
      EXPECT_EQ(at.window->height, 3) << "with dilation 2";
      EXPECT_EQ(at.window->left, 2);
    }
}

TEST(LayerArithmetic, TransposedConvolutionsAndNormsAreExplained) {
  for (const bool bias : {true, false}) {
    Drawing drawing;
    drawing.add("data", "input", {{"shape", List{4, 5, 6}}})
        .add("up", "transposed_convolution",
             {{"filters", std::int64_t{8}},
              {"kernel", List{3, 2}},
              {"stride", List{2, 3}},
              {"padding", List{1, 0}},
              {"output_padding", List{1, 2}},
              {"groups", std::int64_t{2}},
              {"bias", bias}},
             {"data"})
        .add("group", "group_normalization", {{"groups", std::int64_t{4}}, {"affine", bias}}, {"up"})
        .add("gelu", "gelu", {}, {"group"})
        .add("again", "transposed_convolution",
             {{"filters", std::int64_t{3}}, {"kernel", List{2}}, {"stride", List{1}}, {"dilation", List{2}}}, {"gelu"})
        .add("instance", "instance_normalization", {{"affine", bias}}, {"again"})
        .add("elu", "elu", {}, {"instance"})
        .add("places", "layer_normalization", {}, {"elu"})
        .add("whole", "layer_normalization", {{"over", std::string("sample")}}, {"places"})
        .add("fc", "linear", {{"units", std::int64_t{6}}, {"bias", bias}}, {"whole"})
        .add("row", "layer_normalization", {{"affine", bias}}, {"fc"})
        .add("fc2", "linear", {{"units", std::int64_t{3}}}, {"row"})
        .add("loss", "cross_entropy", {}, {"fc2"});
    const auto kinds = expectExplained(traceOf(drawnWeights(drawing.network), noiseOf({4, 5, 6}), 1));
    EXPECT_GT(kinds.at("sample_normalization"), 120);
    EXPECT_GT(kinds.at("transposed_convolution"), 100);
  }
}

TEST(LayerArithmetic, SignalsAreExplained) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{3, 20}}})
      .add("conv", "convolution", {{"filters", std::int64_t{4}}, {"kernel", List{5}}, {"stride", List{2}}}, {"data"})
      .add("up", "transposed_convolution", {{"filters", std::int64_t{2}}, {"kernel", List{3}}, {"stride", List{2}}},
           {"conv"})
      .add("pool", "max_pooling", {{"kernel", List{3}}, {"stride", List{2}}}, {"up"})
      .add("flat", "flatten", {}, {"pool"})
      .add("fc", "linear", {{"units", std::int64_t{3}}}, {"flat"})
      .add("loss", "cross_entropy", {}, {"fc"});
  expectExplained(traceOf(drawnWeights(drawing.network), noiseOf({3, 20}), 1));
}

TEST(LayerArithmetic, ArrangedAndJoinedNumbersAreExplained) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{4, 6, 6}}})
      .add("left", "convolution", {{"filters", std::int64_t{4}}, {"kernel", List{3}}}, {"data"})
      .add("right", "convolution", {{"filters", std::int64_t{4}}, {"kernel", List{3}}}, {"data"})
      .add("gate", "sigmoid", {}, {"right"})
      .add("times", "multiply", {}, {"left", "gate"})
      .add("minus", "subtract", {}, {"left", "times"})
      .add("most", "maximum", {}, {"minus", "right"})
      .add("joined", "concatenate", {}, {"most", "left"})
      .add("large", "pixel_shuffle", {}, {"joined"})
      .add("border", "padding", {{"mode", std::string("reflect")}}, {"large"})
      .add("frame", "padding", {{"value", 0.5}}, {"border"})
      .add("cut", "crop", {{"before", List{0, 1}}, {"after", List{1, 0}}}, {"frame"})
      .add("turned", "permute", {{"order", List{3, 1, 2}}}, {"cut"})
      .add("part", "slice", {{"axis", std::int64_t{2}}, {"start", std::int64_t{1}}, {"length", std::int64_t{1}}},
           {"turned"})
      .add("parts", "adaptive_pooling", {{"size", List{1, 5}}}, {"part"})
      .add("parts2", "adaptive_pooling", {{"size", List{1, 3}}, {"mode", std::string("maximum")}}, {"parts"})
      .add("bent", "prelu", {}, {"parts2"});
  std::string last = "bent";
  for (const char* type : {"selu", "mish", "softplus", "softsign", "hard_swish", "hard_sigmoid", "relu6"}) {
    drawing.add(type, type, {}, {last});
    last = type;
  }
  drawing.add("near", "gelu", {{"tanh", true}}, {last})
      .add("fc", "linear", {{"units", std::int64_t{3}}}, {"near"})
      .add("logs", "log_softmax", {}, {"fc"})
      .add("fc2", "linear", {{"units", std::int64_t{3}}}, {"near"})
      .add("loss", "cross_entropy", {}, {"fc2"});
  const auto kinds = expectExplained(traceOf(drawnWeights(drawing.network), noiseOf({4, 6, 6}), 1));
  for (const char* kind : {"multiply", "subtract", "maximum", "same", "log_softmax"})
    EXPECT_TRUE(kinds.contains(kind)) << kind;
}

// A gate of one number for each channel, and a layer that has no explanation.
TEST(LayerArithmetic, WhatIsNotExplainedSaysSo) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{3, 4, 4}}})
      .add("pooled", "global_pooling", {{"flatten", false}}, {"data"})
      .add("gated", "multiply", {}, {"data", "pooled"})
      .add("larger", "resize", {}, {"gated"});
  const NetworkTrace trace = traceOf(drawnWeights(drawing.network), noiseOf({3, 4, 4}), -1);
  const LayerExplanation gated = valueOf(explainOutput(trace, 2, {1, 2, 3}));
  EXPECT_EQ(gated.kind, ArithmeticKind::Multiply);
  EXPECT_NEAR(gated.result, gated.value, 1e-6);
  EXPECT_EQ(valueOf(explainOutput(trace, 3, {1, 2, 3})).kind, ArithmeticKind::Unknown);
}

TEST(LayerArithmetic, TheNumbersAreThoseWorkedOutByHand) {
  // conv has the filters [1 1] and [1 −1] with bias 0 and 0.5: see handMadeCheckpoint.
  const NetworkTrace trace = traceOf(handMadeCheckpoint(), Tensor::of<float>(Shape{1, 2, 3}, {1, 2, 3, -1, 0, 1}), -1);
  const LayerExplanation at = valueOf(explainOutput(trace, trace.find("conv"), {1, 0, 1}));
  ASSERT_EQ(at.terms.size(), 2u);
  EXPECT_EQ(at.form, (List{1, 1, 2}));
  EXPECT_EQ(at.terms[0].x, 2);
  EXPECT_EQ(at.terms[1].x, 3);
  EXPECT_EQ(at.terms[1].factor, -1);
  EXPECT_EQ(at.terms[1].input, 2);
  EXPECT_EQ(at.sum, -1);
  EXPECT_EQ(*at.bias, 0.5);
  EXPECT_EQ(at.result, -0.5);
  EXPECT_EQ(at.window->left, 1);
  EXPECT_EQ(at.window->width, 2);
  const LayerExplanation loss = valueOf(explainOutput(trace, trace.find("loss"), {1}));
  EXPECT_EQ(loss.kind, ArithmeticKind::CrossEntropy);
  EXPECT_NEAR(loss.numbers.back().value, trace.loss, 1e-6);
  EXPECT_EQ(trace.label, 1) << "the predicted class";
  expectError(explainOutput(trace, 1, {2, 0, 0}), ErrorCode::InvalidArgument, "not within [2, 2, 2]");
  expectError(explainOutput(trace, 1, {0, 0}), ErrorCode::InvalidArgument, "not within");
}

// The loss of smoothed labels is not −log of the label's probability.
TEST(LayerArithmetic, OnlyALossThatIsOneProbabilityIsGiven) {
  for (const double smoothing : {0.0, 0.2}) {
    Drawing drawing;
    drawing.add("data", "input", {{"shape", List{3}}})
        .add("fc", "linear", {{"units", std::int64_t{4}}}, {"data"})
        .add("loss", "cross_entropy", {{"label_smoothing", smoothing}}, {"fc"});
    const NetworkTrace trace = traceOf(drawnWeights(drawing.network), noiseOf({3}), 2);
    const LayerExplanation loss = valueOf(explainOutput(trace, 2, {1}));
    EXPECT_NEAR(loss.result, loss.value, 1e-6);
    const auto given = std::ranges::find(loss.numbers, std::string("loss"), &NamedNumber::name);
    ASSERT_EQ(given != loss.numbers.end(), smoothing == 0);
    if (given != loss.numbers.end()) {
      EXPECT_NEAR(given->value, trace.loss, 1e-6);
    }
  }
}

TEST(LayerArithmetic, ANetworkWithoutClassesIsExplainedForwardOnly) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{3}}})
      .add("fc", "linear", {{"units", std::int64_t{2}}}, {"data"})
      .add("gelu", "gelu", {}, {"fc"});
  const NetworkTrace trace = traceOf(drawnWeights(drawing.network), noiseOf({3}), -1);
  EXPECT_EQ(trace.label, -1);
  EXPECT_FALSE(valueOf(explainGradient(trace, 1, {0})).known);
  const LayerExplanation fc = valueOf(explainOutput(trace, 1, {1}));
  EXPECT_NEAR(fc.result, fc.value, 1e-6);
  EXPECT_EQ(valueOf(explainOutput(trace, 2, {0})).kind, ArithmeticKind::Activation);
  const auto tracer = valueOf(NetworkTracer::create(handMadeCheckpoint(), openDevice("cpu")));
  expectError(tracer->trace(noiseOf({1, 2, 3}), 3), ErrorCode::InvalidArgument, "no class 3");
  expectError(tracer->trace(noiseOf({1, 2, 2})), ErrorCode::InvalidArgument, "The network takes");
}

}  // namespace
}  // namespace fovea::test
