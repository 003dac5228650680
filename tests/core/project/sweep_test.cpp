// The trials of a sweep depend only on its plan, and its results on the runs.
#include "core/project/sweep.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

SweepPlan planOf(std::vector<SweepAxis> axes) {
  SweepPlan plan;
  plan.name = "test";
  plan.axes = std::move(axes);
  return plan;
}

TEST(Sweep, AGridHasEveryCombination) {
  SweepPlan plan = planOf({valueOf(gridAxis("learning_rate=0.1,0.01,0.001")), valueOf(gridAxis("batch=16,32"))});
  plan.seeds = 2;
  plan.seed = 5;
  const auto trials = sweepTrials(plan);
  ASSERT_EQ(trials.size(), 12u);
  std::set<std::string> seen;
  for (const SweepTrial& trial : trials) {
    seen.insert(formatJsonLine(fieldValuesToJson(trial.values)) + std::to_string(trial.seed));
    EXPECT_EQ(trial.configuration, trial.number / 2);
    EXPECT_EQ(trial.seed, 5 + trial.number % 2);
  }
  EXPECT_EQ(seen.size(), 12u);
}

TEST(Sweep, DrawsLieInTheirRangeAndAreTheSameAgain) {
  SweepPlan plan = planOf({valueOf(drawnAxis("learning_rate=log:1e-4..1e-1")), valueOf(drawnAxis("batch=16..64")),
                           valueOf(drawnAxis("optimizer=sgd,adam"))});
  plan.draws = 200;
  const auto trials = sweepTrials(plan), again = sweepTrials(plan);
  ASSERT_EQ(trials.size(), 200u);
  int small = 0;
  std::set<std::string> optimizers;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    EXPECT_EQ(trials[i].values, again[i].values);
    const double rate = trials[i].values.real("learning_rate");
    EXPECT_GE(rate, 1e-4);
    EXPECT_LE(rate, 1e-1);
    small += rate < 1e-3 ? 1 : 0;
    EXPECT_GE(trials[i].values.integer("batch"), 16);
    EXPECT_LE(trials[i].values.integer("batch"), 64);
    optimizers.insert(trials[i].values.text("optimizer"));
  }
  // One of three orders of magnitude: about 67 of 200.
  EXPECT_GT(small, 40);
  EXPECT_LT(small, 95);
  EXPECT_EQ(optimizers.size(), 2u);
}

TEST(Sweep, WholeNumbersAreDrawnAlikeWithTheEnds) {
  const auto counts = [](const char* axis, bool even) {
    SweepPlan plan = planOf({valueOf(drawnAxis(axis))});
    plan.axes[0].even = even;
    plan.draws = 4000;
    // A stored plan draws the same.
    const auto trials = sweepTrials(valueOf(sweepFromJson(sweepToJson(plan))));
    std::map<std::int64_t, int> found;
    for (const SweepTrial& trial : trials) ++found[trial.values.integer("epochs")];
    return found;
  };
  const auto even = counts("epochs=1..4", true), old = counts("epochs=1..4", false);
  ASSERT_EQ(even.size(), 4u);
  for (const auto& [number, count] : even) EXPECT_NEAR(count, 1000, 120) << number;
  EXPECT_NEAR(old.at(1), 667, 100) << "a plan of an old version draws what it drew";
  ASSERT_EQ(counts("epochs=log:1..4", true).size(), 4u);
  EXPECT_EQ(counts("epochs=log:1..4", true).rbegin()->first, 4);
}

