// The survey behind the scaling planner: what it counts and measures, and how it ends.
#include "core/train/scaling_survey.h"

#include <chrono>
#include <set>

#include "core/train/scaling_trial.h"
#include "tests/core/train/rising_plan.h"

namespace fovea::test {
namespace {

BackendRegistry surveyBackends() {
  BackendRegistry backends;
  registerReferenceBackend(backends);
  registerCpuBackend(backends);
  return backends;
}

TrainingPlan surveyTrial(const CancelToken& cancel = {}) {
  return scalingTrial(taskNetwork(), taskSettings(), cancel);
}

ScalingRequest shortRequest() {
  ScalingRequest request;
  request.input.bytesPerSecond = 1e9;
  request.input.devices = {1, 2, 4};
  request.seconds = 0.1;
  return request;
}

TEST(ScalingSurvey, MeasuresAStepAndWhatRanksReach) {
  ScalingRequest request = shortRequest();
  request.ranks = {1, 2};
  request.offered = {2, 3, 4};
  std::set<std::string> stages;
  double last = 0;
  request.progress = [&](const Progress& progress) {
    stages.insert(progress.stage);
    const double share = static_cast<double>(progress.done) / static_cast<double>(progress.total);
    EXPECT_GE(share, last);
    EXPECT_LE(share, 1);
    last = share;
  };
  const ScalingSurvey survey = valueOf(surveyScaling(surveyTrial(), surveyBackends(), request));
  EXPECT_GT(survey.input.stepSeconds, 0);
  EXPECT_EQ(survey.input.batch, taskSettings().batch);
  EXPECT_GT(survey.input.gradientBytes, 0u);
  EXPECT_GE(survey.input.weightBytes, survey.input.gradientBytes);
  EXPECT_EQ(stages, (std::set<std::string>{"Measuring the steps of one device", "Training with 1 ranks",
                                           "Training with 2 ranks"}));
  EXPECT_GT(last, 0.7) << "the last of three parts is nearly over";
  ASSERT_EQ(survey.rows.size(), 3u);
  EXPECT_DOUBLE_EQ(survey.rows[0].slowestStep, survey.input.stepSeconds);
  EXPECT_EQ(survey.possible, (std::vector<int>{2, 4})) << "three cannot share 16 samples";
  ASSERT_EQ(survey.measured.size(), 2u);
  EXPECT_EQ(survey.measured[1].ranks, 2);
  for (const MeasuredRanks& each : survey.measured)
    EXPECT_DOUBLE_EQ(each.speedup * each.stepSeconds, survey.input.stepSeconds);
}

TEST(ScalingSurvey, KeepsWhatItMeasuredIfMoreRanksCannotTrain) {
  ScalingRequest request = shortRequest();
  request.input.stepSeconds = 1;
  request.ranks = {2, 3, 4};
  const ScalingSurvey survey = valueOf(surveyScaling(surveyTrial(), surveyBackends(), request));
  ASSERT_EQ(survey.measured.size(), 1u);
  EXPECT_EQ(survey.measured[0].ranks, 2);
  ASSERT_TRUE(survey.stopped);
  EXPECT_EQ(survey.stopped->message, "Training with 3 ranks: A batch of 16 cannot be divided among 3 ranks.");
}

TEST(ScalingSurvey, DoesNotMeasureAKnownStep) {
  ScalingRequest request = shortRequest();
  request.input.stepSeconds = 7;
  request.progress = [](const Progress&) { ADD_FAILURE() << "nothing is measured"; };
  const ScalingSurvey survey = valueOf(surveyScaling(surveyTrial(), surveyBackends(), request));
  EXPECT_EQ(survey.input.stepSeconds, 7);
  EXPECT_EQ(survey.rows[0].computeSeconds, 7);
}

TEST(ScalingSurvey, RefusesBeforeItMeasures) {
  ScalingRequest request = shortRequest();
  request.progress = [](const Progress&) { ADD_FAILURE() << "nothing is measured"; };
  request.input.devices = {1, 17};
  expectError(surveyScaling(surveyTrial(), surveyBackends(), request), ErrorCode::InvalidArgument);
  request = shortRequest();
  request.input.stepSeconds = 1;
  request.ranks = {3};
  expectError(surveyScaling(surveyTrial(), surveyBackends(), request), ErrorCode::InvalidArgument);
}

TEST(ScalingSurvey, CanBeCancelledWhileItMeasures) {
  for (const double known : {0.0, 1.0}) {
    CancelToken cancel;
    ScalingRequest request = shortRequest();
    request.seconds = 600;
    request.ranks = {2};
    request.input.stepSeconds = known;
    request.progress = [&](const Progress&) { cancel.cancel(); };
    const auto before = std::chrono::steady_clock::now();
    expectError(surveyScaling(surveyTrial(cancel), surveyBackends(), request), ErrorCode::Cancelled);
    EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(60));
  }
}

TEST(ScalingSurvey, RanksAreThoseThatShareTheBatch) {
  TrainingSettings settings;
  settings.batch = 6;
  settings.device = "cpu";
  EXPECT_EQ(possibleRanks(settings, surveyBackends(), {2, 4}), std::vector<int>{2});
  settings.batch = 8;
  EXPECT_EQ(possibleRanks(settings, surveyBackends(), {2, 4}), (std::vector<int>{2, 4}));
  settings.microBatches = 2;
  EXPECT_EQ(possibleRanks(settings, surveyBackends(), {2, 4}), std::vector<int>{2});
  settings.device = "cuda:0";
  EXPECT_EQ(possibleRanks(settings, surveyBackends(), {2, 4}), std::vector<int>()) << "there is none";
}

TEST(ScalingSurvey, RanksOnGpusUseThoseAfterTheFirst) {
  EXPECT_EQ(valueOf(rankDevices("cpu", 3)), "cpu,cpu,cpu");
  EXPECT_EQ(valueOf(rankDevices("cuda", 2)), "cuda:0,cuda:1");
  EXPECT_EQ(valueOf(rankDevices("cuda:2,cuda:0", 2)), "cuda:2,cuda:3");
  expectError(rankDevices("", 2), ErrorCode::InvalidArgument);
}

TEST(ScalingSurvey, PlansPowersOfTwoUpToTheLimit) {
  EXPECT_EQ(devicesToPlan(16, 64), (std::vector<int>{1, 2, 4, 8, 16}));
  EXPECT_EQ(devicesToPlan(12, 64), (std::vector<int>{1, 2, 4, 8, 12}));
  EXPECT_EQ(devicesToPlan(16, 5), (std::vector<int>{1, 2, 4, 5}));
  EXPECT_EQ(devicesToPlan(1, 5), std::vector<int>{1});
}

}  // namespace
}  // namespace fovea::test
