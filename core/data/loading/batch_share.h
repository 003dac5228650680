// Why: several ranks compute one batch together. This rule says which samples each of them takes, for loader and
// trainer.
#pragma once
#include <algorithm>
#include <cstdint>

namespace fovea {

// The samples [first, first + count) of a batch that one rank computes. If a batch has fewer samples than ranks, some
// ranks get none: each of them computes a sample of another rank, which does not count.
struct BatchShare {
  std::int64_t first = 0;
  std::int64_t count = 0;
  bool counts = true;
};

inline BatchShare shareOfBatch(std::int64_t whole, std::int64_t rank, std::int64_t ranks) {
  const std::int64_t first = whole * rank / ranks, end = whole * (rank + 1) / ranks;
  if (end > first) return {first, end - first, true};
  return {std::min(first, whole - 1), 1, false};
}

}  // namespace fovea
