// A run requests a source of batches: from a data set or of synthetic numbers, finite or infinite.
#include <cmath>

#include "core/data/loading/made_batches.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

Network sumOfTwoInputs() {
  Drawing drawing;
  drawing.add("numbers", "input", {{"shape", List{4}}})
      .add("words", "input", {{"shape", List{2}}, {"values", std::string("symbols")}, {"symbols", std::int64_t{7}}})
      .add("table", "embedding", {{"symbols", std::int64_t{7}}, {"size", std::int64_t{3}}}, {"words"})
      .add("flat", "flatten", {}, {"table"})
      .add("both", "concatenate", {}, {"numbers", "flat"})
      .add("fc", "linear", {{"units", std::int64_t{3}}}, {"both"})
      .add("loss", "cross_entropy", {}, {"fc"});
  return drawing.network;
}

TrainingPlan endlessPlan(Network network, bool repeated) {
  TrainingPlan plan{std::move(network), taskSettings(), syntheticSupply(repeated), ""};
  plan.settings.epochs = 2;
  plan.endlessEpoch = 12;
  return plan;
}

TEST(SourceOfARun, WithoutAnEndCountsEpochsInBatches) {
  const TrainingPlan plan = endlessPlan(sumOfTwoInputs(), false);
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  EXPECT_EQ(trainer->stepsPerEpoch(), 12);
  EXPECT_EQ(trainer->samplesPerEpoch(), 12 * 16);
  Story story;
  advance(*trainer, story);
  EXPECT_EQ(story.epochs.size(), 2u);
  EXPECT_EQ(trainer->position().step, 24);
  EXPECT_TRUE(std::isfinite(story.epochs.back().trainLoss));
  EXPECT_EQ(trainer->loading().batches, 24);
}

TEST(SourceOfARun, WithoutAnEndGoesOnAsIfNeverStopped) {
  const TrainingPlan plan = endlessPlan(taskNetwork(), false);
  Story whole;
  const auto straight = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  advance(*straight, whole);
  for (const std::int64_t steps : {1, 7, 12, 13}) {
    SCOPED_TRACE(steps);
    Story first, rest;
    const auto begun = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
    advance(*begun, first, steps);
    const auto resumed = valueOf(Trainer::resume(plan, valueOf(begun->checkpoint()), openTaskDevice("cpu")));
    advance(*resumed, rest);
    first.lines.insert(first.lines.end(), rest.lines.begin(), rest.lines.end());
    EXPECT_EQ(first.lines, whole.lines);
    expectSameState(valueOf(resumed->checkpoint()), valueOf(straight->checkpoint()));
  }
}

TEST(SourceOfARun, OneBatchAgainAndAgainIsLearnedByHeart) {
  TrainingPlan plan = endlessPlan(sumOfTwoInputs(), true);
  plan.settings.optimizer = "adam";
  plan.settings.learningRate = 0.05;
  plan.settings.schedule = "fixed";
  plan.endlessEpoch = 200;
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  Story story;
  advance(*trainer, story);
  EXPECT_LT(story.epochs.back().trainLoss, 0.1);
}

TEST(SourceOfARun, WithoutSamplesSaysWhichInputLacksThem) {
  const TrainingPlan plan{sumOfTwoInputs(), taskSettings(), emptySupply(), ""};
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  expectError(trainer->advance(), ErrorCode::InvalidArgument,
              "The Input layer \"numbers\" expects f32[4], and none of the parts");
}

TEST(SourceOfARun, ARunOnADataSetGoesOnOnlyWithOne) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  Story story;
  advance(*trainer, story, 3);
  const Checkpoint saved = valueOf(trainer->checkpoint());
  plan.source = syntheticSupply(false);
  expectError(Trainer::resume(plan, saved, openTaskDevice("cpu")), ErrorCode::InvalidArgument, "it is no data set");
}

}  // namespace
}  // namespace fovea::test
