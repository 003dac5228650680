#include "core/inspect/repulsion_tree.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

constexpr int kLevels = 24;  // levels of cells; points that are nearer than the smallest cell count as equal

std::uint64_t spreadBits(std::uint64_t bits) {
  bits = (bits | bits << 16) & 0x0000ffff0000ffffull;
  bits = (bits | bits << 8) & 0x00ff00ff00ff00ffull;
  bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0full;
  bits = (bits | bits << 2) & 0x3333333333333333ull;
  return (bits | bits << 1) & 0x5555555555555555ull;
}

}  // namespace

void RepulsionTree::build(const std::vector<PlanePoint>& points) {
  PlanePoint low = points.front(), high = points.front();
  for (const PlanePoint& point : points)
    for (std::size_t axis = 0; axis < 2; ++axis) {
      low[axis] = std::min(low[axis], point[axis]);
      high[axis] = std::max(high[axis], point[axis]);
    }
  middle_ = {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2};
  const double side = std::max({high[0] - low[0], high[1] - low[1], 1e-12});
  const double scale = ((1 << kLevels) - 1) / side;
  ranked_.resize(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i)
    ranked_[i] = {spreadBits(static_cast<std::uint64_t>((points[i][0] - low[0]) * scale)) |
                      spreadBits(static_cast<std::uint64_t>((points[i][1] - low[1]) * scale)) << 1,
                  i};
  std::ranges::sort(
      ranked_, [](const Ranked& a, const Ranked& b) { return a.code != b.code ? a.code < b.code : a.index < b.index; });
  order_.resize(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) order_[i] = ranked_[i].index;
  const double smallest = side / (1 << kLevels);
  equal_ = static_cast<float>(smallest * smallest);
  cells_.clear();
  addCell(points, 0, points.size(), kLevels, side);
}

void RepulsionTree::addCell(const std::vector<PlanePoint>& points, std::size_t begin, std::size_t end, int level,
                            double side) {
  const std::size_t place = cells_.size();
  cells_.emplace_back();
  double x = 0, y = 0;
  for (std::size_t i = begin; i < end; ++i) {
    x += points[ranked_[i].index][0];
    y += points[ranked_[i].index][1];
  }
  const auto count = static_cast<double>(end - begin);
  const bool leaf = end - begin == 1 || level == 0 || ranked_[begin].code == ranked_[end - 1].code;
  if (!leaf) {
    // Skips cells with a single child.
    const int shift = 2 * (level - 1);
    const auto part = [shift, this](std::size_t i) { return ranked_[i].code >> shift & 3; };
    if (part(begin) == part(end - 1)) {
      cells_.pop_back();
      return addCell(points, begin, end, level - 1, side / 2);
    }
    for (std::size_t first = begin; first < end;) {
      std::size_t last = first + 1;
      while (last < end && part(last) == part(first)) ++last;
      addCell(points, first, last, level - 1, side / 2);
      first = last;
    }
  }
  cells_[place] = {static_cast<float>(x / count - middle_[0]),
                   static_cast<float>(y / count - middle_[1]),
                   static_cast<float>(count),
                   static_cast<float>(side * side),
                   static_cast<std::uint32_t>(cells_.size()),
                   leaf};
}

RepulsionTree::Repulsion RepulsionTree::repulsion(const PlanePoint& point, double angle) const {
  const auto px = static_cast<float>(point[0] - middle_[0]), py = static_cast<float>(point[1] - middle_[1]);
  const auto squaredAngle = static_cast<float>(angle * angle);
  const Cell* const cells = cells_.data();
  const auto end = static_cast<std::uint32_t>(cells_.size());
  float sum = 0, forceX = 0, forceY = 0;
  for (std::uint32_t i = 0; i < end;) {
    const Cell& cell = cells[i];
    const float x = px - cell.x, y = py - cell.y;
    const float distance = x * x + y * y;
    if (!cell.leaf && cell.squaredSide >= squaredAngle * distance) {
      ++i;
      continue;
    }
    const float near = 1 / (1 + distance);
    // A point does not repel itself.
    const float weight = (cell.leaf && distance <= equal_ ? cell.count - 1 : cell.count) * near;
    sum += weight;
    forceX += weight * near * x;
    forceY += weight * near * y;
    i = cell.after;
  }
  return {{static_cast<double>(forceX), static_cast<double>(forceY)}, static_cast<double>(sum)};
}

}  // namespace fovea
