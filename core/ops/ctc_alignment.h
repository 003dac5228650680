// Why: how a row of labels can be stretched over the steps of a sequence, for the reference kernel and the fast one.
// Source: Graves, Fernández, Gomez and Schmidhuber, "Connectionist temporal classification", 2006.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace fovea {

// How many of `steps` steps are those of a sample that lasts for `length` of them, a share: rounded up, but for the
// hair by which a share in f32 is too large. 0 for a length that is not in (0, 1].
std::int64_t ctcSteps(double length, std::int64_t steps);

// One sample: its labels up to the first negative one, with a blank before, between and behind them.
class CtcAlignment {
 public:
  // `classes` bounds the labels; one outside, or a blank among them, makes the alignment invalid.
  CtcAlignment(std::span<const std::int32_t> targets, std::int64_t classes, std::int64_t blank);

  bool valid() const { return valid_; }
  std::int64_t labelCount() const { return static_cast<std::int64_t>(symbols_.size()) / 2; }
  // The logarithm of the probability of all ways over `steps` steps; -infinity if there is none. `logProbability(t, k)`
  // is that of class k in step t. `add(t, k, p)` is called with the share p of the ways that have class k in step t,
  // for every symbol of the alignment (a class may come several times), unless there is no way at all.
  double align(std::int64_t steps, const std::function<double(std::int64_t, std::int64_t)>& logProbability,
               const std::function<void(std::int64_t, std::int64_t, double)>& add) const;

 private:
  // Whether a way may go from the symbol before the last one straight to symbol i.
  bool skips(std::size_t i) const { return i >= 2 && symbols_[i] != blank_ && symbols_[i] != symbols_[i - 2]; }

  std::vector<std::int64_t> symbols_;
  std::int64_t blank_;
  bool valid_ = true;
};

}  // namespace fovea
