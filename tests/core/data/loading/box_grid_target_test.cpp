// The dense targets of detection, cell by cell.
#include <gtest/gtest.h>

#include <cmath>

#include "core/data/loading/box_grid_target.h"
#include "core/tensor/box_grid.h"
#include "core/tensor/tensor.h"

namespace fovea {
namespace {

constexpr std::int64_t kClasses = 2;

Tensor gridOf(const std::vector<Box>& boxes, double width, double height, std::int64_t rows, std::int64_t columns) {
  Tensor grid = Tensor::make({DataType::Float32, {kClasses + kBoxTargetChannels, rows, columns}});
  writeBoxGrid(boxes, width, height, grid.shape(), grid.data<float>());
  return grid;
}

float at(const Tensor& grid, std::int64_t channel, std::int64_t row, std::int64_t column) {
  return grid.data<float>()[(channel * grid.shape()[1] + row) * grid.shape()[2] + column];
}

TEST(BoxGridTarget, SaysWhereTheCentreIsAndHowLargeTheBoxIs) {
  // In cells: centre (5.5, 2.25), 9 by 4.5.
  const Tensor grid = gridOf({{4, 0, 40, 18, 1}}, 64, 32, 8, 16);
  EXPECT_EQ(at(grid, 1, 2, 5), 1.0f);
  EXPECT_FLOAT_EQ(at(grid, 2, 2, 5), 0.5f);
  EXPECT_FLOAT_EQ(at(grid, 3, 2, 5), 0.25f);
  EXPECT_FLOAT_EQ(at(grid, 4, 2, 5), std::log(9.0f));
  EXPECT_FLOAT_EQ(at(grid, 5, 2, 5), std::log(4.5f));
  EXPECT_EQ(at(grid, 6, 2, 5), 1.0f);
  // The Gaussian beside it: one cell to the left, one cell above.
  EXPECT_NEAR(at(grid, 1, 2, 4), std::exp(-1 / (2 * 0.81 * 0.81)), 1e-6);
  EXPECT_NEAR(at(grid, 1, 1, 5), std::exp(-1 / (2 * 0.405 * 0.405)), 1e-6);
  for (std::int64_t cell = 0; cell < 8 * 16; ++cell) {
    EXPECT_EQ(at(grid, 0, cell / 16, cell % 16), 0.0f);  // of the other class
    if (cell != 2 * 16 + 5) {
      EXPECT_LT(at(grid, 1, cell / 16, cell % 16), 1.0f);
      EXPECT_EQ(at(grid, 6, cell / 16, cell % 16), 0.0f);
    }
  }
}

TEST(BoxGridTarget, TheSmallestOfOneCellKeepsItsNumbersAndBothClassesCount) {
  for (const bool largeFirst : {true, false}) {
    std::vector<Box> boxes{{0, 0, 32, 32, 0}, {12, 12, 20, 20, 1}};
    if (!largeFirst) std::swap(boxes[0], boxes[1]);
    const Tensor grid = gridOf(boxes, 32, 32, 4, 4);
    EXPECT_EQ(at(grid, 0, 2, 2), 1.0f);
    EXPECT_EQ(at(grid, 1, 2, 2), 1.0f);
    EXPECT_FLOAT_EQ(at(grid, 4, 2, 2), std::log(1.0f));
  }
}

TEST(BoxGridTarget, BoxesThatAreNoneAreLeftOutAndEdgesStayInside) {
  const float nan = std::nanf("");
  const Tensor none =
      gridOf({{4, 4, 4, 9, 0}, {4, 4, 9, 9, 2}, {4, 4, 9, 9, -1}, {nan, 4, 9, 9, 0}, {9, 9, 4, 4, 0}}, 32, 32, 4, 4);
  for (const float value : none.values<float>()) EXPECT_EQ(value, 0.0f);
  // The centre lies on the lower right corner of the image.
  const Tensor corner = gridOf({{24, 24, 40, 40, 0}}, 32, 32, 4, 4);
  EXPECT_EQ(at(corner, 0, 3, 3), 1.0f);
  EXPECT_FLOAT_EQ(at(corner, 2, 3, 3), 1.0f);
}

}  // namespace
}  // namespace fovea
