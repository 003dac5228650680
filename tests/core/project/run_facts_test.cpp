// Why: a diagnosis depends on the facts about a run.
#include "core/project/run_facts.h"

#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

TEST(RunFactsTest, TheyAreTheRecordsOfTheRun) {
  TemporaryFolder folder;
  const auto store = valueOf(RunStore::open(folder / "runs.db"));
  RunDescription description = smallRun();
  description.settings.learningRate = 0.5;
  description.givenWeights = true;
  description.firstStep = 10;
  const RunId run = valueOf(store->createRun(description));
  const std::vector<MetricPoint> points{{10, 0.1, 2.5, 0.1, 0.5}, {20, 0.2, 2.25, 0.2, 0.5}};
  expectOk(store->appendPoints(run, points));
  expectOk(store->recordEpoch(run, epochOf(1, 20, 0.25)));
  const RunFacts facts = valueOf(readFacts(*store, run));
  EXPECT_EQ(facts.network, description.network);
  EXPECT_EQ(facts.settings.learningRate, 0.5);
  EXPECT_TRUE(facts.givenWeights);
  EXPECT_EQ(facts.begunStep, 10);
  ASSERT_EQ(facts.points.size(), 2u);
  EXPECT_EQ(facts.points[1].loss, 2.25);
  ASSERT_EQ(facts.epochs.size(), 1u);
  EXPECT_EQ(facts.trouble, "");
  expectOk(store->setStatus(run, RunStatus::Failed, std::string(kLossLost) + ", since step 21."));
  EXPECT_TRUE(valueOf(readFacts(*store, run)).trouble.starts_with(kLossLost));
}

TEST(RunFactsTest, AMarkOfALostLossCountsUntilTheRunGoesOn) {
  TemporaryFolder folder;
  const auto store = valueOf(RunStore::open(folder / "runs.db"));
  const RunId run = valueOf(store->createRun(smallRun()));
  expectOk(store->addMark(run, 10, std::string(kLossLost) + ", since step 14."));
  EXPECT_FALSE(valueOf(readFacts(*store, run)).trouble.empty());
  const std::vector<MetricPoint> points{{20, 0.2, 2.25, 0.2, 0.5}};
  expectOk(store->appendPoints(run, points));
  EXPECT_TRUE(valueOf(readFacts(*store, run)).trouble.empty());
}

TEST(RunFactsTest, ARunOfAnotherProgramCannotBeDiagnosed) {
  TemporaryFolder folder;
  const auto store = valueOf(RunStore::open(folder / "runs.db"));
  RunDescription description = smallRun();
  description.origin = "tensorboard";
  expectError(readFacts(*store, valueOf(store->createRun(description))), ErrorCode::InvalidArgument);
  expectError(readFacts(*store, RunId{77}), ErrorCode::NotFound);
}

}  // namespace
}  // namespace fovea::test
