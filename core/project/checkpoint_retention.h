// Why: disk space is limited, but a run's history should stay visible. This decides which checkpoints of a run are
// kept.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace fovea {

struct CheckpointSize {
  std::int64_t step = 0;
  std::uint64_t bytes = 0;
  bool stays = false;      // among the best, or pinned
  bool milestone = false;  // of an epoch whose checkpoint the user wants to keep
};

// The limit for checkpoints of any size, since more would make lists and folders slow.
inline constexpr std::size_t kMostCheckpoints = 1000;

// Returns the steps to delete. If `last` is not 0, only the last `last`, the milestones and those that stay are kept.
// More are then deleted until the others need at most `budget` bytes and number at most kMostCheckpoints. Those that
// stay and the last one are never deleted; the first one is deleted after all others. Each time the checkpoint with the
// nearest neighbours goes first, so the kept ones are spread evenly over the run, to within a factor of two, even if
// this is called after each new one. `checkpoints` are in order of step.
std::vector<std::int64_t> checkpointsToDrop(std::span<const CheckpointSize> checkpoints, std::uint64_t budget,
                                            std::size_t last = 0);

}  // namespace fovea
