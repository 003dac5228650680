// Why: the state that a recurrent network keeps from one window of a text helps only if the next window continues the
// text. The samples themselves show whether it does, since importing, splitting and editing may all have separated
// windows. Immutable.
#pragma once
#include <vector>

#include "core/data/store/dataset.h"

namespace fovea {

class Succession {
 public:
  // Reads the samples of the split once. A sample continues the one before it in the split if its first symbol is the
  // last symbol of that one (a window of T + 1 symbols has T inputs), and if, where their origins are known, both lie T
  // symbols apart in one file or at the boundary of two. Samples of other tasks than next symbols never continue. Fails
  // with Corrupt.
  static Result<Succession> of(const Dataset& dataset, Split split);

  std::int64_t samples() const { return static_cast<std::int64_t>(continues_.size()); }
  // True if a sample of the split begins where the one before it ends; false for the first one.
  bool continues(std::int64_t index) const { return continues_[static_cast<std::size_t>(index)]; }
  // The number of samples that do not continue, apart from the first.
  std::int64_t gaps() const { return gaps_; }

 private:
  std::vector<bool> continues_;
  std::int64_t gaps_ = 0;
};

}  // namespace fovea
