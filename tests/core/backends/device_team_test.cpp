// Several processes of one machine take one device each, and only the processor is shared.
#include "core/backends/device_team.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace fovea {
namespace {

class DeviceOfRankTest : public ::testing::Test {
 protected:
  void SetUp() override { ::unsetenv("CUDA_VISIBLE_DEVICES"); }
  void TearDown() override { ::unsetenv("CUDA_VISIBLE_DEVICES"); }
  static RankEnvironment rankHere(int rank, int count) {
    return {.rank = rank, .size = count, .onThisMachine = count, .rankHere = rank};
  }
};

TEST_F(DeviceOfRankTest, EachRankOfAMachineTakesOne) {
  EXPECT_EQ(deviceOfRank("cuda:0, cuda:3", rankHere(0, 2)).value(), "cuda:0");
  EXPECT_EQ(deviceOfRank("cuda:0, cuda:3", rankHere(1, 2)).value(), "cuda:3");
  EXPECT_EQ(deviceOfRank("cuda:0,cuda:1,cuda:2", rankHere(1, 2)).value(), "cuda:1");
  EXPECT_EQ(deviceOfRank("cpu", rankHere(3, 4)).value(), "cpu");
}

TEST_F(DeviceOfRankTest, MoreRanksThanDevicesAreRefused) {
  const auto refused = deviceOfRank("cuda:0,cuda:1", rankHere(0, 4));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
  EXPECT_EQ(refused.error().message, "4 ranks of one machine cannot share cuda:0,cuda:1.");
}

TEST_F(DeviceOfRankTest, AGpuThatALauncherShowsOneProcessIsItsOwn) {
  ::setenv("CUDA_VISIBLE_DEVICES", "3", 1);
  EXPECT_EQ(deviceOfRank("cuda:0", rankHere(1, 2)).value(), "cuda:0");
  ::setenv("CUDA_VISIBLE_DEVICES", "2,3", 1);
  EXPECT_FALSE(deviceOfRank("cuda:0", rankHere(1, 2)).ok());
}

}  // namespace
}  // namespace fovea
