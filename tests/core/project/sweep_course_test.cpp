// The next run of a sweep and the order of its configurations follow from what the runs have reached.
#include "core/project/sweep_course.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/core/base/machine_speed.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {
namespace {

SweepPlan planOfRates(const std::string& rates) {
  SweepPlan plan;
  plan.name = "rates";
  plan.axes = {valueOf(gridAxis("learning_rate=" + rates))};
  return plan;
}

TrialState stateOf(std::int32_t run, std::int64_t epochs, double accuracy, bool ended = false) {
  TrialState state;
  state.run = RunId{run};
  state.epochs = epochs;
  state.ended = ended;
  state.metrics = {{"val_accuracy", accuracy, accuracy, 1, false}};
  return state;
}

// Trains as `train` says until nothing is left, and returns the steps.
template <class Train>
std::vector<SweepStep> follow(SweepCourse& course, Train train) {
  std::vector<SweepStep> steps;
  while (const auto step = course.next()) {
    steps.push_back(*step);
    course.setState(step->trial, train(*step));
    if (steps.size() > 1000) break;
  }
  return steps;
}

TEST(SweepCourse, EveryTrialIsTrainedOnceInItsOrder) {
  SweepPlan plan = planOfRates("0.1,0.01,0.001");
  plan.seeds = 2;
  SweepCourse course(plan, 5);
  EXPECT_EQ(course.progress().of, 6);
  const auto steps = follow(course, [](const SweepStep& step) {
    EXPECT_EQ(step.epochs, 0) << "as long as the settings say";
    return stateOf(static_cast<std::int32_t>(step.trial + 1), 5, 0.1 * static_cast<double>(step.trial), true);
  });
  ASSERT_EQ(steps.size(), 6u);
  for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i].trial, static_cast<std::int64_t>(i));
  EXPECT_EQ(course.progress().done, 6);
  const auto best = course.standings();
  ASSERT_EQ(best.size(), 3u);
  EXPECT_EQ(best[0].score.configuration, 2);
  EXPECT_NEAR(best[0].score.mean, 0.45, 1e-12);
  EXPECT_NEAR(best[0].score.deviation, std::sqrt(0.005), 1e-12);
  EXPECT_EQ(best[0].trials, (std::vector<std::int64_t>{4, 5}));
  EXPECT_TRUE(best[0].complete);
  EXPECT_EQ(course.trialOf(RunId{4}), 3);
  EXPECT_FALSE(course.trialOf(RunId{9}));
  EXPECT_FALSE(course.trialOf(RunId{}));
}

TEST(SweepCourse, HalvingContinuesTheBestOnly) {
  SweepPlan plan = planOfRates("0.1,0.05,0.02,0.01");
  plan.halving = 2;
  SweepCourse course(plan, 4);
  // The third rate is the best, then the second, the fourth, the first.
  const double quality[] = {0.1, 0.7, 0.8, 0.4};
  const auto steps = follow(course, [&](const SweepStep& step) {
    const std::int64_t until = step.epochs > 0 ? step.epochs : 4;
    return stateOf(static_cast<std::int32_t>(step.trial + 1), until,
                   quality[step.trial] + 0.01 * static_cast<double>(until), until == 4);
  });
  std::vector<std::pair<std::int64_t, std::int64_t>> taken;
  for (const SweepStep& step : steps) taken.emplace_back(step.trial, step.epochs);
  EXPECT_EQ(taken, (std::vector<std::pair<std::int64_t, std::int64_t>>{
                       {0, 1}, {1, 1}, {2, 1}, {3, 1}, {1, 2}, {2, 2}, {2, 0}}));
  std::vector<std::int64_t> order;
  for (const auto& each : course.standings()) order.push_back(each.score.configuration);
  EXPECT_EQ(order, (std::vector<std::int64_t>{2, 1, 3, 0}));
  EXPECT_EQ(course.progress().round, 2);
  EXPECT_EQ(course.progress().of, 1);
}

TEST(SweepCourse, AnEarlierEndCountsForEachLaterRound) {
  SweepPlan plan = planOfRates("0.1,0.01");
  plan.halving = 2;
  SweepCourse course(plan, 8);
  // The first run ends within its first epoch: early stopping.
  course.setState(0, stateOf(1, 1, 0.9, true));
  const auto steps = follow(course, [](const SweepStep& step) {
    return stateOf(static_cast<std::int32_t>(step.trial + 1), step.epochs, 0.2, step.epochs == 0);
  });
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(steps[0].trial, 1);
}

TEST(SweepCourse, ARunThatFailedIsNotTriedAgainAndComesLast) {
  SweepPlan plan = planOfRates("0.1,0.01,0.001");
  SweepCourse course(plan, 2);
  const auto steps = follow(course, [](const SweepStep& step) {
    TrialState state = stateOf(static_cast<std::int32_t>(step.trial + 1), 2, 0.5, true);
    if (step.trial == 0) state.error = "The loss is not a number.";
    return state;
  });
  EXPECT_EQ(steps.size(), 3u);
  const auto order = course.standings();
  EXPECT_EQ(order.back().score.configuration, 0);
  EXPECT_TRUE(order.back().failed);
  EXPECT_FALSE(order.front().failed);
}

TEST(SweepCourse, WhereAllFailNothingGoesOn) {
  SweepPlan plan = planOfRates("0.1,0.01");
  plan.halving = 2;
  SweepCourse course(plan, 4);
  const auto steps = follow(course, [](const SweepStep& step) {
    TrialState state;
    state.run = RunId{static_cast<std::int32_t>(step.trial + 1)};
    state.error = "There is not enough memory.";
    state.ended = true;
    return state;
  });
  EXPECT_EQ(steps.size(), 2u);
  EXPECT_EQ(course.metric(), "");
}

