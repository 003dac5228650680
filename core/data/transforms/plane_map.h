// Why: moving, rotating, mirroring and tilting an image combine into one matrix, so that a whole list of them costs one
// pass over the pixels and resamples them once. The same matrix moves boxes and masks.
#pragma once
#include <array>

namespace fovea {

struct Point {
  double x = 0, y = 0;
};

// A projective map of the plane. Points are in pixels; the centre of the first pixel is (0.5, 0.5).
class PlaneMap {
 public:
  PlaneMap() = default;
  static PlaneMap translation(double x, double y);
  static PlaneMap scaling(double x, double y);
  // Counter-clockwise as seen on the screen, where y points down.
  static PlaneMap rotation(double radians);
  // x' = x + right · y, y' = y + down · x
  static PlaneMap shear(double right, double down);
  // The map from the corners of a rectangle of that size to four points, clockwise from the top left; no three of them
  // may be collinear.
  static PlaneMap fromCorners(double width, double height, const std::array<Point, 4>& corners);

  // The composition: this map first, then `next`.
  PlaneMap then(const PlaneMap& next) const;
  // The map must be invertible.
  PlaneMap inverse() const;
  Point operator()(Point point) const;
  // True if x' depends only on x and y' only on y.
  bool keepsAxes() const;
  // x' = scale.x · x + offset.x, and the same for y; only for a map that keeps the axes.
  Point scale() const { return {m_[0] / m_[8], m_[4] / m_[8]}; }
  Point offset() const { return {m_[2] / m_[8], m_[5] / m_[8]}; }
  // The factor by which the map enlarges a small figure around `point`, per side.
  double enlargement(Point point) const;

 private:
  std::array<double, 9> m_{1, 0, 0, 0, 1, 0, 0, 0, 1};  // row by row
};

}  // namespace fovea
