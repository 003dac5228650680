#include "core/ops/ctc_alignment.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();

// log(exp a + exp b + exp c)
double logSum(double a, double b, double c) {
  const double largest = std::max(a, std::max(b, c));
  if (std::isnan(a) || std::isnan(b) || std::isnan(c)) return std::numeric_limits<double>::quiet_NaN();
  if (largest == kNever) return kNever;
  return largest + std::log(std::exp(a - largest) + std::exp(b - largest) + std::exp(c - largest));
}

}  // namespace

std::int64_t ctcSteps(double length, std::int64_t steps) {
  constexpr double kHair = 0x1p-22;
  if (!(length > 0 && length <= 1)) return 0;
  const double lasting = std::ceil(length * (1 - kHair) * static_cast<double>(steps));
  return std::clamp(static_cast<std::int64_t>(lasting), std::int64_t{1}, steps);
}

CtcAlignment::CtcAlignment(std::span<const std::int32_t> targets, std::int64_t classes, std::int64_t blank)
    : symbols_{blank}, blank_(blank) {
  for (const std::int32_t target : targets) {
    if (target < 0) break;
    valid_ = valid_ && target < classes && target != blank;
    symbols_.push_back(target);
    symbols_.push_back(blank);
  }
}

double CtcAlignment::align(std::int64_t steps, const std::function<double(std::int64_t, std::int64_t)>& logProbability,
                           const std::function<void(std::int64_t, std::int64_t, double)>& add) const {
  const std::size_t count = symbols_.size(), last = static_cast<std::size_t>(steps) - 1;
  // Log-probability of all alignments of the first steps that are at symbol i in step t.
  std::vector<double> reached(static_cast<std::size_t>(steps) * count, kNever);
  for (std::size_t t = 0; t <= last; ++t)
    for (std::size_t i = 0; i < count; ++i) {
      double before = i < 2 ? 0 : kNever;
      if (t > 0) {
        const double* row = reached.data() + (t - 1) * count;
        before = logSum(row[i], i > 0 ? row[i - 1] : kNever, skips(i) ? row[i - 2] : kNever);
      }
      if (before != kNever) before += logProbability(static_cast<std::int64_t>(t), symbols_[i]);
      reached[t * count + i] = before;
    }
  const double* ends = reached.data() + last * count;
  const double total = logSum(ends[count - 1], count > 1 ? ends[count - 2] : kNever, kNever);
  if (total == kNever) return total;
  // Log-probability of all continuations from symbol i in step t to the end, step t not counted.
  std::vector<double> ahead(count, kNever), next(count);
  for (std::size_t i = count; i-- > 0 && i + 2 >= count;) ahead[i] = 0;
  for (std::size_t t = last + 1; t-- > 0;) {
    for (std::size_t i = 0; i < count; ++i)
      add(static_cast<std::int64_t>(t), symbols_[i], std::exp(reached[t * count + i] + ahead[i] - total));
    for (std::size_t i = 0; i < count; ++i)
      ahead[i] += ahead[i] == kNever ? 0 : logProbability(static_cast<std::int64_t>(t), symbols_[i]);
    for (std::size_t i = 0; i < count; ++i)
      next[i] = logSum(ahead[i], i + 1 < count ? ahead[i + 1] : kNever,
                       i + 2 < count && skips(i + 2) ? ahead[i + 2] : kNever);
    ahead.swap(next);
  }
  return total;
}

}  // namespace fovea
