// Why: what a network remembers of one window of a text helps in the next one only where the text goes on. Whether it
// does is read from the samples themselves, since importing, splitting and editing may all have torn windows apart.
// Immutable.
#pragma once
#include <vector>

#include "core/data/store/dataset.h"

namespace fovea {

class Succession {
 public:
  // Reads the samples of the split once. One goes on where the one before it in the split ends if its first symbol is
  // the last one of that (a window of T + 1 symbols gives T of them as input), and if both, where it is known where
  // they are from, lie T symbols apart in one file, or at the border of two. Samples of another task than next symbols
  // never do. Corrupt.
  static Result<Succession> of(const Dataset& dataset, Split split);

  std::int64_t samples() const { return static_cast<std::int64_t>(continues_.size()); }
  // Whether a sample of the split begins where the one before it ends; never of the first.
  bool continues(std::int64_t index) const { return continues_[static_cast<std::size_t>(index)]; }
  // How many do not, besides the first.
  std::int64_t gaps() const { return gaps_; }

 private:
  std::vector<bool> continues_;
  std::int64_t gaps_ = 0;
};

}  // namespace fovea
