// Synthesised inputs activate their target more than any
// sample does; inverted inputs look the same to the layer.
#include "core/inspect/synthesis.h"

#include <chrono>
#include <cmath>
#include <thread>

#include "core/inspect/model_inspector.h"
#include "core/inspect/smooth_planes.h"
#include "core/network/lowering.h"
#include "core/network/standard_networks.h"
#include "core/train/trainer.h"
#include "tests/core/inspect/inspect_support.h"
#include "tests/core/train/task_data.h"

namespace fovea::test {
namespace {

// Trained once for all tests; its samples are squares at three positions.
class SynthesisTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    data_ = taskDataset(*folder_ / "data");
    Drawing drawing;
    drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
        .add("conv1", "convolution", {{"filters", std::int64_t{6}}, {"kernel", List{3, 3}}, {"padding", List{1, 1}}},
             {"data"})
        .add("relu1", "leaky_relu", {}, {"conv1"})
        .add("pool1", "average_pooling", {{"kernel", List{2, 2}}, {"stride", List{2, 2}}}, {"relu1"})
        .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"pool1"})
        .add("loss", "cross_entropy", {}, {"fc1"});
    TrainingSettings settings;
    settings.epochs = 3;
    settings.batch = 16;
    settings.learningRate = 0.05;
    settings.seed = 7;
    const auto trainer = valueOf(Trainer::create({drawing.network, settings, data_, "data"}, openDevice("cpu")));
    while (!valueOf(trainer->advance()).finished) {
    }
    checkpoint_ = new Checkpoint(valueOf(trainer->checkpoint()));
  }
  static void TearDownTestSuite() {
    delete checkpoint_;
    data_.reset();
    delete folder_;
  }
  static std::unique_ptr<Synthesizer> synthesizer() {
    return valueOf(Synthesizer::create(*checkpoint_, openDevice("cpu")));
  }
  static Tensor inputOf(std::int64_t sample) {
    const auto inspector = valueOf(ModelInspector::create(*checkpoint_, openDevice("cpu")));
    return valueOf(inspector->networkInput(valueOf(data_->sample(Split::Validation, sample)).input));
  }
  // The mean of a layer's channel over its positions, for each sample of a split.
  static std::vector<double> responses(const std::string& layer, std::int64_t channel, std::int64_t unit = -1) {
    const auto inspector = valueOf(ModelInspector::create(*checkpoint_, openDevice("cpu")));
    std::vector<double> means;
    for (std::int64_t i = 0; i < data_->size(Split::Train); ++i) {
      const Tensor values = valueOf(inspector->activationOf(valueOf(data_->sample(Split::Train, i)).input, layer));
      const std::int64_t places = values.shape().elementsFrom(1);
      const auto plane =
          values.values<float>().subspan(static_cast<std::size_t>(channel * places), static_cast<std::size_t>(places));
      double sum = 0;
      for (const float value : plane) sum += static_cast<double>(value);
      means.push_back(unit >= 0 ? static_cast<double>(plane[static_cast<std::size_t>(unit)])
                                : sum / static_cast<double>(places));
    }
    return means;
  }
  static inline TemporaryFolder* folder_ = nullptr;
  static inline std::shared_ptr<Dataset> data_;
  static inline Checkpoint* checkpoint_ = nullptr;
};

TEST_F(SynthesisTest, AMaximisedChannelUnitOrClassIsExcitedMoreThanByAnySample) {
  const auto made = synthesizer();
  const auto expectMore = [&](const SynthesisOptions& options, const std::vector<double>& samples) {
    const SynthesisResult result = valueOf(made->run(options, {}));
    EXPECT_GT(result.last.value, *std::ranges::max_element(samples)) << options.layer << " " << options.channel;
    EXPECT_GT(result.last.value, result.first);
    EXPECT_EQ(std::ssize(result.values), options.steps);
    ASSERT_TRUE(result.last.picture.defined());
    EXPECT_EQ(result.last.picture.shape(), kTaskShape);
    const Tensor shares = inputRange(*checkpoint_, kTaskShape).toShares(result.last.input);
    for (const float share : shares.values<float>()) EXPECT_NEAR(share, 0.5f, 0.50001f) << "between black and white";
  };
  SynthesisOptions options;
  for (options.channel = 0; options.channel < 3; ++options.channel)  // the scores of the classes
    expectMore(options, responses("fc1", options.channel));
  options.layer = "relu1";
  for (options.channel = 0; options.channel < 6; ++options.channel)
    expectMore(options, responses("relu1", options.channel));
  options.channel = 2;
  options.position = {3, 4};
  expectMore(options, responses("relu1", 2, 3 * 8 + 4));
}

TEST_F(SynthesisTest, AnInvertedSampleLooksTheSameToTheLayer) {
  const auto made = synthesizer();
  for (const char* layer : {"conv1", "pool1", "fc1"}) {
    SynthesisOptions options = usualOptions(SynthesisMethod::Invert);
    options.layer = layer;
    const SynthesisResult result = valueOf(made->run(options, inputOf(3)));
    EXPECT_LT(result.last.value, 1e-2) << layer;
    EXPECT_GT(result.first, 0.1) << layer;
    // Measured by the inspector that also shows activations.
    const auto inspector = valueOf(ModelInspector::create(*checkpoint_, openDevice("cpu")));
    // Activations for the network's input, which is not transformed again.
    const auto activation = [&](const Tensor& input) {
      for (const LayerActivation& each : valueOf(inspector->activations(input)))
        if (each.name == layer) return each.values;
      return Tensor();
    };
    const Tensor wanted = activation(inputOf(3)), got = activation(result.last.input);
    double difference = 0, size = 0;
    for (std::int64_t i = 0; i < wanted.elementCount(); ++i) {
      const auto goal = static_cast<double>(wanted.data<float>()[i]);
      difference += std::pow(goal - static_cast<double>(got.data<float>()[i]), 2);
      size += goal * goal;
    }
    EXPECT_LT(std::sqrt(difference / size), 1e-2) << layer;
  }
}

