#include "widgets/plots/series_data.h"

#include <QtCore/QtGlobal>
#include <algorithm>
#include <cmath>

#include "widgets/theme/curve.h"

namespace fovea {
namespace {

// Like std::lower_bound in xs[begin, end), starting at `guess`.
std::size_t lowerBound(std::span<const double> xs, std::size_t begin, std::size_t end, double x, std::size_t guess) {
  if (begin >= end || xs[begin] >= x) return begin;
  if (xs[end - 1] < x) return end;
  std::size_t low = begin, high = end - 1;  // xs[low] < x <= xs[high]
  for (std::size_t reach = 2; reach < end - begin; reach *= 4) {
    const std::size_t left = guess > begin + reach ? guess - reach : begin;
    const std::size_t right = std::min(std::max(guess, begin) + reach, end - 1);
    if (xs[left] >= x || xs[right] < x) continue;
    low = left;
    high = right;
    break;
  }
  const auto first = xs.begin() + static_cast<std::ptrdiff_t>(low);
  const auto last = xs.begin() + static_cast<std::ptrdiff_t>(high + 1);
  return static_cast<std::size_t>(std::lower_bound(first, last, x) - xs.begin());
}

// Appends the first, lowest, highest and last of the points [begin, end), in order and each once; buckets are `width`
// wide.
void addBucket(std::span<const double> xs, std::span<const double> ys, const RangePyramid& pyramid, std::size_t begin,
               std::size_t end, double width, std::vector<QPointF>& points) {
  if (begin >= end) return;
  const Extremes extremes = pyramid.over(ys, begin, end);
  if (extremes.gap) {
    const auto part =
        decimate(xs.subspan(begin, end - begin), ys.subspan(begin, end - begin), xs[begin], xs[end - 1], 1);
    for (const QPointF& point : part)
      if (std::isfinite(point.y()) || points.empty() || std::isfinite(points.back().y())) points.push_back(point);
    return;
  }
  // The position of extremes within a bucket matters less than a pixel, and reading their xs would access scattered
  // memory. Only the point beyond an edge may be far from the others.
  const double left = xs[begin], slope = end - begin > 1 ? (xs[end - 1] - left) / double(end - 1 - begin) : 0;
  const bool narrow = xs[end - 1] - left <= 1.5 * width;
  const auto add = [&](std::size_t at, double y) {
    points.emplace_back(narrow ? left + slope * double(at - begin) : xs[at], y);
  };
  points.emplace_back(left, ys[begin]);
  const bool lowFirst = extremes.lowAt < extremes.highAt;
  const std::size_t one = lowFirst ? extremes.lowAt : extremes.highAt;
  const std::size_t other = lowFirst ? extremes.highAt : extremes.lowAt;
  if (one != begin) add(one, lowFirst ? extremes.low : extremes.high);
  if (other != one && other != end - 1) add(other, lowFirst ? extremes.high : extremes.low);
  if (end - 1 != begin && end - 1 != one) points.emplace_back(xs[end - 1], ys[end - 1]);
}

std::vector<QPointF> thin(std::span<const double> xs, std::span<const double> ys, const RangePyramid& pyramid,
                          double low, double high, int buckets) {
  std::vector<QPointF> points;
  if (xs.empty() || buckets <= 0 || !(low <= high)) return points;
  auto from = static_cast<std::size_t>(std::lower_bound(xs.begin(), xs.end(), low) - xs.begin());
  auto to = static_cast<std::size_t>(std::upper_bound(xs.begin(), xs.end(), high) - xs.begin());
  if (from > 0) --from;
  if (to < xs.size()) ++to;
  if (to - from <= 4 * static_cast<std::size_t>(buckets)) return decimate(xs, ys, low, high, buckets);
  points.reserve(4 * static_cast<std::size_t>(buckets));
  const double width = (high - low) / buckets;
  // Points are mostly evenly spaced: the search for each part starts at its expected position. All searches come before
  // the reads, so that memory accesses overlap.
  std::vector<std::size_t> begins{from};
  const double perX = xs[to - 1] > xs[from] ? double(to - 1 - from) / (xs[to - 1] - xs[from]) : 0;
  for (int part = 1; part < buckets; ++part) {
    const double x = low + width * part;
    const auto guess = from + static_cast<std::size_t>(std::max(0.0, (x - xs[from]) * perX));
    begins.push_back(lowerBound(xs, begins.back(), to, x, guess));
  }
  begins.push_back(to);  // the last part includes the remainder of rounding, and the point beyond the edge
  for (std::size_t part = 0; part + 1 < begins.size(); ++part)
    addBucket(xs, ys, pyramid, begins[part], begins[part + 1], width, points);
  return points;
}

}  // namespace

void SeriesData::append(std::span<const double> xs, std::span<const double> ys) {
  Q_ASSERT(xs.size() == ys.size());
  if (xs.empty()) return;
  if (!xs_.empty() && xs.front() <= xs_.back()) {
    const auto keep = static_cast<std::size_t>(std::lower_bound(xs_.begin(), xs_.end(), xs.front()) - xs_.begin());
    xs_.resize(keep);
    ys_.resize(keep);
    pyramid_.truncate(keep);
    smoothed_.clear();
    smoothedPyramid_.clear();
  }
  xs_.insert(xs_.end(), xs.begin(), xs.end());
  ys_.insert(ys_.end(), ys.begin(), ys.end());
  pyramid_.extend(ys_);
  extendSmoothed();
}

void SeriesData::clear() {
  xs_.clear();
  ys_.clear();
  smoothed_.clear();
  pyramid_.clear();
  smoothedPyramid_.clear();
}

void SeriesData::setSmoothing(double weight) {
  weight = std::clamp(weight, 0.0, 0.999);
  if (weight == weight_) return;
  weight_ = weight;
  smoothed_.clear();
  smoothedPyramid_.clear();
  extendSmoothed();
}

void SeriesData::extendSmoothed() {
  if (weight_ <= 0) return;
  if (smoothed_.empty()) {
    average_ = 0;
    correction_ = 1;
  }
  smoothed_.reserve(ys_.capacity());
  for (std::size_t i = smoothed_.size(); i < ys_.size(); ++i) {
    if (std::isfinite(ys_[i])) {  // a non-finite value must not affect the following averages
      average_ = weight_ * average_ + (1 - weight_) * ys_[i];
      // Smaller corrections have no effect, and denormal numbers would make the loop twenty times slower.
      correction_ = correction_ > 1e-20 ? correction_ * weight_ : 0;
      smoothed_.push_back(average_ / (1 - correction_));
    } else {
      smoothed_.push_back(ys_[i]);
    }
  }
  smoothedPyramid_.extend(smoothed_);
}

std::optional<QPointF> SeriesData::nearest(double x) const {
  if (xs_.empty()) return std::nullopt;
  auto at = static_cast<std::size_t>(std::lower_bound(xs_.begin(), xs_.end(), x) - xs_.begin());
  if (at == xs_.size() || (at > 0 && x - xs_[at - 1] < xs_[at] - x)) --at;
  return QPointF(xs_[at], smoothed()[at]);
}

std::optional<double> SeriesData::valueAt(double x) const {
  if (xs_.empty() || !(x >= xs_.front() && x <= xs_.back())) return std::nullopt;
  const auto at = static_cast<std::size_t>(std::lower_bound(xs_.begin(), xs_.end(), x) - xs_.begin());
  const auto ys = smoothed();
  if (xs_[at] == x || at == 0) return ys[at];
  return ys[at - 1] + (ys[at] - ys[at - 1]) * ((x - xs_[at - 1]) / (xs_[at] - xs_[at - 1]));
}

std::vector<QPointF> SeriesData::thinnedRaw(double low, double high, int buckets) const {
  return thin(xs_, ys_, pyramid_, low, high, buckets);
}

std::vector<QPointF> SeriesData::thinned(double low, double high, int buckets) const {
  return thin(xs_, smoothed(), smoothedPyramid(), low, high, buckets);
}

}  // namespace fovea
