#include "core/project/checkpoint_retention.h"

#include <limits>

namespace fovea {

std::vector<std::int64_t> checkpointsToDrop(std::span<const CheckpointSize> checkpoints, std::uint64_t budget,
                                            std::size_t last) {
  std::vector<CheckpointSize> kept;
  std::vector<std::int64_t> dropped;
  for (std::size_t i = 0; i < checkpoints.size(); ++i) {
    const CheckpointSize& each = checkpoints[i];
    const bool wanted = last == 0 || i + last >= checkpoints.size() || each.stays || each.milestone;
    if (wanted)
      kept.push_back(each);
    else
      dropped.push_back(each.step);
  }
  std::uint64_t bytes = 0;
  for (const CheckpointSize& checkpoint : kept) bytes += checkpoint.bytes;
  while (bytes > budget || kept.size() > kMostCheckpoints) {
    std::size_t nearest = 0;
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 1; i + 1 < kept.size(); ++i) {
      const std::int64_t gap = kept[i + 1].step - kept[i - 1].step;
      if (kept[i].stays || gap > smallest) continue;
      smallest = gap;
      nearest = i;
    }
    if (nearest == 0 && (kept.size() < 2 || kept.front().stays)) break;
    bytes -= kept[nearest].bytes;
    dropped.push_back(kept[nearest].step);
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(nearest));
  }
  return dropped;
}

}  // namespace fovea
