// A run that begins with another run's weights uses them from its first step; weights that do not fit are drawn and
// reported.
#include "core/train/starting_weights.h"

#include "core/network/block_edits.h"
#include "core/network/repeated_structure.h"
#include "core/network/standard_networks.h"
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
  // The task's network with a different last layer.
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

Network folded(Network network, std::initializer_list<const char*> names, const std::string& block) {
  std::vector<LayerId> ids;
  for (const char* name : names) ids.push_back(network.findByName(name)->id);
  EXPECT_TRUE(applyEdit(network, valueOf(foldIntoBlock(network, ids, {}, block)).edit).ok());
  return network;
}

Network renamed(Network network, const std::string& was, const std::string& is) {
  EXPECT_TRUE(applyEdit(network, {RenameLayer{network.findByName(was)->id, is}, "rename"}).ok());
  return network;
}

// Expects that all weights are used; layers without weights are neither fresh nor unused.
void expectAllTaken(const StartingWeights& weights) {
  EXPECT_EQ(weights.fresh, std::vector<std::string>());
  EXPECT_EQ(weights.unused, std::vector<std::string>());
  EXPECT_EQ(weights.taken, static_cast<std::int64_t>(weights.sources.size()));
}

TEST_F(StartingWeightsTest, LayersThatWereFoldedIntoABlockKeepWhatTheyLearnt) {
  const Network stem = folded(taskNetwork(), {"conv1", "norm1", "relu1"}, "stem");
  for (const Network& network : {stem, renamed(stem, "stem", "beginning"), folded(stem, {"stem", "pool1"}, "all")}) {
    const StartingWeights weights = valueOf(startingWeights(network, *learnt_));
    expectAllTaken(weights);
    EXPECT_EQ(weights.moved.size(), 2u);
    plan_.network = network;
    plan_.start = learnt_;
    const Checkpoint first = valueOf(valueOf(Trainer::create(plan_, openTaskDevice("cpu")))->checkpoint());
    ASSERT_EQ(weights.sources.size(), 8u) << "of a convolution, a normalisation and a linear layer";
    for (const auto& [variable, source] : weights.sources) {
      ASSERT_NE(first.find(variable), nullptr) << variable;
      EXPECT_TRUE(std::ranges::equal(first.find(variable)->values<float>(), learnt_->find(source)->values<float>()))
          << variable;
    }
  }
  const StartingWeights weights = valueOf(startingWeights(stem, *learnt_));
  EXPECT_EQ(weights.sources.at("stem/conv1.weight"), "conv1.weight");
  EXPECT_EQ(weights.sources.at("stem/norm1.running_mean"), "norm1.running_mean");
  EXPECT_EQ(startingWords(weights, "squares"),
            "Begins with the weights of squares; found under another name: conv1 as stem/conv1, norm1 as stem/norm1");
}

TEST_F(StartingWeightsTest, LayersThatWereTakenOutOfABlockKeepWhatTheyLearnt) {
  Network network = folded(taskNetwork(), {"conv1", "norm1", "relu1", "pool1", "drop1", "fc1"}, "all");
  plan_.network = network;
  const Checkpoint start = valueOf(valueOf(Trainer::create(plan_, openTaskDevice("cpu")))->checkpoint());
  ASSERT_NE(start.find("all/conv1.weight"), nullptr);
  EXPECT_TRUE(applyEdit(network, valueOf(unfoldBlock(network, network.findByName("all")->id))).ok());
  const StartingWeights weights = valueOf(startingWeights(network, start));
  expectAllTaken(weights);
  EXPECT_EQ(weights.sources.at("conv1.weight"), "all/conv1.weight");
  EXPECT_EQ(weights.sources.at("fc1.bias"), "all/fc1.bias");
}

// Two branches of the same shape between the same layers: their names distinguish them, in either order.
TEST_F(StartingWeightsTest, LikeLayersBesideEachOtherAreNotExchanged) {
  const FieldValues settings{{"filters", std::int64_t{4}}, {"kernel", List{3, 3}}};
  for (const bool turned : {false, true}) {
    Drawing drawing;
    drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
        .add(turned ? "right" : "left", "convolution", settings, {"data"})
        .add(turned ? "left" : "right", "convolution", settings, {"data"})
        .add("both", "add", {}, {"left", "right"})
        .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"both"})
        .add("loss", "cross_entropy", {}, {"fc1"});
    plan_.network = drawing.network;
    const Checkpoint start = valueOf(valueOf(Trainer::create(plan_, openTaskDevice("cpu")))->checkpoint());
    for (const auto& names :
         {std::initializer_list<const char*>{"left", "right", "both"}, {"right", "left"}, {"left"}}) {
      const StartingWeights weights = valueOf(startingWeights(folded(drawing.network, names, "ways"), start));
      expectAllTaken(weights);
      EXPECT_EQ(weights.sources.at("ways/left.weight"), "left.weight");
    }
  }
}

TEST_F(StartingWeightsTest, StagesThatWereFoldedFindTheirWeights) {
  Network network = *standardNetwork("resnet18");
  const auto weightsOf = [](const Network& each) {
    Checkpoint checkpoint;
    checkpoint.network = each;
    const LoweredNetwork lowered = valueOf(lowerNetwork(each, {.mode = NetworkMode::Inference, .batch = 1, .seed = 0}));
    for (const VariableInfo& variable : lowered.variables)
      checkpoint.tensors.emplace_back(variable.name, Tensor::zeros(variable.type));
    return checkpoint;
  };
  const Checkpoint start = weightsOf(network);
  EXPECT_TRUE(applyEdit(network, valueOf(foldRepeatedStructure(network)).edit).ok());
  const StartingWeights forth = valueOf(startingWeights(network, start));
  expectAllTaken(forth);
  EXPECT_FALSE(forth.moved.empty());
  // The same mapping in the other direction.
  const StartingWeights back = valueOf(startingWeights(start.network, weightsOf(network)));
  expectAllTaken(back);
  for (const auto& [variable, source] : forth.sources) EXPECT_EQ(back.sources.at(source), variable);
}

TEST_F(StartingWeightsTest, WhatDidNotMatchIsSaid) {
  Network network = folded(moreClasses(), {"conv1", "norm1", "relu1"}, "stem");
  const StartingWeights weights = valueOf(startingWeights(network, *learnt_));
  EXPECT_EQ(
      startingWords(weights, "squares"),
      "Begins with 6 of 8 weights of squares; found under another name: conv1 as stem/conv1, norm1 as stem/norm1; "
      "fresh: fc1.weight, fc1.bias; not used: fc1.bias, fc1.weight");
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
