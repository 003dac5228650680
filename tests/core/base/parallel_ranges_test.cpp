// Each range of work is processed exactly once, on any thread, and processing stops on request.
#include "core/base/parallel_ranges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

namespace fovea::test {
namespace {

TEST(ParallelRanges, CoverEachElementOnce) {
  for (const unsigned threads : {0u, 1u, 2u, 7u})
    for (const std::size_t count : {0u, 1u, 9u, 10u, 101u}) {
      std::vector<int> done(count);
      const auto work = [&](std::size_t begin, std::size_t end) {
        EXPECT_EQ(begin % 10, 0u);
        EXPECT_LE(end - begin, 10u);
        for (std::size_t i = begin; i < end; ++i) ++done[i];
      };
      EXPECT_TRUE(parallelRanges(count, 10, work, {}, threads));
      EXPECT_EQ(std::ranges::count(done, 1), static_cast<std::ptrdiff_t>(count));
    }
}

TEST(ParallelRanges, EndEarlyWhenTold) {
  std::atomic<int> ranges = 0;
  EXPECT_FALSE(parallelRanges(
      1000, 1, [&](std::size_t, std::size_t) { ++ranges; }, [&](std::size_t) { return ranges < 5; }, 1));
  EXPECT_EQ(ranges, 5);
}

TEST(ParallelRanges, AnExceptionReachesTheCaller) {
  const auto work = [](std::size_t begin, std::size_t) {
    if (begin == 70) throw std::runtime_error("a fault");
  };
  EXPECT_THROW(parallelRanges(100, 10, work, {}, 3), std::runtime_error);
}

}  // namespace
}  // namespace fovea::test
