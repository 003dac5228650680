// The estimate of a run, measured over a few of its steps, against its actual time and size.
#include "core/train/run_estimate.h"

#include "tests/core/train/rising_plan.h"

namespace fovea::test {
namespace {

TEST(RunEstimate, CountsTheStepsAndValidationsOfTheRun) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  double done = 0;
  RunEstimateOptions options;
  options.progress = [&](double fraction) { done = fraction; };
  const RunEstimate estimate = valueOf(estimateRun(plan, openTaskDevice("cpu"), options));
  EXPECT_EQ(estimate.steps, 30) << "three epochs of 150 samples in batches of 16";
  EXPECT_EQ(estimate.validationBatches, 9) << "three times 34 samples";
  EXPECT_GT(estimate.secondsPerStep, 0);
  EXPECT_GT(estimate.secondsPerValidation, 0);
  EXPECT_NEAR(estimate.seconds, 30 * estimate.secondsPerStep + 9 * estimate.secondsPerValidation, 1e-9);
  EXPECT_GE(done, 1);
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  EXPECT_EQ(estimate.memoryBytes, trainer->memory().peakBytes());
  std::uint64_t bytes = 0;
  for (const auto& [name, tensor] : valueOf(trainer->checkpoint()).tensors) bytes += tensor.type().bytes();
  EXPECT_EQ(estimate.checkpointBytes, bytes);
  plan.settings.validationEvery = 2;
  EXPECT_EQ(valueOf(estimateRun(plan, openTaskDevice("cpu"))).validationBatches, 6) << "after epoch 2, and at the end";
  plan.settings.validationUnit = "steps";
  plan.settings.validationEvery = 10;
  EXPECT_EQ(valueOf(estimateRun(plan, openTaskDevice("cpu"))).validationBatches, 9);
}

TEST(RunEstimate, StopsInTimeAndWhenItIsToldTo) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  RunEstimateOptions options;
  options.steps = 1'000'000'000;
  options.mostSeconds = 0.2;
  const RunEstimate estimate = valueOf(estimateRun(plan, openTaskDevice("cpu"), options));
  EXPECT_GT(estimate.secondsPerStep, 0);
  EXPECT_GT(estimate.secondsPerValidation, 0) << "estimated where none was reached";
  plan.cancel.cancel();
  EXPECT_FALSE(estimateRun(plan, openTaskDevice("cpu"), options).ok());
}

TEST(RunEstimate, SaysWhatTheRunWouldSay) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  plan.settings.batch = 1000;
  expectError(estimateRun(plan, openTaskDevice("cpu")), ErrorCode::InvalidArgument);
}

}  // namespace
}  // namespace fovea::test
