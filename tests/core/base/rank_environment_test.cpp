// Why: a process derives its rank from its environment, and ranks on one machine share its processors.
#include "core/base/rank_environment.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>

namespace fovea {
namespace {

class RankEnvironmentTest : public ::testing::Test {
 protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }
  static void clear() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE", "PMI_SIZE"})
      ::unsetenv(name);
  }
};

TEST_F(RankEnvironmentTest, AProgramThatWasStartedAloneIsRankZeroOfOne) {
  const RankEnvironment alone = rankEnvironment();
  EXPECT_EQ(alone.rank, 0);
  EXPECT_EQ(alone.size, 1);
  EXPECT_EQ(alone.onThisMachine, 1);
  EXPECT_FALSE(alone.several());
  EXPECT_TRUE(alone.foreign.empty());
}

TEST_F(RankEnvironmentTest, OpenMpiTellsRankSizeAndNeighbours) {
  ::setenv("OMPI_COMM_WORLD_SIZE", "8", 1);
  ::setenv("OMPI_COMM_WORLD_RANK", "5", 1);
  ::setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "4", 1);
  const RankEnvironment environment = rankEnvironment();
  EXPECT_EQ(environment.rank, 5);
  EXPECT_EQ(environment.size, 8);
  EXPECT_EQ(environment.onThisMachine, 4);
  EXPECT_TRUE(environment.several());
}

TEST_F(RankEnvironmentTest, VariablesThatAreNoNumbersAreIgnored) {
  ::setenv("OMPI_COMM_WORLD_SIZE", "many", 1);
  EXPECT_EQ(rankEnvironment().size, 1);
  ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  ::setenv("OMPI_COMM_WORLD_RANK", "7", 1);
  EXPECT_EQ(rankEnvironment().rank, 1);
}

TEST_F(RankEnvironmentTest, AnotherLauncherIsNamed) {
  ::setenv("PMI_SIZE", "2", 1);
  EXPECT_EQ(rankEnvironment().foreign, "PMI");
  EXPECT_FALSE(rankEnvironment().several());
}

TEST_F(RankEnvironmentTest, AProcessThatIsBoundHasItsProcessorsForItself) {
  RankEnvironment environment;
  environment.size = environment.onThisMachine = 4;
  cpu_set_t before, one;
  ASSERT_EQ(::sched_getaffinity(0, sizeof before, &before), 0);
  if (CPU_COUNT(&before) < 2) GTEST_SKIP() << "This machine has one processor.";
  CPU_ZERO(&one);
  for (int cpu = 0; CPU_COUNT(&one) == 0; ++cpu)
    if (CPU_ISSET(cpu, &before)) CPU_SET(cpu, &one);
  ASSERT_EQ(::sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(ranksOnTheseProcessors(environment), 1);
  ASSERT_EQ(::sched_setaffinity(0, sizeof before, &before), 0);
}

}  // namespace
}  // namespace fovea
