// The arena: blocks alive at the same time never overlap, and the plan stays close to the maximum of live bytes.
#include "core/graph/memory_plan.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace fovea {
namespace {

void expectDisjoint(const std::vector<MemoryRequest>& requests, const MemoryPlan& plan) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    EXPECT_EQ(plan.offsets[i] % 64, 0u);
    EXPECT_LE(plan.offsets[i] + requests[i].bytes, plan.arenaBytes);
    for (std::size_t j = 0; j < i; ++j) {
      if (requests[i].first > requests[j].last || requests[j].first > requests[i].last) continue;
      const bool apart = plan.offsets[i] + requests[i].bytes <= plan.offsets[j] ||
                         plan.offsets[j] + requests[j].bytes <= plan.offsets[i];
      EXPECT_TRUE(apart || requests[i].bytes == 0 || requests[j].bytes == 0) << i << " and " << j;
    }
  }
}

TEST(MemoryPlanTest, ChainNeedsTwoBlocks) {
  const std::vector<MemoryRequest> requests = {{1000, 0, 1}, {1000, 1, 2}, {1000, 2, 3}, {1000, 3, 4}};
  const MemoryPlan plan = planMemory(requests);
  expectDisjoint(requests, plan);
  EXPECT_EQ(plan.arenaBytes, 2048u);
  EXPECT_EQ(plan.lowerBound, 2048u);
}

TEST(MemoryPlanTest, RandomRequestsNeverOverlap) {
  Random random(5);
  for (int round = 0; round < 50; ++round) {
    std::vector<MemoryRequest> requests;
    for (int i = 0; i < 60; ++i) {
      const int first = static_cast<int>(random.below(40));
      requests.push_back({random.below(5000), first, first + static_cast<int>(random.below(10))});
    }
    const MemoryPlan plan = planMemory(requests);
    expectDisjoint(requests, plan);
    EXPECT_GE(plan.arenaBytes, plan.lowerBound);
    EXPECT_LE(static_cast<double>(plan.arenaBytes), 1.3 * static_cast<double>(plan.lowerBound));
  }
}

TEST(MemoryPlanTest, NothingNeedsNothing) {
  EXPECT_EQ(planMemory({}).arenaBytes, 0u);
}

}  // namespace
}  // namespace fovea
