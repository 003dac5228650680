// A trial with a rising learning rate finds one with which the network learns, or reports that there is none.
#include "core/train/rate_search.h"

#include <cmath>

#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

class RateSearchTest : public ::testing::Test {
 protected:
  TrainingPlan plan() {
    if (!dataset_) dataset_ = taskDataset(folder_ / "squares");
    return {taskNetwork(), taskSettings(), dataset_, "squares"};
  }
  Result<RateSearch> search(const TrainingPlan& of, const RateSearchOptions& options = {}) {
    return searchLearningRate(of, openTaskDevice("cpu"), options);
  }
  double lossAfterTwoEpochs(double rate) {
    TrainingPlan wanted = plan();
    wanted.settings.epochs = 2;
    wanted.settings.schedule = "fixed";
    wanted.settings.learningRate = rate;
    const auto trainer = valueOf(Trainer::create(wanted, openTaskDevice("cpu")));
    Story story;
    advance(*trainer, story);
    return story.epochs.back().trainLoss;
  }

  TemporaryFolder folder_;
  std::shared_ptr<Dataset> dataset_;
};

TEST_F(RateSearchTest, TheSuggestedRateLearnsSoonerThanThoseFarFromIt) {
  const RateSearch found = valueOf(search(plan()));
  ASSERT_TRUE(found.suggested);
  EXPECT_LE(*found.steepestFall, *found.suggested);
  EXPECT_LE(*found.suggested, *found.lowestLoss);
  const double loss = lossAfterTwoEpochs(*found.suggested);
  EXPECT_LT(loss, 0.5 * lossAfterTwoEpochs(*found.suggested / 100));
  EXPECT_LT(loss, 0.5 * lossAfterTwoEpochs(std::min(*found.suggested * 100, 10.0)));
}

TEST_F(RateSearchTest, RatesRiseFromTheLowestToTheHighestByOneFactor) {
  RateSearchOptions options{1e-5, 1e-3, 21};
  std::vector<std::int64_t> told;
  options.progress = [&](std::int64_t step) { told.push_back(step); };
  const RateSearch found = valueOf(search(plan(), options));
  ASSERT_EQ(found.points.size(), 21u);
  EXPECT_EQ(told.size(), 21u);
  EXPECT_DOUBLE_EQ(found.points.front().rate, 1e-5);
  EXPECT_NEAR(found.points[10].rate, 1e-4, 1e-9);
  EXPECT_NEAR(found.points.back().rate, 1e-3, 1e-9);
  EXPECT_FALSE(found.exploded);
}

TEST_F(RateSearchTest, TheSamePlanGivesTheSameNumbers) {
  const RateSearch first = valueOf(search(plan())), second = valueOf(search(plan()));
  ASSERT_EQ(first.points.size(), second.points.size());
  for (std::size_t i = 0; i < first.points.size(); ++i) EXPECT_EQ(first.points[i].loss, second.points[i].loss) << i;
}

TEST_F(RateSearchTest, ATrialEndsWhereTheLossExplodes) {
  const RateSearch found = valueOf(search(plan(), {0.1, 1000, 100}));
  EXPECT_TRUE(found.exploded);
  EXPECT_LT(found.points.size(), 100u);
}

// The losses of single samples differ by more than an explosion's factor.
TEST_F(RateSearchTest, ATrialWithSingleSamplesGoesOnToRatesThatLearn) {
  TrainingPlan single = plan();
  single.settings.batch = 1;
  const RateSearch found = valueOf(search(single));
  EXPECT_GE(found.points.size(), 60u);
  EXPECT_GT(found.points.back().rate, 1e-4);
}

TEST_F(RateSearchTest, ALossThatIsNotFiniteInTheFirstStepLeavesNoPoint) {
  TrainingPlan huge = plan();
  Checkpoint start = valueOf(valueOf(Trainer::create(huge, openTaskDevice("cpu")))->checkpoint());
  for (auto& [name, tensor] : start.tensors)
    if (name == "fc1.bias") tensor = Tensor::of<float>(Shape{3}, {std::nanf(""), 0, 0});
  huge.start = std::make_shared<const Checkpoint>(std::move(start));
  const RateSearch found = valueOf(search(huge));
  EXPECT_TRUE(found.exploded);
  EXPECT_TRUE(found.points.empty());
  EXPECT_FALSE(found.suggested);
}

