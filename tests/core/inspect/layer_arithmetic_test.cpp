// What is explained must be what was computed: for every kind of layer the explained sum is the engine's number within
// rounding, forward and backward.
#include "core/inspect/layer_arithmetic.h"

#include <cmath>
#include <map>

#include "core/base/random.h"
#include "core/network/lowering.h"
#include "core/network/standard_networks.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

NetworkTrace traceOf(const Checkpoint& checkpoint, const Tensor& input, std::int64_t label,
                     const char* device = "cpu") {
  return valueOf(valueOf(NetworkTracer::create(checkpoint, openDevice(device)))->trace(input, label));
}

// Some positions of each layer, spread evenly.
template <class Visit>
void someElements(const Shape& shape, const Visit& visit) {
  constexpr std::int64_t kMost = 60;
  const std::int64_t count = shape.elementCount(), step = std::max<std::int64_t>(1, count / kMost);
  for (std::int64_t element = 0; element < count; element += step) visit(positionOf(shape, element));
}

// How many numbers of each kind were explained, and compares all of them.
std::map<std::string, int> expectExplained(const NetworkTrace& trace) {
  std::map<std::string, int> kinds;
  for (int layer = 0; layer < static_cast<int>(trace.layers.size()); ++layer) {
    const TracedLayer& traced = trace.layers[static_cast<std::size_t>(layer)];
    someElements(traced.output.shape(), [&](const std::vector<std::int64_t>& at) {
      const LayerExplanation forward = valueOf(explainOutput(trace, layer, at));
      EXPECT_NE(forward.kind, ArithmeticKind::Unknown) << traced.name;
      EXPECT_NEAR(forward.result, forward.value, 2e-6 * forward.magnitude + 2e-7) << traced.name;
      ++kinds[arithmeticKindName(forward.kind)];
      const GradientExplanation backward = valueOf(explainGradient(trace, layer, at));
      if (!backward.known) return;
      EXPECT_TRUE(backward.complete) << traced.name;
      EXPECT_NEAR(backward.sum, backward.value, 5e-6 * backward.magnitude + 1e-8) << "gradient of " << traced.name;
      ++kinds["gradient"];
    });
    for (std::size_t weight = 0; weight < traced.weights.size(); ++weight) {
      if (!traced.weights[weight].gradient.defined()) continue;
      someElements(traced.weights[weight].value.shape(), [&](const std::vector<std::int64_t>& at) {
        const GradientExplanation learned = valueOf(explainWeight(trace, layer, weight, at));
        EXPECT_TRUE(learned.known && learned.complete) << traced.name;
        EXPECT_NEAR(learned.sum, learned.value, 1e-5 * learned.magnitude + 1e-8)
            << traced.name << "." << traced.weights[weight].name;
        ++kinds["weight"];
      });
    }
  }
  return kinds;
}

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

// Where a picture is black, all numbers of a window are equal, and one of them must be the one that learns.
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
  EXPECT_EQ(valueOf(explainOutput(trace, 2, {0})).kind, ArithmeticKind::Unknown);
  const auto tracer = valueOf(NetworkTracer::create(handMadeCheckpoint(), openDevice("cpu")));
  expectError(tracer->trace(noiseOf({1, 2, 3}), 3), ErrorCode::InvalidArgument, "no class 3");
  expectError(tracer->trace(noiseOf({1, 2, 2})), ErrorCode::InvalidArgument, "The network takes");
}

}  // namespace
}  // namespace fovea::test
