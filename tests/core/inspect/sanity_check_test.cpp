// Sanity checks of explanations: rank correlations by hand,
// and explanations that do or do not depend on the weights.
#include "core/inspect/sanity_check.h"

#include <cmath>

#include "core/inspect/rank_correlation.h"
#include "core/network/lowering.h"
#include "core/network/standard_networks.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

TEST(RankCorrelation, IsSpearmans) {
  const std::vector<float> a{1, 2, 3, 4, 5};
  EXPECT_DOUBLE_EQ(rankCorrelation(a, std::vector<float>{10, 20, 30, 40, 1000}), 1);
  EXPECT_DOUBLE_EQ(rankCorrelation(a, std::vector<float>{5, 4, 3, 2, 1}), -1);
  // Ranks 1 2 3 4 5 against 2 1 4 3 5: 1 − 6·4 / (5·24).
  EXPECT_DOUBLE_EQ(rankCorrelation(a, std::vector<float>{2, 1, 4, 3, 5}), 0.8);
  // Ties share their mean rank: 0 1 2 3 4 against 0.5 0.5 2 3.5 3.5.
  EXPECT_NEAR(rankCorrelation(a, std::vector<float>{0, 0, 1, 2, 2}), 9 / std::sqrt(10.0 * 9.0), 1e-12);
  EXPECT_TRUE(std::isnan(rankCorrelation(a, std::vector<float>{7, 7, 7, 7, 7})));
}

Tensor stripes() {
  Tensor image = Tensor::make({DataType::Float32, Shape{1, 28, 28}});
  Random random(3);
  for (float& value : image.values<float>()) value = static_cast<float>(random.uniform());
  return image;
}

Checkpoint withRandomWeights(const char* network) {
  Checkpoint checkpoint;
  checkpoint.network = *standardNetwork(network);
  for (const VariableInfo& variable : valueOf(lowerNetwork(checkpoint.network, {NetworkMode::Inference, 1, 0})).variables)
    checkpoint.tensors.emplace_back(variable.name, initialValue(variable, 77));
  return checkpoint;
}

// With linear layers: with convolutions, gradients are smaller at the edges of the image for any weights.
TEST(SanityCheck, AGradientFollowsTheWeights) {
  const SanityCheck check = valueOf(checkSanity(withRandomWeights("mlp"), openDevice("cpu"), stripes(), {.target = 3}));
  EXPECT_EQ(check.verdict, SanityVerdict::FollowsWeights) << sanityWords(check);
  ASSERT_EQ(check.stages.size(), 2u) << "two linear layers";
  EXPECT_EQ(check.stages.front().layers, 1);
  EXPECT_EQ(check.stages.back().layers, 2);
  EXPECT_LT(std::abs(check.stages.back().similarity), 0.3);
  EXPECT_EQ(check.explanation.target, 3);
}

// A run's first weights are drawn with its seed, which is 1 by default like that of the check.
TEST(SanityCheck, RandomWeightsAreNotThoseTheRunBeganWith) {
  Checkpoint checkpoint = withRandomWeights("mlp");
  for (const std::int64_t seed : {std::int64_t{1}, std::int64_t{9}}) {
    checkpoint.settings.seed = seed;
    for (const VariableInfo& variable :
         valueOf(lowerNetwork(checkpoint.network, {NetworkMode::Inference, 1, 0})).variables)
      for (auto& [name, value] : checkpoint.tensors)
        if (name == variable.name) value = initialValue(variable, static_cast<std::uint64_t>(seed));
    const SanityCheck check = valueOf(checkSanity(checkpoint, openDevice("cpu"), stripes(), {.target = 3},
                                                  {.seed = static_cast<std::uint64_t>(seed)}));
    EXPECT_EQ(check.verdict, SanityVerdict::FollowsWeights) << sanityWords(check);
    EXPECT_LT(std::abs(check.stages.back().signedSimilarity), 0.3);
  }
}

// Gradient × input of a layer that adds all numbers with equal weights, before one with random weights: the magnitudes
// depend on the input alone.
TEST(SanityCheck, AnExplanationThatShowsTheSampleOnlyIsFound) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 6, 6}}})
      .add("pool", "global_pooling", {}, {"data"})
      .add("fc", "linear", {{"units", std::int64_t{2}}}, {"pool"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  checkpoint.tensors.emplace_back("fc.weight", Tensor::of<float>(Shape{2, 1}, {1, 2}));
  checkpoint.tensors.emplace_back("fc.bias", Tensor::of<float>(Shape{2}, {0, 0}));
  Tensor image = Tensor::make({DataType::Float32, Shape{1, 6, 6}});
  for (std::int64_t i = 0; i < 36; ++i) image.data<float>()[i] = static_cast<float>(i + 1);
  const auto checked = [&](AttributionMethod method) {
    return valueOf(checkSanity(checkpoint, openDevice("cpu"), image, {.method = method, .target = 1}));
  };
  const SanityCheck check = checked(AttributionMethod::GradientTimesInput);
  EXPECT_EQ(check.verdict, SanityVerdict::IgnoresWeights);
  EXPECT_NEAR(check.stages.back().similarity, 1, 1e-9);
  EXPECT_NE(sanityWords(check).find("Do not rely on this explanation"), std::string::npos);
  // The gradient is the same at all positions.
  EXPECT_EQ(checked(AttributionMethod::Gradient).verdict, SanityVerdict::Nothing);
}

TEST(SanityCheck, StagesShareTheLayersAndCancelEndsIt) {
  const Checkpoint checkpoint = withRandomWeights("lenet");
  const SanityCheck two =
      valueOf(checkSanity(checkpoint, openDevice("cpu"), stripes(), {}, {.stages = 2}));
  ASSERT_EQ(two.stages.size(), 2u);
  EXPECT_EQ(two.stages[1].layer, "conv1");
  EXPECT_EQ(two.stages[0].layers, 2);
  EXPECT_EQ(two.stages[1].layers, 4);
  CancelToken cancel;
  cancel.cancel();
  expectError(checkSanity(checkpoint, openDevice("cpu"), stripes(), {}, {}, cancel), ErrorCode::Cancelled, "cancelled");
  expectError(checkSanity(checkpoint, openDevice("cpu"), stripes(), {}, {.stages = 0}), ErrorCode::InvalidArgument,
              "at least one stage");
}

}  // namespace
}  // namespace fovea::test
