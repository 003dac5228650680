// Why: a disk is finite, and a person wants to see how a network came to be: which checkpoints of a run stay.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace fovea {

struct CheckpointSize {
  std::int64_t step = 0;
  std::uint64_t bytes = 0;
  bool best = false;
};

// However small they are: more would only make lists and folders slow.
inline constexpr std::size_t kMostCheckpoints = 1000;

// The steps of those that go so that the others need at most `budget` bytes and are no more than kMostCheckpoints. The
// best and the last always stay, and the first goes after all others. One after the other goes whose neighbours are
// nearest to each other: so those that stay are spread evenly over the run, to within a factor of two, also when this
// is asked after each new one. `checkpoints` are in order of step.
std::vector<std::int64_t> checkpointsToDrop(std::span<const CheckpointSize> checkpoints, std::uint64_t budget);

}  // namespace fovea
