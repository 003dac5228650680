#include "core/data/transforms/box_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fovea {
namespace {

struct Rectangle {
  double left = std::numeric_limits<double>::infinity(), top = left, right = -left, bottom = -left;

  void include(Point point) {
    left = std::min(left, point.x);
    top = std::min(top, point.y);
    right = std::max(right, point.x);
    bottom = std::max(bottom, point.y);
  }
  // Also 0 if a corner maps to infinity.
  double area() const {
    const double area = std::max(right - left, 0.0) * std::max(bottom - top, 0.0);
    return std::isfinite(area) ? area : 0;
  }
};

}  // namespace

std::vector<Box> mapBoxes(const Packed<Box>& boxes, const SampleDrawing& drawing) {
  const PlaneMap toTarget = drawing.toSource.inverse();
  std::vector<Box> mapped;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Box box = boxes[i];
    Rectangle whole;
    for (const double x : {box.left, box.right})
      for (const double y : {box.top, box.bottom}) whole.include(toTarget({x, y}));
    const Rectangle seen{std::max(whole.left, 0.0), std::max(whole.top, 0.0), std::min(whole.right, drawing.width),
                         std::min(whole.bottom, drawing.height)};
    if (!(seen.area() > 0) || seen.area() < kLeastBoxShare * whole.area()) continue;
    mapped.push_back({static_cast<float>(seen.left), static_cast<float>(seen.top), static_cast<float>(seen.right),
                      static_cast<float>(seen.bottom), box.label});
  }
  return mapped;
}

}  // namespace fovea
