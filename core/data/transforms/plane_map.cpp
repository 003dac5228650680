#include "core/data/transforms/plane_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace fovea {

PlaneMap PlaneMap::translation(double x, double y) {
  PlaneMap map;
  map.m_[2] = x;
  map.m_[5] = y;
  return map;
}

PlaneMap PlaneMap::scaling(double x, double y) {
  PlaneMap map;
  map.m_[0] = x;
  map.m_[4] = y;
  return map;
}

PlaneMap PlaneMap::rotation(double radians) {
  PlaneMap map;
  const double c = std::cos(radians), s = std::sin(radians);
  map.m_ = {c, s, 0, -s, c, 0, 0, 0, 1};
  return map;
}

PlaneMap PlaneMap::shear(double right, double down) {
  PlaneMap map;
  map.m_ = {1, right, 0, down, 1, 0, 0, 0, 1};
  return map;
}

// Solves eight equations for the eight numbers besides the last, which is 1, by elimination with pivoting.
PlaneMap PlaneMap::fromCorners(double width, double height, const std::array<Point, 4>& corners) {
  const Point from[] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
  double a[8][9] = {};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto [x, y] = from[i];
    const auto [u, v] = corners[i];
    const double rows[2][9] = {{x, y, 1, 0, 0, 0, -x * u, -y * u, u}, {0, 0, 0, x, y, 1, -x * v, -y * v, v}};
    for (std::size_t k = 0; k < 9; ++k) {
      a[2 * i][k] = rows[0][k];
      a[2 * i + 1][k] = rows[1][k];
    }
  }
  for (std::size_t column = 0; column < 8; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < 8; ++row)
      if (std::abs(a[row][column]) > std::abs(a[pivot][column])) pivot = row;
    std::swap(a[pivot], a[column]);
    for (std::size_t row = 0; row < 8; ++row) {
      if (row == column) continue;
      const double factor = a[row][column] / a[column][column];
      for (std::size_t k = column; k < 9; ++k) a[row][k] -= factor * a[column][k];
    }
  }
  PlaneMap map;
  for (std::size_t i = 0; i < 8; ++i) map.m_[i] = a[i][8] / a[i][i];
  return map;
}

PlaneMap PlaneMap::then(const PlaneMap& next) const {
  PlaneMap product;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) {
      double sum = 0;
      for (std::size_t k = 0; k < 3; ++k) sum += next.m_[3 * row + k] * m_[3 * k + column];
      product.m_[3 * row + column] = sum;
    }
  return product;
}

// The adjugate suffices: scaling does not change a projective map.
PlaneMap PlaneMap::inverse() const {
  const auto& m = m_;
  PlaneMap map;
  map.m_ = {m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]};
  for (double& number : map.m_)
    if (number == 0) number = 0;  // avoids negative zero
  return map;
}

Point PlaneMap::operator()(Point point) const {
  const double w = m_[6] * point.x + m_[7] * point.y + m_[8];
  return {(m_[0] * point.x + m_[1] * point.y + m_[2]) / w, (m_[3] * point.x + m_[4] * point.y + m_[5]) / w};
}

bool PlaneMap::keepsAxes() const {
  return m_[1] == 0 && m_[3] == 0 && m_[6] == 0 && m_[7] == 0;
}

double PlaneMap::enlargement(Point point) const {
  constexpr double kStep = 1e-3;
  const Point here = (*this)(point), right = (*this)({point.x + kStep, point.y}),
              below = (*this)({point.x, point.y + kStep});
  const double area = (right.x - here.x) * (below.y - here.y) - (right.y - here.y) * (below.x - here.x);
  return std::sqrt(std::abs(area)) / kStep;
}

}  // namespace fovea
