#include "core/project/curve_decimation.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr std::size_t kPointsPerStretch = 4;
constexpr std::size_t kFirstStretch = 2 * kPointsPerStretch;  // points

template <class Point>
void considerLow(Point& low, double Point::*value, const Point& point) {
  if (point.*value < low.*value || (std::isnan(low.*value) && !std::isnan(point.*value))) low = point;
}
// A non-finite value is kept as the highest point, since it is the most important one of a curve.
template <class Point>
void considerHigh(Point& high, double Point::*value, const Point& point) {
  if (point.*value > high.*value || (std::isnan(point.*value) && !std::isnan(high.*value))) high = point;
}

}  // namespace

void CurveDecimation::Stretch::add(const Stretch& later) {
  considerLow(lowLoss, &Point::loss, later.lowLoss);
  considerHigh(highLoss, &Point::loss, later.highLoss);
  considerLow(lowAccuracy, &Point::accuracy, later.lowAccuracy);
  considerHigh(highAccuracy, &Point::accuracy, later.highAccuracy);
}

void CurveDecimation::add(const MetricPoint& point) {
  const Point plain{point.step, point.epoch, point.loss, point.accuracy, point.learningRate};
  if (stretch_ > 0) return join(plain);
  all_.push_back(plain);
  if (maximum_ == 0 || all_.size() <= std::max(maximum_, kFirstStretch)) return;
  stretch_ = kFirstStretch;
  first_ = all_.front();
  for (const Point& each : all_) join(each);
  all_ = {};
}

void CurveDecimation::join(const Point& point) {
  if (inLast_ == stretch_ || stretches_.empty()) {
    if (stretches_.size() >= std::max<std::size_t>(2, maximum_ / kPointsPerStretch)) halve();
    if (inLast_ == stretch_ || stretches_.empty()) {
      stretches_.push_back({point, point, point, point});
      inLast_ = 1;
      last_ = point;
      return;
    }
  }
  stretches_.back().add({point, point, point, point});
  ++inLast_;
  last_ = point;
}

// Merges neighbouring stretches in pairs; a stretch without a neighbour is half full.
void CurveDecimation::halve() {
  const std::size_t count = stretches_.size();
  inLast_ = count % 2 == 0 ? 2 * stretch_ : stretch_;
  stretch_ *= 2;
  for (std::size_t i = 0; i < count; i += 2) {
    stretches_[i / 2] = stretches_[i];
    if (i + 1 < count) stretches_[i / 2].add(stretches_[i + 1]);
  }
  stretches_.resize((count + 1) / 2);
}

std::vector<MetricPoint> CurveDecimation::finish() && {
  std::vector<Point> kept = std::move(all_);
  if (stretch_ > 0) kept = {first_};
  for (const Stretch& stretch : stretches_) {
    Point chosen[] = {stretch.lowLoss, stretch.highLoss, stretch.lowAccuracy, stretch.highAccuracy};
    std::sort(std::begin(chosen), std::end(chosen), [](const Point& a, const Point& b) { return a.step < b.step; });
    for (const Point& point : chosen)
      if (kept.back().step != point.step) kept.push_back(point);
  }
  if (stretch_ > 0 && kept.back().step != last_.step) kept.push_back(last_);
  std::vector<MetricPoint> points;
  points.reserve(kept.size());
  for (const Point& point : kept)
    points.push_back({point.step, point.epoch, point.loss, point.accuracy, point.learningRate});
  return points;
}

}  // namespace fovea
