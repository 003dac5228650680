// Why: several ranks compute one batch together. Loader and trainer agree here on which samples each of them takes.
#pragma once
#include <algorithm>
#include <cstdint>

namespace fovea {

// The rows [first, first + count) of a batch that one rank computes. A batch with fewer samples than ranks leaves some
// without any: such a rank computes one sample of another, which does not count.
struct BatchShare {
  std::int64_t first = 0;
  std::int64_t count = 0;
  bool counts = true;
};

inline BatchShare shareOfBatch(std::int64_t whole, int rank, int ranks) {
  const std::int64_t first = whole * rank / ranks, end = whole * (rank + 1) / ranks;
  if (end > first) return {first, end - first, true};
  return {std::min(first, whole - 1), 1, false};
}

}  // namespace fovea
