#include "core/data/importers/outline_shapes.h"

#include <cmath>
#include <numbers>
#include <utility>

namespace fovea {
namespace {

constexpr int kEllipsePoints = 64;

}  // namespace

void turnOutline(std::vector<float>& points, double degrees, double x, double y) {
  if (degrees == 0) return;
  const double angle = degrees * std::numbers::pi / 180;
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
    const double dx = points[i] - x, dy = points[i + 1] - y;
    points[i] = static_cast<float>(x + dx * std::cos(angle) - dy * std::sin(angle));
    points[i + 1] = static_cast<float>(y + dx * std::sin(angle) + dy * std::cos(angle));
  }
}

std::vector<float> outlineOfBox(float left, float top, float right, float bottom) {
  return {left, top, right, top, right, bottom, left, bottom};
}

std::vector<float> outlineOfEllipse(float x, float y, float radiusX, float radiusY, double degrees) {
  std::vector<float> points;
  for (int i = 0; i < kEllipsePoints; ++i) {
    const double angle = 2 * std::numbers::pi * i / kEllipsePoints;
    points.push_back(x + radiusX * static_cast<float>(std::cos(angle)));
    points.push_back(y + radiusY * static_cast<float>(std::sin(angle)));
  }
  turnOutline(points, degrees, x, y);
  return points;
}

std::vector<float> outlineWithHole(std::vector<float> outline, std::span<const float> hole) {
  if (outline.size() < 2 || hole.size() < 6) return outline;
  const float x = outline[0], y = outline[1];
  outline.insert(outline.end(), {x, y});
  outline.insert(outline.end(), hole.begin(), hole.end());
  outline.insert(outline.end(), {hole[0], hole[1]});
  return outline;
}

ObjectArea areaOfBitmap(std::span<const std::uint8_t> pixels, std::int64_t width, std::int64_t left, std::int64_t top) {
  ObjectArea area;
  area.left = left;
  area.top = top;
  area.width = width;
  area.height = width > 0 ? std::ssize(pixels) / width : 0;
  bool inside = false;
  std::uint32_t run = 0;
  for (const std::uint8_t pixel : pixels.first(static_cast<std::size_t>(area.width * area.height))) {
    if ((pixel != 0) != inside) {
      area.runs.push_back(std::exchange(run, 0));
      inside = !inside;
    }
    ++run;
  }
  area.runs.push_back(run);
  return area;
}

}  // namespace fovea
