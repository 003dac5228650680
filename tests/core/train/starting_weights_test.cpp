// A run that begins with another's weights knows from its first step what the other one learnt; what does not fit is
// drawn, and said.
#include "core/train/starting_weights.h"

#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

class StartingWeightsTest : public ::testing::Test {
 protected:
  StartingWeightsTest() : plan_{taskNetwork(), taskSettings(), taskDataset(folder_ / "squares"), "squares"} {
    const auto trainer = valueOf(Trainer::create(plan_, openTaskDevice("cpu")));
    Story story;
    advance(*trainer, story);
    learnt_ = std::make_shared<const Checkpoint>(valueOf(trainer->checkpoint()));
    lastLoss_ = story.epochs.back().trainLoss;
  }
  // The task's network with another last layer.
  static Network moreClasses() {
    Network network = taskNetwork();
    const LayerId last = network.findByName("fc1")->id;
    EXPECT_TRUE(applyEdit(network, {SetParameter{last, "units", std::int64_t{5}}, "set"}).ok());
    return network;
  }

  TemporaryFolder folder_;
  TrainingPlan plan_;
  std::shared_ptr<const Checkpoint> learnt_;
  double lastLoss_ = 0;
};

TEST_F(StartingWeightsTest, TheRunGoesOnFromWhatWasLearnt) {
  plan_.start = learnt_;
  const auto trainer = valueOf(Trainer::create(plan_, openTaskDevice("cpu")));
  const Checkpoint first = valueOf(trainer->checkpoint());
  for (const char* name : {"conv1.weight", "norm1.running_mean", "fc1.bias"}) {
    ASSERT_NE(first.find(name), nullptr) << name;
    EXPECT_TRUE(std::ranges::equal(first.find(name)->values<float>(), learnt_->find(name)->values<float>())) << name;
  }
  EXPECT_EQ(first.position.step, 0);
  Story story;
  advance(*trainer, story);
  EXPECT_LT(story.epochs.front().trainLoss, lastLoss_ * 1.5) << "its first epoch is as good as the last one before";
}

TEST_F(StartingWeightsTest, WhatDoesNotFitIsDrawnAndNamed) {
  plan_.network = moreClasses();
  const StartingWeights weights = valueOf(startingWeights(plan_.network, *learnt_));
  EXPECT_EQ(weights.fresh, (std::vector<std::string>{"fc1.weight", "fc1.bias"}));
  const std::string words = startingWords(weights, "squares");
  EXPECT_NE(words.find("fc1.weight, fc1.bias"), std::string::npos) << words;
  EXPECT_NE(words.find("of squares"), std::string::npos) << words;

  const auto fresh = valueOf(Trainer::create(plan_, openTaskDevice("cpu")));
  plan_.start = learnt_;
  const auto trainer = valueOf(Trainer::create(plan_, openTaskDevice("cpu")));
  const Checkpoint first = valueOf(trainer->checkpoint()), drawn = valueOf(fresh->checkpoint());
  EXPECT_TRUE(
      std::ranges::equal(first.find("conv1.weight")->values<float>(), learnt_->find("conv1.weight")->values<float>()));
  EXPECT_TRUE(std::ranges::equal(first.find("fc1.weight")->values<float>(), drawn.find("fc1.weight")->values<float>()));
}

TEST_F(StartingWeightsTest, NothingThatFitsIsRefused) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("other", "linear", {{"units", std::int64_t{3}}}, {"data"})
      .add("loss", "cross_entropy", {}, {"other"});
  plan_.network = drawing.network;
  plan_.start = learnt_;
  expectError(Trainer::create(plan_, openTaskDevice("cpu")), ErrorCode::InvalidArgument, "None of the weights");
}

}  // namespace
}  // namespace fovea::test
