#include "widgets/plots/series_data.h"

#include <QtCore/QtGlobal>
#include <algorithm>
#include <cmath>

namespace fovea {

void SeriesData::append(std::span<const double> xs, std::span<const double> ys) {
  Q_ASSERT(xs.size() == ys.size());
  if (xs.empty()) return;
  if (!xs_.empty() && xs.front() <= xs_.back()) {
    const auto keep = static_cast<std::size_t>(std::lower_bound(xs_.begin(), xs_.end(), xs.front()) - xs_.begin());
    xs_.resize(keep);
    ys_.resize(keep);
    smoothed_.clear();
  }
  xs_.insert(xs_.end(), xs.begin(), xs.end());
  ys_.insert(ys_.end(), ys.begin(), ys.end());
  extendSmoothed();
}

void SeriesData::clear() {
  xs_.clear();
  ys_.clear();
  smoothed_.clear();
}

void SeriesData::setSmoothing(double weight) {
  weight = std::clamp(weight, 0.0, 0.999);
  if (weight == weight_) return;
  weight_ = weight;
  smoothed_.clear();
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
    if (std::isfinite(ys_[i])) {  // a value that is none must not spoil all that follow
      average_ = weight_ * average_ + (1 - weight_) * ys_[i];
      // Below this it no longer counts, and numbers that cannot be normalised would make the loop twenty times slower.
      correction_ = correction_ > 1e-20 ? correction_ * weight_ : 0;
      smoothed_.push_back(average_ / (1 - correction_));
    } else {
      smoothed_.push_back(ys_[i]);
    }
  }
}

std::optional<QPointF> SeriesData::nearest(double x) const {
  if (xs_.empty()) return std::nullopt;
  auto at = static_cast<std::size_t>(std::lower_bound(xs_.begin(), xs_.end(), x) - xs_.begin());
  if (at == xs_.size() || (at > 0 && x - xs_[at - 1] < xs_[at] - x)) --at;
  return QPointF(xs_[at], smoothed()[at]);
}

}  // namespace fovea