TEST_F(RateSearchTest, WhatCannotBeSearchedIsRefused) {
  EXPECT_EQ(search(plan(), {0, 1, 50}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(search(plan(), {1, 0.1, 50}).error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(search(plan(), {0.1, 1, 2}).error().code, ErrorCode::InvalidArgument);
  const TrainingPlan cancelled = plan();
  cancelled.cancel.cancel();
  EXPECT_EQ(search(cancelled).error().code, ErrorCode::Cancelled);
}

std::vector<RatePoint> lossesOf(double (*loss)(double)) {
  std::vector<RatePoint> points;
  for (double power = -6; power < 1; power += 0.05) points.push_back({std::pow(10, power), loss(power)});
  return points;
}

TEST(RateJudgement, LiesBetweenTheSteepestFallAndTheLowestLoss) {
  // Falls from 10^-4 to 10^-2 like a cosine, then rises.
  const RateSearch found = judgeRates(lossesOf([](double power) {
                                        if (power < -4) return 2.0;
                                        if (power > -2) return 1 + (power + 2);
                                        return 1.5 + 0.5 * std::cos((power + 4) / 2 * 3.14159265);
                                      }),
                                      false);
  ASSERT_TRUE(found.suggested);
  EXPECT_NEAR(std::log10(*found.steepestFall), -3, 0.2);
  EXPECT_NEAR(std::log10(*found.lowestLoss), -2, 0.2);
  EXPECT_NEAR(std::log10(*found.suggested), -2.5, 0.2);
}

TEST(RateJudgement, NoRateIsSuggestedWhereTheLossDoesNotFall) {
  EXPECT_FALSE(judgeRates(lossesOf([](double) { return 2.0; }), false).suggested);
  EXPECT_FALSE(judgeRates(lossesOf([](double power) { return 2 + 0.01 * std::sin(40 * power); }), false).suggested);
  EXPECT_FALSE(judgeRates(lossesOf([](double power) { return 2 + std::max(0.0, power + 3); }), true).suggested);
  EXPECT_FALSE(judgeRates({}, true).suggested);
  // Some losses are below zero.
  const RateSearch level = judgeRates(lossesOf([](double power) { return -2 + 0.01 * std::sin(40 * power); }), false);
  EXPECT_FALSE(level.suggested || level.lowestLoss);
  EXPECT_TRUE(judgeRates(lossesOf([](double power) { return -2 - std::max(0.0, power + 3); }), false).suggested);
}

std::vector<RatePoint> pointsOf(const std::vector<double>& losses) {
  std::vector<RatePoint> points;
  for (const double loss : losses) points.push_back({1e-6 * std::pow(1.1, static_cast<double>(points.size())), loss});
  return points;
}

TEST(RateJudgement, OnlyLossesThatStayHighAreAnExplosion) {
  std::vector<double> losses(20, 1.0);
  losses[0] = 0.1;
  losses[18] = 50;
  EXPECT_FALSE(staysExploded(pointsOf(losses)));
  std::fill(losses.begin() + 15, losses.end(), 3.1);
  EXPECT_TRUE(staysExploded(pointsOf(losses)));
  losses[17] = 2;
  EXPECT_FALSE(staysExploded(pointsOf(losses)));
  EXPECT_FALSE(staysExploded(pointsOf({0.1, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9})));
  EXPECT_FALSE(staysExploded({}));
}

TEST(RateJudgement, OfAnExplosionOnlyTheFirstLossStays) {
  std::vector<double> losses;
  for (int i = 0; i < 60; ++i) losses.push_back(2 - 0.02 * i);
  const RateSearch calm = judgeRates(pointsOf(losses), false);
  losses.push_back(9);
  for (int i = 1; i < 8; ++i) losses.push_back(std::pow(10, 4 * i));
  const RateSearch found = judgeRates(pointsOf(losses), true);
  EXPECT_TRUE(found.exploded);
  ASSERT_EQ(found.points.size(), 61u);
  EXPECT_EQ(found.points.back().loss, 9);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_NEAR(found.points[i].smoothed, calm.points[i].smoothed, 1e-3) << i;
  EXPECT_EQ(judgeRates(pointsOf({1, 8, 1e9}), true).points.size(), 2u) << "of few points";
  EXPECT_EQ(judgeRates(pointsOf({1, 1.5, 1.2}), true).points.size(), 3u)
      << "the loss was not finite after a calm start";
}

TEST(RateJudgement, FewLossesAreSmoothedToo) {
  const RateSearch found = judgeRates(pointsOf({1, 2, 3, 2}), true);
  ASSERT_EQ(found.points.size(), 4u);
  for (const RatePoint& point : found.points) {
    EXPECT_GT(point.smoothed, 1);
    EXPECT_LT(point.smoothed, 3);
  }
  EXPECT_FALSE(found.suggested);
}

}  // namespace
}  // namespace fovea::test