TEST(Sweep, EveryPointOfTheGridHasTheSameDraws) {
  SweepPlan plan = planOf({valueOf(gridAxis("batch=16,32")), valueOf(drawnAxis("learning_rate=0.001..0.1"))});
  plan.draws = 3;
  const auto trials = sweepTrials(plan);
  ASSERT_EQ(trials.size(), 6u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(trials[i].values.real("learning_rate"), trials[i + 3].values.real("learning_rate"));
}

TEST(Sweep, HalvingTrainsFewerForLonger) {
  SweepPlan plan = planOf({valueOf(gridAxis("learning_rate=0.1,0.05,0.02,0.01,0.005,0.002,0.001,0.0005,0.0002"))});
  plan.halving = 3;
  const auto rounds = sweepRounds(plan, 9);
  ASSERT_EQ(rounds.size(), 3u);
  EXPECT_EQ(rounds[0].epochs, 1);
  EXPECT_EQ(rounds[0].survivors, 3);
  EXPECT_EQ(rounds[1].epochs, 3);
  EXPECT_EQ(rounds[1].survivors, 1);
  EXPECT_EQ(rounds[2].epochs, 9);
  plan.halving = 0;
  ASSERT_EQ(sweepRounds(plan, 9).size(), 1u);
  EXPECT_EQ(sweepRounds(plan, 9)[0].epochs, 9);
}

TEST(Sweep, TheBestComesFirstAndWhatFailedLast) {
  const double high[] = {0.9, 0.7}, low[] = {0.4, 0.6}, bad[] = {0.5, std::nan("")}, single[] = {0.7};
  std::vector<SweepScore> scores{scoreOf(0, low), scoreOf(1, high), scoreOf(2, bad), scoreOf(3, single),
                                 scoreOf(4, low, 1)};
  EXPECT_DOUBLE_EQ(scores[1].mean, 0.8);
  EXPECT_DOUBLE_EQ(scores[1].deviation, std::sqrt(0.02));
  EXPECT_TRUE(std::isnan(scores[3].deviation));
  rank(scores, false);
  std::vector<std::int64_t> order;
  for (const SweepScore& score : scores) order.push_back(score.configuration);
  EXPECT_EQ(order, (std::vector<std::int64_t>{4, 1, 3, 0, 2}));
  rank(scores, true);
  EXPECT_EQ(scores[1].configuration, 0);
}

TEST(Sweep, APlanComesBackFromItsText) {
  SweepPlan plan = planOf({valueOf(gridAxis("optimizer=sgd,adam")), valueOf(drawnAxis("weight_decay=log:1e-6..1e-2"))});
  plan.halving = 2;
  plan.settings.set("epochs", std::int64_t{8});
  plan.metric = "val_loss";
  const SweepPlan again = valueOf(sweepFromJson(valueOf(parseJson(formatJsonLine(sweepToJson(plan))))));
  EXPECT_EQ(sweepToJson(again), sweepToJson(plan));
  EXPECT_EQ(sweepTrials(again).back().values, sweepTrials(plan).back().values);
  for (const char* text : {"[]", "{}", R"({"version":1,"name":"a","axes":[{"setting":"colour"}]})"})
    expectError(sweepFromJson(valueOf(parseJson(text))), ErrorCode::Corrupt);
}

TEST(Sweep, WhatMakesNoSenseIsRefused) {
  for (const char* text :
       {"learning_rate", "colour=1,2", "learning_rate=fast", "learning_rate=-1", "seed=1,2", "batch="})
    expectError(gridAxis(text), ErrorCode::InvalidArgument);
  for (const char* text : {"learning_rate=0.1..0.01", "learning_rate=log:0..1", "optimizer=1..2", "learning_rate=log:1",
                           "batch=0..5", "learning_rate=nan..1", "learning_rate=..", "learning_rate=1e400..1"})
    expectError(drawnAxis(text), ErrorCode::InvalidArgument);
  expectError(Result<int>(checkSweep(planOf({})).error()), ErrorCode::InvalidArgument, "varies nothing");
  const SweepAxis rates = valueOf(gridAxis("learning_rate=0.1,0.2"));
  EXPECT_FALSE(checkSweep(planOf({rates, rates})).ok());
  SweepPlan large = planOf({rates});
  large.seeds = 10000;
  EXPECT_FALSE(checkSweep(large).ok());
}

TEST(Sweep, TrialsAreKeptInTheProject) {
  TemporaryFolder folder;
  const auto project = valueOf(Project::create(folder / "project", "test"));
  RunStore& store = project->runs();
  expectOk(store.addSweep("one", "{}"));
  EXPECT_FALSE(store.addSweep("one", "{}").ok());
  EXPECT_EQ(valueOf(store.sweeps()), std::vector<std::string>{"one"});
  RunDescription description = smallRun();
  description.group = "one";
  const RunId run = valueOf(store.createRun(description));
  expectOk(store.setTrial("one", 3, run));
  ASSERT_EQ(valueOf(store.trials("one")).size(), 1u);
  EXPECT_EQ(valueOf(store.trials("one"))[0].second, run);
  EXPECT_EQ(valueOf(store.run(run)).group, "one");
  expectOk(store.setRemoved(run, true));
  EXPECT_TRUE(valueOf(store.trials("one")).empty());
  expectOk(store.setRemoved(run, false));
  EXPECT_EQ(valueOf(store.trials("one")).size(), 1u);
  expectOk(store.deleteRun(run));
  EXPECT_TRUE(valueOf(store.trials("one")).empty());
}

}  // namespace
}  // namespace fovea::test
