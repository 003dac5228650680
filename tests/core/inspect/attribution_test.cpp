// Attributions for networks small enough to compute by hand, and for LeNet by the properties of each method.
// tests/inspect/compare_captum.py compares the numbers with Captum's.
#include "core/inspect/attribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/network/lowering.h"
#include "core/network/standard_networks.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

using List = std::vector<std::int64_t>;

std::unique_ptr<Attributor> attributorOf(const Checkpoint& checkpoint, const char* device = "cpu") {
  return valueOf(Attributor::create(checkpoint, openDevice(device)));
}

Checkpoint withWeights(const Network& network) {
  Checkpoint checkpoint;
  checkpoint.network = network;
  const auto lowered = lowerNetwork(network, {NetworkMode::Inference, 1, 0});
  for (const VariableInfo& variable : valueOf(lowerNetwork(network, {NetworkMode::Inference, 1, 0})).variables)
    checkpoint.tensors.emplace_back(variable.name, initialValue(variable, 5));
  return checkpoint;
}

Tensor noise(const Shape& shape, std::uint64_t seed = 1) {
  Random random(seed);
  Tensor tensor = Tensor::make({DataType::Float32, shape});
  for (float& value : tensor.values<float>()) value = static_cast<float>(random.normal());
  return tensor;
}

double sumOf(const Tensor& tensor) {
  const auto values = tensor.values<float>();
  return std::accumulate(values.begin(), values.end(), 0.0);
}

// y = W x with W = [1 2 3; 4 5 6] and three inputs, followed by a softmax that must be ignored.
Checkpoint linearCheckpoint() {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{3}}})
      .add("fc", "linear", {{"units", std::int64_t{2}}, {"bias", false}}, {"data"})
      .add("loss", "cross_entropy", {}, {"fc"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  checkpoint.tensors.emplace_back("fc.weight", Tensor::of<float>(Shape{2, 3}, {1, 2, 3, 4, 5, 6}));
  return checkpoint;
}

TEST(Attribution, OfALinearNetworkIsItsWeights) {
  for (const char* device : {"reference", "cpu"}) {
    const auto attributor = attributorOf(linearCheckpoint(), device);
    const Tensor x = Tensor::of<float>(Shape{3}, {1, -1, 2});
    const auto of = [&](AttributionMethod method, std::int64_t target = -1) {
      return valueOf(attributor->explain(x, {.method = method, .target = target, .window = 1, .stride = 1}));
    };
    const Attribution gradient = of(AttributionMethod::Gradient);
    EXPECT_EQ(gradient.target, 1) << "11 is more than 5";
    EXPECT_NEAR(gradient.scores.at(0), 5, 1e-6);
    EXPECT_NEAR(gradient.scores.at(1), 11, 1e-6);
    expectNear(gradient.values, {4, 5, 6});
    expectNear(of(AttributionMethod::Gradient, 0).values, {1, 2, 3});
    expectNear(of(AttributionMethod::SmoothGradient).values, {4, 5, 6}, 1e-5f);
    for (const auto method :
         {AttributionMethod::GradientTimesInput, AttributionMethod::IntegratedGradients, AttributionMethod::Occlusion})
      expectNear(of(method).values, {4, -5, 12}, 1e-5f);
  }
}

// The directional derivative by central differences, for a network with convolutions, pooling and branches.
TEST(Attribution, TheGradientIsThatOfTheScore) {
  const auto attributor = attributorOf(withWeights(*standardNetwork("lenet")));
  const Shape shape{1, 28, 28};
  const Tensor x = noise(shape, 2), direction = noise(shape, 3);
  const Attribution at = valueOf(attributor->explain(x, {.target = 4}));
  double expected = 0;
  const double h = 1e-3;
  for (const double side : {1.0, -1.0}) {
    Tensor moved = Tensor::make({DataType::Float32, shape});
    for (std::int64_t i = 0; i < moved.elementCount(); ++i)
      moved.data<float>()[i] = x.data<float>()[i] + static_cast<float>(side * h) * direction.data<float>()[i];
    expected += side * static_cast<double>(valueOf(attributor->explain(moved, {.target = 4})).scores[4]) / (2 * h);
  }
  double along = 0;
  for (std::int64_t i = 0; i < x.elementCount(); ++i)
    along += static_cast<double>(at.values.data<float>()[i]) * static_cast<double>(direction.data<float>()[i]);
  EXPECT_NEAR(along, expected, 0.02 * std::max(1.0, std::abs(expected)));
}

// Imported models often average by a layer whose answer has one position, which shows nothing.
TEST(Attribution, GradCamLooksAtTheLastLayerWithSeveralPositions) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("conv", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{3, 3}}}, {"data"})
      .add("mean", "max_pooling", {{"kernel", List{6, 6}}, {"stride", List{6, 6}}}, {"conv"})
      .add("scale", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{1, 1}}}, {"mean"})
      .add("fc", "linear", {{"units", std::int64_t{2}}}, {"scale"})
      .add("loss", "cross_entropy", {}, {"fc"});
  const auto attributor = attributorOf(withWeights(drawing.network));
  const Tensor x = noise(Shape{1, 8, 8});
  EXPECT_EQ(valueOf(attributor->explain(x, {.method = AttributionMethod::GradCam})).layer, "conv");
  EXPECT_EQ(valueOf(attributor->explain(x, {.method = AttributionMethod::GradCam, .layer = "scale"})).layer, "scale");
}

