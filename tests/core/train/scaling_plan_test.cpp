// The scaling planner's arithmetic against numbers computed by hand.
#include "core/train/scaling_plan.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fovea {
namespace {

// 1 s per step of 100 samples, 1 GB of gradients and weights, 10 GB/s.
ScalingInput example() {
  ScalingInput input;
  input.stepSeconds = 1;
  input.batch = 100;
  input.gradientBytes = input.weightBytes = 1'000'000'000;
  input.bytesPerSecond = 1e10;
  input.pieces = 10;
  input.devices = {1, 2, 4, 100};
  return input;
}

TEST(ScalingPlan, ARingMovesTwoTimesAllButOwnShare) {
  EXPECT_DOUBLE_EQ(ringReduceBytes(1000, 1), 0);
  EXPECT_DOUBLE_EQ(ringReduceBytes(1000, 2), 1000);
  EXPECT_DOUBLE_EQ(ringReduceBytes(1000, 4), 1500);
  EXPECT_NEAR(ringReduceBytes(1000, 1000), 1998, 1e-9);
}

TEST(ScalingPlan, APipelineTakesItsPiecesAndItsLength) {
  EXPECT_DOUBLE_EQ(pipelinedBroadcastSeconds(1000, 10, 1, 100), 0);
  EXPECT_DOUBLE_EQ(pipelinedBroadcastSeconds(1000, 10, 2, 100), 10);  // 10 pieces of 1 s
  EXPECT_DOUBLE_EQ(pipelinedBroadcastSeconds(1000, 10, 4, 100), 12);  // and 2 more
  EXPECT_DOUBLE_EQ(pipelinedBroadcastSeconds(1000, 1, 4, 100), 30);   // a single piece: one device after another
  EXPECT_NEAR(pipelinedBroadcastSeconds(1000, 1'000'000, 4, 100), 10, 1e-4);
}

TEST(ScalingPlan, OneDeviceExchangesNothing) {
  const ScalingRow row = planScaling(example()).value()[0];
  EXPECT_EQ(row.batchOfEach, 100);
  EXPECT_EQ(row.reduceSeconds, 0);
  EXPECT_EQ(row.broadcastSeconds, 0);
  EXPECT_DOUBLE_EQ(row.slowestStep, 1);
  EXPECT_DOUBLE_EQ(row.fastestStep, 1);
  EXPECT_DOUBLE_EQ(row.slowestEfficiency, 1);
}

TEST(ScalingPlan, SeveralDevicesShareTheBatchAndSumInARing) {
  const std::vector<ScalingRow> rows = planScaling(example()).value();
  const ScalingRow& four = rows[2];
  EXPECT_EQ(four.devices, 4);
  EXPECT_EQ(four.batchOfEach, 25);
  EXPECT_DOUBLE_EQ(four.computeSeconds, 0.25);
  EXPECT_DOUBLE_EQ(four.bytesOfEach, 1.5e9);
  EXPECT_DOUBLE_EQ(four.reduceSeconds, 0.15);
  EXPECT_DOUBLE_EQ(four.broadcastSeconds, 0.12);
  EXPECT_DOUBLE_EQ(four.slowestStep, 0.4);
  EXPECT_DOUBLE_EQ(four.fastestStep, 0.25);
  EXPECT_DOUBLE_EQ(four.slowestRate, 250);
  EXPECT_DOUBLE_EQ(four.fastestRate, 400);
  EXPECT_DOUBLE_EQ(four.slowestEfficiency, 0.625);
  EXPECT_DOUBLE_EQ(four.fastestEfficiency, 1);
  // With many devices the exchange takes longer than the computation.
  EXPECT_DOUBLE_EQ(rows[3].fastestStep, rows[3].reduceSeconds);
  EXPECT_NEAR(rows[3].reduceSeconds, 0.198, 1e-12);
}

TEST(ScalingPlan, AnUnevenShareIsCountedByItsLargestPart) {
  ScalingInput input = example();
  input.devices = {3};
  const ScalingRow row = planScaling(input).value()[0];
  EXPECT_EQ(row.batchOfEach, 34);
  EXPECT_DOUBLE_EQ(row.computeSeconds, 0.34);
}

TEST(ScalingPlan, ValuesThatMakeNoSenseAreRefused) {
  const auto refused = [](auto change) {
    ScalingInput input = example();
    change(input);
    const auto planned = planScaling(input);
    EXPECT_FALSE(planned.ok());
    return planned.ok() ? std::string() : planned.error().message;
  };
  EXPECT_EQ(refused([](ScalingInput& i) { i.stepSeconds = 0; }), "The time of a step must be positive, not 0.");
  EXPECT_EQ(refused([](ScalingInput& i) { i.bytesPerSecond = NAN; }), "The bandwidth must be positive, not nan.");
  EXPECT_EQ(refused([](ScalingInput& i) { i.pieces = -1; }), "The number of pieces must be positive, not -1.");
  EXPECT_EQ(refused([](ScalingInput& i) { i.devices = {}; }), "No number of devices is given.");
  EXPECT_EQ(refused([](ScalingInput& i) { i.devices = {0}; }), "The number of devices must be positive, not 0.");
  EXPECT_EQ(refused([](ScalingInput& i) { i.devices = {101}; }), "101 devices cannot share a batch of 100 samples.");
}

}  // namespace
}  // namespace fovea