TEST(SweepCourse, TheMetricIsTheFirstUsualOneUnlessThePlanNamesIt) {
  SweepPlan plan = planOfRates("0.1,0.01");
  SweepCourse course(plan, 2);
  TrialState state;
  state.run = RunId{1};
  state.metrics = {{"train_loss", 0.3, 0.2, 1, true}, {"val_loss", 0.5, 0.4, 1, true}};
  course.setState(0, state);
  EXPECT_EQ(course.metric(), "val_loss");
  EXPECT_EQ(course.metrics(), (std::vector<std::string>{"train_loss", "val_loss"}));
  plan.metric = "val_psnr";
  SweepCourse other(plan, 2);
  expectOk(other.checkMetric());
  other.setState(0, state);
  expectError(Result<int>(other.checkMetric().error()), ErrorCode::InvalidArgument, "val_psnr");
  // A run that diverged has no finite loss, though it is measured.
  plan.metric = "val_loss";
  SweepCourse diverged(plan, 2);
  state.metrics = {{"val_accuracy", 0.1, 0.1, 1, false}};
  diverged.setState(0, state);
  expectOk(diverged.checkMetric());
}

TEST(SweepCourse, EpochsMayVaryButNotWithHalving) {
  SweepPlan plan;
  plan.name = "epochs";
  plan.axes = {valueOf(gridAxis("epochs=2,5"))};
  expectOk(checkSweep(plan));
  SweepCourse course(plan, 2);
  for (const SweepTrial& trial : course.trials()) {
    const TrainingSettings settings = trialSettings(plan, trial, {});
    EXPECT_EQ(settings.epochs, trial.number == 0 ? 2 : 5);
    EXPECT_EQ(settings.seed, 1);
  }
  EXPECT_EQ(course.next()->epochs, 0) << "each run ends with its own last epoch";
  plan.halving = 2;
  expectError(Result<int>(checkSweep(plan).error()), ErrorCode::InvalidArgument, "same number of epochs");
}

// The window asks a few times a second while runs go on.
TEST(SweepCourse, ThousandsOfTrialsAreRankedAtOnce) {
  SweepPlan plan;
  plan.name = "large";
  plan.axes = {valueOf(drawnAxis("learning_rate=log:1e-4..1e-1")), valueOf(drawnAxis("batch=16..512"))};
  plan.draws = 2500;
  plan.seeds = 4;
  SweepCourse course(plan, 10);
  for (std::int64_t trial = 0; trial < 9000; ++trial)
    course.setState(trial, stateOf(static_cast<std::int32_t>(trial + 1), 10, 0.0001 * static_cast<double>(trial), true));
  std::vector<double> times;
  for (int i = 0; i < 5; ++i) {
    const double begun = processorSeconds();
    EXPECT_EQ(course.next()->trial, 9000);
    EXPECT_EQ(course.standings().front().score.configuration, 2249);
    EXPECT_EQ(course.progress().done, 9000);
    times.push_back(processorSeconds() - begun);
  }
  EXPECT_LT(*std::min_element(times.begin(), times.end()), 0.016 * slownessNow());
  std::printf("ranked in %.1f ms\n", 1000 * *std::min_element(times.begin(), times.end()));
}

TEST(SweepCourse, ASweepComesBackFromTheProject) {
  TemporaryFolder folder;
  const auto project = valueOf(Project::create(folder / "project", "test"));
  RunStore& store = project->runs();
  SweepPlan plan = planOfRates("0.1,0.01");
  FieldValues chosen, asked;
  chosen.set("batch", std::int64_t{8});
  chosen.set("seed", std::int64_t{5});
  asked.set("epochs", std::int64_t{4});
  plan.settings = sweepSettings(chosen, asked);
  EXPECT_FALSE(plan.settings.contains("seed"));
  expectOk(storeSweep(store, {plan, smallNetwork()}));
  const StoredSweep again = valueOf(readSweep(*project, "rates"));
  EXPECT_EQ(again.plan.settings.integer("batch"), 8);
  EXPECT_EQ(again.plan.settings.integer("epochs"), 4);
  EXPECT_EQ(again.network.name(), smallNetwork().name());
  EXPECT_EQ(freeSweepName({"sweep-1", "sweep-3"}), "sweep-2");

  RunDescription description = smallRun();
  const RunId run = valueOf(store.createRun(description, RunStatus::Running));
  expectOk(store.recordEpoch(run, epochOf(1, 10, 0.4)));
  expectOk(store.recordEpoch(run, epochOf(2, 20, 0.6)));
  TrialState state = valueOf(readTrialState(store, run));
  EXPECT_EQ(state.epochs, 0) << "no checkpoint is there to go on from";
  EXPECT_FALSE(state.ended);
  EXPECT_DOUBLE_EQ(bestOf(state.metrics, "val_accuracy"), 0.6);
  expectOk(store.appendPoints(run, std::vector<MetricPoint>{{15, 1.5, 1.0, 0.5, 0.01, {{"psnr", 21.0}}}}));
  expectOk(store.recordValidation(run, {15, 0.5, 0.75, {{"psnr", 22.0}}, true, 2}));
  state = valueOf(readTrialState(store, run));
  EXPECT_DOUBLE_EQ(bestOf(state.metrics, "val_accuracy"), 0.75) << "of a validation within an epoch";
  EXPECT_DOUBLE_EQ(bestOf(state.metrics, "val_psnr"), 22);
  EXPECT_TRUE(std::isnan(bestOf(state.metrics, "train_psnr")));
  expectOk(store.setStatus(run, RunStatus::Failed, "no memory"));
  state = valueOf(readTrialState(store, run));
  EXPECT_TRUE(state.ended);
  EXPECT_EQ(state.error, "no memory");
}

}  // namespace
}  // namespace fovea::test