// Sundararajan et al., Proposition 1: attributions add up to the difference from the score of the baseline.
TEST(Attribution, IntegratedGradientsAddUpToTheScore) {
  const auto attributor = attributorOf(withWeights(*standardNetwork("lenet")));
  const Shape shape{1, 28, 28};
  const Attribution at = valueOf(
      attributor->explain(noise(shape), {.method = AttributionMethod::IntegratedGradients, .target = 3, .steps = 200}));
  const Attribution empty = valueOf(attributor->explain(Tensor::zeros({DataType::Float32, shape}), {.target = 3}));
  const double difference = static_cast<double>(at.scores[3]) - static_cast<double>(empty.scores[3]);
  EXPECT_NEAR(sumOf(at.values), difference, 0.01 * std::max(1.0, std::abs(difference)));
}

// conv adds and subtracts neighbours (see handMadeCheckpoint); fc weights the results.
TEST(Attribution, GradCamWeighsChannelsByTheirMeanGradient) {
  const auto attributor = attributorOf(handMadeCheckpoint());
  const Tensor image = Tensor::of<float>(Shape{1, 2, 3}, {1, 2, 3, -1, 0, 1});
  const auto of = [&](const std::string& layer) {
    return attributor->explain(image, {.method = AttributionMethod::GradCam, .layer = layer});
  };
  const Attribution at = valueOf(of("conv"));
  EXPECT_EQ(at.layer, "conv");
  EXPECT_EQ(at.values.shape(), (Shape{2, 2}));
  EXPECT_EQ(at.target, 1);
  const Attribution last = valueOf(of(""));
  EXPECT_EQ(last.layer, "relu") << "the last one that keeps positions";
  for (const float value : last.values.values<float>()) EXPECT_GE(value, 0);
  expectError(of("fc"), ErrorCode::InvalidArgument, "\"fc\" has no channels with positions");
  expectError(of("nothing"), ErrorCode::InvalidArgument, "has no channels with positions");
  EXPECT_EQ(attributor->layersWithPositions(), (std::vector<std::string>{"conv", "relu"}));
}

