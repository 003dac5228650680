// Why: independent steps may run concurrently if a device supports that. Dependencies are computed on memory ranges,
// not on values, because the memory plan reuses one range for several values.
#include <algorithm>

#include "core/backends/executor_state.h"

namespace fovea {
namespace {

struct Piece {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;
  bool overlaps(const Piece& other) const { return begin < other.end && other.begin < end; }
};

struct Touched {
  std::vector<Piece> read, written;
};

bool anyOverlaps(const std::vector<Piece>& a, const std::vector<Piece>& b) {
  return std::any_of(a.begin(), a.end(), [&](const Piece& piece) {
    return std::any_of(b.begin(), b.end(), [&](const Piece& other) { return piece.overlaps(other); });
  });
}

bool mustFollow(const Touched& later, const Touched& earlier) {
  return anyOverlaps(later.read, earlier.written) || anyOverlaps(later.written, earlier.written) ||
         anyOverlaps(later.written, earlier.read);
}

}  // namespace

std::vector<std::vector<int>> Executor::State::findDependencies() const {
  const auto pieceOf = [](const void* pointer, std::size_t bytes) {
    const auto* const begin = static_cast<const std::byte*>(pointer);
    return Piece{begin, begin + bytes};
  };
  const auto piecesOf = [&](const std::vector<int>& places, std::vector<Piece>& pieces) {
    for (const int place : places) {
      const ExecutorStorage& storage = storages[static_cast<std::size_t>(place)];
      pieces.push_back(pieceOf(storage.pointer, storage.bytes));
    }
  };
  std::vector<Touched> touched(steps.size());
  std::vector<std::vector<int>> dependencies(steps.size());
  std::vector<std::vector<bool>> before(steps.size());  // for each step: the steps that are complete when it begins
  for (std::size_t i = 0; i < steps.size(); ++i) {
    piecesOf(steps[i].inputStorages, touched[i].read);
    piecesOf(steps[i].outputStorages, touched[i].written);
    if (steps[i].scratchBytes > 0) touched[i].written.push_back(pieceOf(steps[i].scratch, steps[i].scratchBytes));
    before[i].assign(i, false);
    for (std::size_t j = i; j-- > 0;) {
      if (before[i][j] || !mustFollow(touched[i], touched[j])) continue;
      dependencies[i].insert(dependencies[i].begin(), static_cast<int>(j));
      before[i][j] = true;
      for (std::size_t k = 0; k < j; ++k)
        if (before[j][k]) before[i][k] = true;
    }
  }
  return dependencies;
}

}  // namespace fovea
