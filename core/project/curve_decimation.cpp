#include "core/project/curve_decimation.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr std::size_t kPointsPerStretch = 4;

// A non-finite number is the most notable point of a curve: it is kept as the highest.
void consider(std::optional<MetricPoint>& low, std::optional<MetricPoint>& high, double MetricPoint::*value,
              const MetricPoint& point) {
  if (!low || point.*value < (*low).*value) low = point;
  const bool rises =
      !high || point.*value > (*high).*value || (std::isnan(point.*value) && !std::isnan((*high).*value));
  if (rises) high = point;
}

}  // namespace

CurveDecimation::CurveDecimation(std::size_t count, std::size_t maximum) {
  const std::size_t stretches = std::max<std::size_t>(1, maximum / kPointsPerStretch);
  stretch_ = maximum == 0 || count <= maximum ? 1 : (count + stretches - 1) / stretches;
}

void CurveDecimation::add(const MetricPoint& point) {
  if (stretch_ == 1 || kept_.empty()) {
    kept_.push_back(point);
    return;
  }
  consider(lowLoss_, highLoss_, &MetricPoint::loss, point);
  consider(lowAccuracy_, highAccuracy_, &MetricPoint::accuracy, point);
  last_ = point;
  if (++inStretch_ == stretch_) closeStretch();
}

void CurveDecimation::closeStretch() {
  std::vector<MetricPoint> chosen;
  for (auto* candidate : {&lowLoss_, &highLoss_, &lowAccuracy_, &highAccuracy_})
    if (*candidate) chosen.push_back(*std::exchange(*candidate, std::nullopt));
  const auto byStep = [](const MetricPoint& a, const MetricPoint& b) { return a.step < b.step; };
  std::sort(chosen.begin(), chosen.end(), byStep);
  for (const MetricPoint& point : chosen)
    if (kept_.empty() || kept_.back().step != point.step) kept_.push_back(point);
  inStretch_ = 0;
}

std::vector<MetricPoint> CurveDecimation::finish() && {
  closeStretch();
  if (last_ && kept_.back().step != last_->step) kept_.push_back(*last_);
  return std::move(kept_);
}

}  // namespace fovea