TEST_F(SynthesisTest, ASeedDecidesEverything) {
  SynthesisOptions options;
  options.layer = "conv1";
  options.channel = 1;
  options.steps = 30;
  const auto once = [&] { return valueOf(synthesizer()->run(options, {})); };
  const SynthesisResult first = once(), second = once();
  EXPECT_EQ(first.values, second.values);
  EXPECT_EQ(std::memcmp(first.last.input.raw(), second.last.input.raw(), first.last.input.bytes()), 0);
  options.seed = 2;
  EXPECT_NE(once().values, first.values);
}

TEST_F(SynthesisTest, ADreamHasTheSizeOfItsPictureAndStrengthensTheLayer) {
  Tensor picture = Tensor::make({DataType::UInt8, Shape{3, 60, 90}});
  Random random(3);
  for (std::uint8_t& pixel : picture.values<std::uint8_t>()) pixel = static_cast<std::uint8_t>(random.below(256));
  SynthesisOptions options = usualOptions(SynthesisMethod::Dream);
  options.layer = "relu1";
  options.steps = 5;
  const SynthesisResult result = valueOf(synthesizer()->run(options, picture));
  EXPECT_EQ(result.last.picture.shape(), (Shape{1, 60, 90}));
  EXPECT_EQ(result.sizes, 3) << "60, 43 and 31 pixels high; 22 is too small";
  EXPECT_GT(result.last.value, result.first);
  // After a linear layer only one size is possible: the network's.
  options.layer = "fc1";
  const SynthesisResult fixed = valueOf(synthesizer()->run(options, picture));
  EXPECT_EQ(fixed.last.picture.shape(), kTaskShape);
  EXPECT_EQ(fixed.sizes, 1);
}

TEST_F(SynthesisTest, WhatCannotBeGrownIsRefusedInWords) {
  const auto made = synthesizer();
  const auto refused = [&](SynthesisOptions options, const char* words, const Tensor& start = {}) {
    expectError(made->run(options, start), ErrorCode::InvalidArgument, words);
  };
  refused({.layer = "nothing"}, "no layer \"nothing\"");
  refused({.layer = "conv1", .channel = 6}, "has 6 channels");
  refused({.layer = "conv1", .channel = 1, .position = {8, 0}}, "not within [6, 8, 8]");
  refused({.layer = "conv1", .channel = 1, .position = {1}}, "not within");
  refused({.steps = 0}, "0 steps");
  refused({.method = SynthesisMethod::Invert, .layer = "conv1"}, "begins with a sample");
  refused({.method = SynthesisMethod::Dream, .layer = "conv1"}, "begins with a picture");
  refused({.method = SynthesisMethod::Dream}, "needs a layer");
  Checkpoint diverged = *checkpoint_;
  for (auto& [name, tensor] : diverged.tensors)
    if (name == "conv1.weight") {
      tensor = tensor.clone();
      tensor.data<float>()[0] = std::nanf("");
    }
  expectError(valueOf(Synthesizer::create(diverged, openDevice("cpu")))->run({}, {}), ErrorCode::InvalidArgument,
              "not a number");
}

TEST_F(SynthesisTest, CancellingStopsWithinATenthOfASecond) {
  const auto made = synthesizer();
  SynthesisOptions options;
  options.steps = 100'000;
  CancelToken cancel;
  std::chrono::steady_clock::time_point cancelled;
  std::thread other;
  const auto result = made->run(options, {}, cancel, [&](const Progress& now) {
    if (now.done != 20) return;
    other = std::thread([&] {
      cancelled = std::chrono::steady_clock::now();
      cancel.cancel();
    });
  });
  const auto ended = std::chrono::steady_clock::now();
  other.join();
  expectError(result, ErrorCode::Cancelled, "cancelled");
  EXPECT_LT(ended - cancelled, std::chrono::milliseconds(100));
}

TEST(SmoothPlanes, MoveBlurAndResizeAsWorkedOutByHand) {
  const Tensor planes = Tensor::of<float>(Shape{1, 2, 3}, {1, 2, 3, 4, 5, 6});
  expectNear(rolledPlanes(planes, 1, -1), {5, 6, 4, 2, 3, 1});
  expectNear(rolledPlanes(rolledPlanes(planes, 5, 4), -5, -4), {1, 2, 3, 4, 5, 6});
  expectNear(resizedPlanes(planes, 2, 3), {1, 2, 3, 4, 5, 6});
  expectNear(resizedPlanes(Tensor::of<float>(Shape{1, 1, 2}, {0, 4}), 1, 4), {0, 1, 3, 4});
  expectNear(blurredPlanes(Tensor::of<float>(Shape{1, 1, 3}, {2, 2, 2}), 1.5), {2, 2, 2});
  Tensor gradient = Tensor::zeros(planes.type());
  addVariationGradient(planes, 1, gradient);
  expectNear(gradient, {-4, -3, -2, 2, 3, 4});
}

}  // namespace
}  // namespace fovea::test
