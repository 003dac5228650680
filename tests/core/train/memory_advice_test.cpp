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
