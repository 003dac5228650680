// Why: moving, turning, mirroring and tilting an image are one matrix, so that a whole list of them costs one pass over
// the pixels and blurs them once. The same matrix moves boxes and masks.
#pragma once
#include <array>

namespace fovea {

struct Point {
  double x = 0, y = 0;
};

// A projective map of the plane. Points are in pixels, the centre of the first one at (0.5, 0.5).
class PlaneMap {
 public:
  PlaneMap() = default;
  static PlaneMap translation(double x, double y);
  static PlaneMap scaling(double x, double y);
  // Counter-clockwise as one looks at the image, whose y points down.
  static PlaneMap rotation(double radians);
  // x' = x + right · y, y' = y + down · x
  static PlaneMap shear(double right, double down);
  // The map that takes the corners of a rectangle of that size to four points, clockwise from the top left; no three of
  // them on a line.
  static PlaneMap fromCorners(double width, double height, const std::array<Point, 4>& corners);

  // First this one, then `next`.
  PlaneMap then(const PlaneMap& next) const;
  // Of a map that is one to one.
  PlaneMap inverse() const;
  Point operator()(Point point) const;
  // x' depends on x alone and y' on y alone.
  bool keepsAxes() const;
  // x' = scale.x · x + offset.x, and so for y; of a map that keeps the axes.
  Point scale() const { return {m_[0] / m_[8], m_[4] / m_[8]}; }
  Point offset() const { return {m_[2] / m_[8], m_[5] / m_[8]}; }
  // How much larger a small figure around `point` becomes along a side.
  double enlargement(Point point) const;

 private:
  std::array<double, 9> m_{1, 0, 0, 0, 1, 0, 0, 0, 1};  // by rows
};

}  // namespace fovea