TEST(Attribution, OcclusionAveragesTheWindowsOverEachPlace) {
  // The score is the sum of a row of four, so covering two neighbours removes both.
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{4}}})
      .add("fc", "linear", {{"units", std::int64_t{1}}, {"bias", false}}, {"data"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  checkpoint.tensors.emplace_back("fc.weight", Tensor::of<float>(Shape{1, 4}, {1, 1, 1, 1}));
  const auto attributor = attributorOf(checkpoint);
  const Tensor x = Tensor::of<float>(Shape{4}, {1, 2, 4, 8});
  const Attribution at =
      valueOf(attributor->explain(x, {.method = AttributionMethod::Occlusion, .target = 0, .window = 2, .stride = 1}));
  expectNear(at.values, {3, 4.5f, 9, 12});
  // Windows that do not fill the row extend beyond its end.
  expectNear(
      valueOf(attributor->explain(x, {.method = AttributionMethod::Occlusion, .target = 0, .window = 3, .stride = 3}))
          .values,
      {7, 7, 7, 8});
}

// data → fc1 → relu → fc2, with weights in which a negative gradient meets an open ReLU.
Checkpoint rectifiedCheckpoint() {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{2}}})
      .add("fc1", "linear", {{"units", std::int64_t{3}}, {"bias", false}}, {"data"})
      .add("relu", "relu", {}, {"fc1"})
      .add("fc2", "linear", {{"units", std::int64_t{1}}, {"bias", false}}, {"relu"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  checkpoint.tensors.emplace_back("fc1.weight", Tensor::of<float>(Shape{3, 2}, {1, 2, 1, 1, -1, 0}));
  checkpoint.tensors.emplace_back("fc2.weight", Tensor::of<float>(Shape{1, 3}, {3, -5, 7}));
  return checkpoint;
}

TEST(Attribution, GuidedGradientsPassOnlyPositiveGradientsThroughOpenReLUs) {
  for (const char* device : {"reference", "cpu"}) {
    const auto attributor = attributorOf(rectifiedCheckpoint(), device);
    const Tensor x = Tensor::of<float>(Shape{2}, {1, 1});  // fc1 gives 3, 2 and −1
    expectNear(valueOf(attributor->explain(x, {})).values, {3 - 5, 6 - 5});
    expectNear(valueOf(attributor->explain(x, {.method = AttributionMethod::Guided})).values, {3, 6});
  }
  expectError(attributorOf(linearCheckpoint())
                  ->explain(Tensor::of<float>(Shape{3}, {1, 2, 3}), {.method = AttributionMethod::Guided}),
              ErrorCode::InvalidArgument, "no ReLU");
}

TEST(Attribution, WindowsOfOcclusionLeaveNoGaps) {
  const auto attributor = attributorOf(linearCheckpoint());
  expectError(attributor->explain(Tensor::of<float>(Shape{3}, {1, -1, 2}),
                                  {.method = AttributionMethod::Occlusion, .window = 1, .stride = 2}),
              ErrorCode::InvalidArgument, "never covered");
}

// With a cell for each number, the slope of a linear score along a number's share is its weight times the number.
TEST(Attribution, PerturbationFindsTheSlopeAlongEachPlace) {
  const auto attributor = attributorOf(linearCheckpoint());
  const Tensor x = Tensor::of<float>(Shape{3}, {1, -1, 2});
  const AttributionOptions options{.method = AttributionMethod::Perturbation, .masks = 20000, .cells = 3};
  const Attribution at = valueOf(attributor->explain(x, options));
  expectNear(at.values, {4, -5, 12}, 0.4f);
  const Attribution again = valueOf(attributor->explain(x, options));
  EXPECT_TRUE(std::ranges::equal(at.values.values<float>(), again.values.values<float>())) << "the seed is the same";
  expectError(attributor->explain(x, {.method = AttributionMethod::Perturbation, .masks = 1}),
              ErrorCode::InvalidArgument, "covers are too few");
  expectError(attributor->explain(x, {.method = AttributionMethod::Perturbation, .cells = 0}),
              ErrorCode::InvalidArgument, "cannot have 0 cells");
}

TEST(Attribution, PerturbationFindsTheRegionOfAnImageThatCounts) {
  // The score is the sum over one quarter of the image.
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 16, 16}}})
      .add("flat", "flatten", {}, {"data"})
      .add("fc", "linear", {{"units", std::int64_t{1}}, {"bias", false}}, {"flat"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  Tensor weights = Tensor::zeros({DataType::Float32, Shape{1, 256}});
  for (std::int64_t y = 0; y < 8; ++y)
    for (std::int64_t x = 8; x < 16; ++x) weights.data<float>()[y * 16 + x] = 1;
  checkpoint.tensors.emplace_back("fc.weight", weights);
  Tensor image = Tensor::make({DataType::Float32, Shape{1, 16, 16}});
  std::ranges::fill(image.values<float>(), 1.0f);
  const Attribution at = valueOf(attributorOf(checkpoint)->explain(
      image, {.method = AttributionMethod::Perturbation, .target = 0, .masks = 2000, .cells = 4}));
  const auto value = [&](std::int64_t y, std::int64_t x) { return at.values.data<float>()[y * 16 + x]; };
  EXPECT_GT(value(4, 12), 10);
  EXPECT_LT(std::abs(value(12, 4)), 0.2f * value(4, 12));
}

TEST(Attribution, SymbolsHaveAttributionsToo) {
  const auto attributor = attributorOf(withWeights(*standardNetwork("char-lstm")));
  Tensor text = Tensor::zeros({DataType::Int32, Shape{64}});
  for (std::int64_t i = 0; i < 64; ++i) text.data<std::int32_t>()[i] = static_cast<std::int32_t>(i % 90 + 20);
  for (const auto method :
       {AttributionMethod::Gradient, AttributionMethod::GradientTimesInput, AttributionMethod::Occlusion,
        AttributionMethod::Perturbation}) {
    const Attribution at =
        valueOf(attributor->explain(text, {.method = method, .window = 8, .stride = 8, .masks = 40}));
    EXPECT_EQ(at.values.shape(), Shape{64});
    EXPECT_EQ(at.scores.size(), 128u);
    EXPECT_GT(std::abs(sumOf(at.values)), 0);
  }
  expectError(attributor->explain(text, {.method = AttributionMethod::IntegratedGradients}), ErrorCode::InvalidArgument,
              "works on numbers, and the input of the network is symbols");
}

TEST(Attribution, MasksAreExplainedByTheSumOverTheirPositions) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 6, 6}}})
      .add("conv", "convolution", {{"filters", std::int64_t{3}}, {"kernel", List{1, 1}}}, {"data"})
      .add("loss", "cross_entropy", {{"labels", std::string("position")}}, {"conv"});
  const auto attributor = attributorOf(withWeights(drawing.network));
  const Attribution at = valueOf(attributor->explain(noise({1, 6, 6}), {.target = 2}));
  EXPECT_EQ(at.scores.size(), 3u);
  for (const float slope : at.values.values<float>()) EXPECT_FLOAT_EQ(slope, at.values.data<float>()[0]);
}

TEST(Attribution, WhatCannotBeIsRefused) {
  const auto attributor = attributorOf(linearCheckpoint());
  const Tensor x = Tensor::of<float>(Shape{3}, {1, -1, 2});
  expectError(attributor->explain(x, {.target = 2}), ErrorCode::InvalidArgument,
              "There is no score 2: the network has 2");
  expectError(attributor->explain(Tensor::of<float>(Shape{2}, {1, 2}), {}), ErrorCode::InvalidArgument,
              "The network expects f32[3], but f32[2] was given");
  expectError(attributor->explain(x, {.method = AttributionMethod::IntegratedGradients, .steps = 0}),
              ErrorCode::InvalidArgument, "0 steps are not possible");
  expectError(attributor->explain(x, {.method = AttributionMethod::GradCam}), ErrorCode::InvalidArgument,
              "No layer of the network has channels");
  CancelToken cancel;
  cancel.cancel();
  expectError(attributor->explain(x, {}, cancel), ErrorCode::Cancelled, "cancelled");
  Tensor bad = Tensor::of<float>(Shape{3}, {1, std::nanf(""), 2});
  expectError(attributor->explain(bad, {}), ErrorCode::InvalidArgument, "not a number");
}

}  // namespace
}  // namespace fovea::test
