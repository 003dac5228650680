// Why: the reference and the fast kernel share how a label sequence is aligned with the steps of a sequence.
// Source: Graves, Fernández, Gomez and Schmidhuber, "Connectionist temporal classification", 2006.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fovea {

// The number of valid steps of a sample with the valid fraction `length`: length * steps rounded up, with a tolerance
// for the f32 rounding of the fraction. Returns 0 for a fraction outside of (0, 1].
std::int64_t ctcSteps(double length, std::int64_t steps);

// The alignment of one sample: its labels up to the first negative one, with blanks before, between and after them.
class CtcAlignment {
 public:
  // A label outside [0, classes), or equal to the blank, makes the alignment invalid.
  CtcAlignment(std::span<const std::int32_t> targets, std::int64_t classes, std::int64_t blank);

  bool valid() const { return valid_; }
  std::int64_t labelCount() const { return static_cast<std::int64_t>(symbols_.size()) / 2; }
  // Returns the logarithm of the total probability of all paths over `steps` steps; -infinity if there is none.
  // `logProbability(t, k)` returns that of class k in step t. `add(t, k, p)` is called for every symbol of the
  // alignment (a class may occur several times) with the probability p that a path has class k in step t; never if
  // there is no path.
  double align(std::int64_t steps, const std::function<double(std::int64_t, std::int64_t)>& logProbability,
               const std::function<void(std::int64_t, std::int64_t, double)>& add) const;

 private:
  // Whether a path may go from symbol i - 2 straight to symbol i.
  bool skips(std::size_t i) const { return i >= 2 && symbols_[i] != blank_ && symbols_[i] != symbols_[i - 2]; }

  std::vector<std::int64_t> symbols_;
  std::int64_t blank_;
  bool valid_ = true;
};

}  // namespace fovea
