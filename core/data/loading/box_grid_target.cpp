#include "core/data/loading/box_grid_target.h"

#include <algorithm>
#include <cmath>

#include "core/tensor/box_grid.h"

namespace fovea {
namespace {

constexpr double kDeviation = 0.09;      // standard deviation, relative to the box's size
constexpr double kReach = 3;             // in deviations; the Gaussian is cut off to 0 beyond
constexpr float kHighestAround = 0.99f;  // only a centre's own cell has 1

// A box in units of cells.
struct CellBox {
  double x, y, width, height;  // x, y: the centre
  std::int32_t label;
};

// Fills one channel of the grid.
struct Plane {
  float* cells;
  std::int64_t rows, columns;
  float& at(std::int64_t row, std::int64_t column) const { return cells[row * columns + column]; }
};

void addBell(const Plane& plane, const CellBox& box, std::int64_t row, std::int64_t column) {
  const double acrossX = kDeviation * box.width, acrossY = kDeviation * box.height;
  const auto reach = [](double across) { return static_cast<std::int64_t>(std::ceil(kReach * across)); };
  const auto share = [](std::int64_t distance, double across) {
    const double by = static_cast<double>(distance) / across;
    return std::exp(-by * by / 2);
  };
  const std::int64_t top = std::max<std::int64_t>(row - reach(acrossY), 0);
  const std::int64_t bottom = std::min(row + reach(acrossY), plane.rows - 1);
  const std::int64_t left = std::max<std::int64_t>(column - reach(acrossX), 0);
  const std::int64_t right = std::min(column + reach(acrossX), plane.columns - 1);
  for (std::int64_t y = top; y <= bottom; ++y)
    for (std::int64_t x = left; x <= right; ++x) {
      const auto value = static_cast<float>(share(y - row, acrossY) * share(x - column, acrossX));
      plane.at(y, x) = std::max(plane.at(y, x), std::min(value, kHighestAround));
    }
  plane.at(row, column) = 1;
}

}  // namespace

void writeBoxGrid(std::span<const Box> boxes, double width, double height, const Shape& grid, float* output) {
  const std::int64_t classes = grid[0] - kBoxTargetChannels, rows = grid[1], columns = grid[2];
  const auto plane = [&](std::int64_t channel) { return Plane{output + channel * rows * columns, rows, columns}; };
  std::fill_n(output, grid.elementCount(), 0.0f);
  const double cellsX = static_cast<double>(columns) / width, cellsY = static_cast<double>(rows) / height;
  std::vector<CellBox> inCells;
  for (const Box& box : boxes) {
    const double left = box.left * cellsX, right = box.right * cellsX, top = box.top * cellsY,
                 bottom = box.bottom * cellsY;
    if (!(right > left) || !(bottom > top) || box.label < 0 || box.label >= classes) continue;
    inCells.push_back({(left + right) / 2, (top + bottom) / 2, right - left, bottom - top, box.label});
  }
  std::ranges::stable_sort(inCells, std::greater<>(), [](const CellBox& box) { return box.width * box.height; });
  for (const CellBox& box : inCells) {
    const std::int64_t column = std::clamp<std::int64_t>(static_cast<std::int64_t>(box.x), 0, columns - 1);
    const std::int64_t row = std::clamp<std::int64_t>(static_cast<std::int64_t>(box.y), 0, rows - 1);
    addBell(plane(box.label), box, row, column);
    const double numbers[kBoxTargetChannels] = {box.x - static_cast<double>(column), box.y - static_cast<double>(row),
                                                std::log(box.width), std::log(box.height), 1};
    for (std::int64_t i = 0; i < kBoxTargetChannels; ++i)
      plane(classes + i).at(row, column) = static_cast<float>(numbers[i]);
  }
}

}  // namespace fovea
