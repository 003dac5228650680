#include "core/graph/memory_plan.h"

#include <algorithm>
#include <numeric>

namespace fovea {
namespace {

bool overlapInTime(const MemoryRequest& a, const MemoryRequest& b) {
  return a.first <= b.last && b.first <= a.last;
}

// Returns the offset of the smallest gap between `placed` (sorted by offset) that holds `bytes`, or the end of the last
// one.
std::uint64_t bestOffset(const std::vector<std::pair<std::uint64_t, std::uint64_t>>& placed, std::uint64_t bytes) {
  std::uint64_t end = 0;
  std::uint64_t best = 0;
  std::uint64_t bestGap = UINT64_MAX;
  for (const auto& [from, to] : placed) {
    if (from > end && from - end >= bytes && from - end < bestGap) {
      bestGap = from - end;
      best = end;
    }
    end = std::max(end, to);
  }
  return bestGap == UINT64_MAX ? end : best;
}

std::uint64_t largestLiveSet(const std::vector<MemoryRequest>& requests, std::uint64_t alignment) {
  std::vector<std::pair<int, std::int64_t>> events;
  for (const MemoryRequest& request : requests) {
    const auto bytes = static_cast<std::int64_t>((request.bytes + alignment - 1) / alignment * alignment);
    events.emplace_back(request.first, bytes);
    events.emplace_back(request.last + 1, -bytes);
  }
  std::sort(events.begin(), events.end());  // at equal steps, frees (negative) come first
  std::int64_t live = 0;
  std::int64_t most = 0;
  for (const auto& [step, bytes] : events) {
    live += bytes;
    most = std::max(most, live);
  }
  return static_cast<std::uint64_t>(most);
}

}  // namespace

MemoryPlan planMemory(const std::vector<MemoryRequest>& requests, std::uint64_t alignment) {
  MemoryPlan plan;
  plan.offsets.resize(requests.size());
  std::vector<std::size_t> order(requests.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return requests[a].bytes > requests[b].bytes; });

  std::vector<std::size_t> done;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> alive;
  for (const std::size_t index : order) {
    const std::uint64_t bytes = (requests[index].bytes + alignment - 1) / alignment * alignment;
    alive.clear();
    for (const std::size_t other : done)
      if (overlapInTime(requests[index], requests[other]))
        alive.emplace_back(plan.offsets[other],
                           plan.offsets[other] + (requests[other].bytes + alignment - 1) / alignment * alignment);
    std::sort(alive.begin(), alive.end());
    plan.offsets[index] = bestOffset(alive, bytes);
    plan.arenaBytes = std::max(plan.arenaBytes, plan.offsets[index] + bytes);
    done.push_back(index);
  }
  plan.lowerBound = largestLiveSet(requests, alignment);
  return plan;
}

}  // namespace fovea
