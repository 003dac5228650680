// The learning rate of each step, against values computed by hand from the formulae of Caffe and the papers.
#include "core/train/schedule.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fovea {
namespace {

constexpr std::int64_t kStepsPerEpoch = 10;

TrainingSettings settingsFor(const std::string& schedule) {
  TrainingSettings settings;
  settings.learningRate = 0.1;
  settings.epochs = 10;
  settings.schedule = schedule;
  return settings;
}

double rateAt(const TrainingSettings& settings, std::int64_t step) {
  return scheduledLearningRate(settings, step, kStepsPerEpoch);
}

TEST(Schedule, FixedStaysAsItIs) {
  for (const std::int64_t step : {0, 1, 1000, 1000000}) EXPECT_EQ(rateAt(settingsFor("fixed"), step), 0.1);
}

TEST(Schedule, StepMultipliesEachPeriod) {
  TrainingSettings settings = settingsFor("step");
  settings.scheduleFactor = 0.5;
  settings.schedulePeriod = 2;
  EXPECT_EQ(rateAt(settings, 0), 0.1);
  EXPECT_EQ(rateAt(settings, 19), 0.1) << "the last step of the second epoch";
  EXPECT_DOUBLE_EQ(rateAt(settings, 20), 0.05);
  EXPECT_DOUBLE_EQ(rateAt(settings, 39), 0.05);
  EXPECT_DOUBLE_EQ(rateAt(settings, 40), 0.025);
}

TEST(Schedule, MultistepStepsWhereItIsTold) {
  TrainingSettings settings = settingsFor("multistep");
  settings.scheduleFactor = 0.1;
  settings.scheduleEpochs = {5, 3};  // in any order
  EXPECT_DOUBLE_EQ(rateAt(settings, 29), 0.1);
  EXPECT_DOUBLE_EQ(rateAt(settings, 30), 0.01);
  EXPECT_DOUBLE_EQ(rateAt(settings, 49), 0.01);
  EXPECT_DOUBLE_EQ(rateAt(settings, 50), 0.001);
}

TEST(Schedule, ExponentialMultipliesOverEachEpoch) {
  TrainingSettings settings = settingsFor("exponential");
  settings.scheduleFactor = 0.25;
  EXPECT_DOUBLE_EQ(rateAt(settings, 0), 0.1);
  EXPECT_DOUBLE_EQ(rateAt(settings, 5), 0.05);
  EXPECT_DOUBLE_EQ(rateAt(settings, 10), 0.025);
}

// Caffe's LeNet: base_lr 0.01, gamma 0.0001, power 0.75.
TEST(Schedule, InverseIsCaffes) {
  TrainingSettings settings = settingsFor("inverse");
  settings.learningRate = 0.01;
  EXPECT_DOUBLE_EQ(rateAt(settings, 0), 0.01);
  EXPECT_NEAR(rateAt(settings, 100), 0.00992565, 5e-9);
  EXPECT_NEAR(rateAt(settings, 9900), 0.00596843, 5e-9);
}

TEST(Schedule, PolynomialEndsAtZero) {
  TrainingSettings settings = settingsFor("polynomial");
  settings.schedulePower = 2;
  EXPECT_DOUBLE_EQ(rateAt(settings, 0), 0.1);
  EXPECT_DOUBLE_EQ(rateAt(settings, 50), 0.025);
  EXPECT_DOUBLE_EQ(rateAt(settings, 90), 0.1 * 0.01);
  EXPECT_EQ(rateAt(settings, 100), 0);
  EXPECT_EQ(rateAt(settings, 1000), 0) << "never below, never not a number";
}

TEST(Schedule, SigmoidIsCaffes) {
  TrainingSettings settings = settingsFor("sigmoid");
  settings.scheduleGamma = -0.1;
  settings.scheduleCentre = 50;
  EXPECT_DOUBLE_EQ(rateAt(settings, 50), 0.05);
  EXPECT_NEAR(rateAt(settings, 40), 0.1 / (1 + std::exp(-1.0)), 1e-15);
  EXPECT_NEAR(rateAt(settings, 0), 0.0993307, 5e-8);
}

TEST(Schedule, CosineFallsToItsShare) {
  TrainingSettings settings = settingsFor("cosine");
  EXPECT_DOUBLE_EQ(rateAt(settings, 0), 0.1);
  EXPECT_DOUBLE_EQ(rateAt(settings, 50), 0.05);
  EXPECT_NEAR(rateAt(settings, 25), 0.1 * (1 + std::sqrt(0.5)) / 2, 1e-15);
  EXPECT_NEAR(rateAt(settings, 100), 0, 1e-15);
  settings.scheduleFinal = 0.2;
  EXPECT_NEAR(rateAt(settings, 50), 0.06, 1e-15);
  EXPECT_NEAR(rateAt(settings, 100), 0.02, 1e-15);
}

TEST(Schedule, OneCycleRisesAndFalls) {
  TrainingSettings settings = settingsFor("one_cycle");
  settings.scheduleFinal = 0.001;
  EXPECT_NEAR(rateAt(settings, 0), 0.004, 1e-15);
  EXPECT_NEAR(rateAt(settings, 15), 0.052, 1e-15) << "half way up: the mean of 0.004 and 0.1";
  EXPECT_NEAR(rateAt(settings, 30), 0.1, 1e-15);
  EXPECT_NEAR(rateAt(settings, 65), 0.05005, 1e-15);
  EXPECT_NEAR(rateAt(settings, 100), 0.0001, 1e-15);
}

TEST(Schedule, WarmUpRisesInALineBeforeAny) {
  for (const char* name : {"fixed", "cosine", "polynomial", "inverse", "exponential"}) {
    TrainingSettings settings = settingsFor(name);
    settings.warmupEpochs = 2;
    settings.warmupStart = 0.2;
    SCOPED_TRACE(name);
    EXPECT_DOUBLE_EQ(rateAt(settings, 0), 0.02);
    EXPECT_DOUBLE_EQ(rateAt(settings, 10), 0.06);
    EXPECT_DOUBLE_EQ(rateAt(settings, 20), 0.1) << "where the schedule begins";
    EXPECT_LE(rateAt(settings, 21), 0.1);
  }
  TrainingSettings settings = settingsFor("cosine");
  settings.warmupEpochs = 2;
  EXPECT_NEAR(rateAt(settings, 60), 0.05, 1e-15) << "half of what is left";
  settings.warmupEpochs = 0.5;
  settings.warmupStart = 0;
  EXPECT_EQ(rateAt(settings, 0), 0);
  EXPECT_DOUBLE_EQ(rateAt(settings, 1), 0.02);
}

TEST(Schedule, EpochsAreThoseOfTheRunWhateverTheWarmUp) {
  TrainingSettings settings = settingsFor("multistep");
  settings.scheduleEpochs = {3};
  settings.warmupEpochs = 1;
  EXPECT_DOUBLE_EQ(rateAt(settings, 29), 0.1);
  EXPECT_DOUBLE_EQ(rateAt(settings, 30), 0.01);
}

TEST(Schedule, IsAlwaysANumberAboveOrAtZero) {
  const Schema schema = trainingSettingsSchema().schema();
  for (const FieldChoice& choice : schema.find("schedule")->choices)
    for (const double warmUp : {0.0, 0.3, 5.0, 50.0})
      for (std::int64_t step = 0; step < 200; step += 7) {
        TrainingSettings settings = settingsFor(choice.value);
        settings.warmupEpochs = warmUp;
        const double rate = rateAt(settings, step);
        EXPECT_TRUE(std::isfinite(rate) && rate >= 0) << choice.value << " " << step;
      }
}

}  // namespace
}  // namespace fovea
