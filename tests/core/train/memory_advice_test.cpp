// The largest batch that fits is found with a few memory plans, and it does fit.
#include "core/train/memory_advice.h"

#include <set>

#include "core/network/standard_networks.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

class LargestBatch : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(LargestBatch, FitsAndHardlyALargerOneDoes) {
  const Network network = valueOf(standardNetwork("lenet"));
  const TrainingSettings settings;
  const std::uint64_t bytes = GetParam() << 20;
  constexpr std::int64_t kMost = 1 << 16;
  const std::int64_t batch = largestBatchWithin(network, settings, bytes, kMost, {});
  if (batch > 0) {
    EXPECT_LE(valueOf(trainingBytes(network, settings, batch)), bytes) << batch;
  }
  if (batch < kMost) {
    const std::int64_t larger = batch + std::max<std::int64_t>(1, batch / 40 + 1);
    EXPECT_GT(valueOf(trainingBytes(network, settings, larger)), bytes) << batch;
  }
}
INSTANTIATE_TEST_SUITE_P(Megabytes, LargestBatch, ::testing::Values(1, 6, 10, 64, 700, 4096, 1 << 20));

TEST(LargestBatchOfANetwork, ThatIsNotReadyIsNone) {
  EXPECT_EQ(largestBatchWithin(Network(), {}, std::uint64_t{1} << 30, 1000, {}), 0);
}

TEST(LargestBatchOfANetwork, DoesNotDependOnTheBatchThatIsSet) {
  const Network lenet = valueOf(standardNetwork("lenet"));
  std::set<std::int64_t> answers;
  for (const std::int64_t batch : {1, 7, 64, 500, 4096}) {
    TrainingSettings settings;
    settings.batch = batch;
    answers.insert(largestBatchWithin(lenet, settings, std::uint64_t{300} << 20, 65536, {}));
  }
  EXPECT_EQ(answers.size(), 1u);
  EXPECT_GT(*answers.begin(), 100);
}

TEST(LargestBatchOfANetwork, IsLargerInMicroBatches) {
  const Network lenet = valueOf(standardNetwork("lenet"));
  TrainingSettings settings;
  const auto largest = [&] { return largestBatchWithin(lenet, settings, std::uint64_t{300} << 20, 65536, {}); };
  const std::int64_t whole = largest();
  settings.microBatches = 4;
  EXPECT_GT(largest(), 3 * whole);
}

// A part of a single sample would have no variance.
TEST(MicroBatchesWithin, LeaveABatchNormSeveralNumbers) {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{3, 64, 64}}})
      .add("conv1", "convolution", {{"filters", std::int64_t{16}}, {"kernel", List{3, 3}}}, {"data"})
      .add("relu1", "relu", {}, {"conv1"})
      .add("pool1", "max_pooling", {{"kernel", List{8, 8}}, {"stride", List{8, 8}}}, {"relu1"})
      .add("fc1", "linear", {{"units", std::int64_t{4}}}, {"pool1"})
      .add("norm1", "batch_normalization", {}, {"fc1"})
      .add("fc2", "linear", {{"units", std::int64_t{3}}}, {"norm1"})
      .add("loss", "cross_entropy", {}, {"fc2"});
  TrainingSettings settings;
  settings.batch = 64;
  const auto needed = [&](std::int64_t microBatches) {
    settings.microBatches = microBatches;
    return valueOf(trainingBytes(drawing.network, settings, settings.batch));
  };
  const std::uint64_t least = needed(64), enough = needed(32);
  ASSERT_LT(least, enough);
  settings.microBatches = 1;
  EXPECT_EQ(microBatchesWithin(drawing.network, settings, least), 0);
  EXPECT_EQ(microBatchesWithin(drawing.network, settings, enough), 32);
}

TEST(PlannedMemory, StaysWhileOtherProgramsComeAndGo) {
  const std::uint64_t gigabyte = std::uint64_t{1} << 30, first = plannedMemory(16 * gigabyte, 0);
  EXPECT_EQ(first, 14 * gigabyte);
  for (const std::uint64_t free : {15 * gigabyte, 14 * gigabyte, 17 * gigabyte})
    EXPECT_EQ(plannedMemory(free, first), first);
  EXPECT_LE(plannedMemory(13 * gigabyte, first), 13 * gigabyte) << "never more than there is";
  EXPECT_GT(plannedMemory(30 * gigabyte, first), first);
}

TEST(LargestBatchOfANetwork, CanBeCancelled) {
  const CancelToken cancel;
  cancel.cancel();
  EXPECT_EQ(largestBatchWithin(valueOf(standardNetwork("lenet")), {}, std::uint64_t{1} << 30, 1000, cancel), 0);
}

}  // namespace
}  // namespace fovea::test
