// A checkpoint is inspected as far as it matches a network that has changed since, and the rest is reported.
#include "core/inspect/matched_checkpoint.h"

#include "core/inspect/model_inspector.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

Tensor matchedImage() {
  return Tensor::of<float>(Shape{1, 2, 3}, {1, 2, 3, -1, 0, 1});
}

// handMadeCheckpoint()'s network with five classes instead of three and a normalisation after its convolution.
Network grownNetwork() {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 2, 3}}})
      .add("conv", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{1, 2}}}, {"data"})
      .add("norm", "batch_normalization", {}, {"conv"})
      .add("relu", "relu", {}, {"norm"})
      .add("fc", "linear", {{"units", std::int64_t{5}}}, {"relu"})
      .add("loss", "cross_entropy", {}, {"fc"});
  return drawing.network;
}

TEST(MatchedCheckpoint, TakesWhatMatchesAndNamesTheRest) {
  const Checkpoint before = handMadeCheckpoint();
  const MatchedCheckpoint matched = valueOf(matchCheckpoint(before, grownNetwork()));
  EXPECT_EQ(matched.report.taken, 2);
  EXPECT_EQ(matched.report.fresh.size(), 6u);  // four of the normalisation, two of the changed linear layer
  EXPECT_EQ(matched.report.unused, (std::vector<std::string>{"fc.weight", "fc.bias"}));
  const std::string words = matchWords(matched.report);
  EXPECT_NE(words.find("2 of 8 weights were taken"), std::string::npos) << words;
  EXPECT_NE(words.find("fc.weight"), std::string::npos);
  EXPECT_NE(words.find("norm.scale"), std::string::npos) << words;
  const auto inspector = valueOf(ModelInspector::create(matched.checkpoint, openDevice("cpu")));
  expectNear(valueOf(inspector->activationOf(matchedImage(), "conv")), {3, 5, -1, 1, -0.5f, -0.5f, -0.5f, -0.5f});
  EXPECT_EQ(valueOf(inspector->activationOf(matchedImage(), "loss")).elementCount(), 5);
}

TEST(MatchedCheckpoint, OfItsOwnNetworkIsWhole) {
  const Checkpoint before = handMadeCheckpoint();
  const MatchedCheckpoint matched = valueOf(matchCheckpoint(before, before.network));
  EXPECT_EQ(matchWords(matched.report), "4 of 4 weights were taken");
  const auto inspector = valueOf(ModelInspector::create(matched.checkpoint, openDevice("cpu")));
  expectNear(valueOf(inspector->activationOf(matchedImage(), "fc")), {3, 6, 2});
}

TEST(MatchedCheckpoint, RefusesANetworkWithNothingInCommon) {
  Drawing drawing;
  drawing.add("other", "input", {{"shape", List{7}}}).add("dense", "linear", {{"units", std::int64_t{2}}}, {"other"});
  expectError(matchCheckpoint(handMadeCheckpoint(), drawing.network), ErrorCode::InvalidArgument,
              "None of the weights");
}

}  // namespace
}  // namespace fovea::test
