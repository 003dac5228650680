// Why: all intermediates of a step share one arena. Lifetimes alone decide which of them may overlap.
#pragma once
#include <cstdint>
#include <vector>

namespace fovea {

// A block of memory needed from step `first` to step `last`, both inclusive.
struct MemoryRequest {
  std::uint64_t bytes = 0;
  int first = 0;
  int last = 0;
};

struct MemoryPlan {
  std::vector<std::uint64_t> offsets;  // one per request, a multiple of the alignment
  std::uint64_t arenaBytes = 0;
  std::uint64_t lowerBound = 0;  // size of the largest live set; no plan can be smaller
};

// Greedy by size, best fit in the gaps between blocks alive at the same time (Pisarchyk and Lee 2020, "Efficient Memory
// Management for Deep Neural Net Inference"). Deterministic.
MemoryPlan planMemory(const std::vector<MemoryRequest>& requests, std::uint64_t alignment = 64);

}  // namespace fovea
