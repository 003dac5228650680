// ONNX operators on images: poolings by norm, blocks, regions, deformable filters.
#include "tests/core/exchange/onnx_node_support.h"

namespace fovea::testing_onnx {
namespace {

using List = std::vector<std::int64_t>;
TEST(OnnxLpPool, IsTheNormOfEachWindow) {
  const OnnxTensor x = floats("x", Shape{1, 1, 4}, {3, -4, 0, 12});
  expectNear(numbersOfNode(runNode("LpPool", {x}, {{"kernel_shape", List{2}}}, 22), Shape{1, 1, 3}), {5, 4, 12});
  expectNear(numbersOfNode(runNode("LpPool", {x},
                                   {{"kernel_shape", List{2}}, {"dilations", List{3}}, {"p", std::int64_t{1}}}, 22),
                           Shape{1, 1, 1}),
             {15});
  // The last window extends beyond the end; padding counts as zeros.
  expectNear(
      numbersOfNode(
          runNode(
              "LpPool", {x},
              {{"kernel_shape", List{3}}, {"strides", List{2}}, {"pads", List{1, 1}}, {"ceil_mode", std::int64_t{1}}},
              22),
          Shape{1, 1, 3}),
      {5, std::sqrt(16 + 144.0), 12});
  expectNear(numbersOfNode(runNode("GlobalLpPool", {x}, {}, 22), Shape{1, 1, 1}), {13});
}

TEST(OnnxLpPool, RefusesHugeWindowsAtOnce) {
  const OnnxTensor x = floats("x", Shape{1, 1, 4}, {3, -4, 0, 12});
  EXPECT_FALSE(runNode("LpPool", {x}, {{"kernel_shape", List{5}}}, 22).ok());
  EXPECT_FALSE(runNode("LpPool", {x}, {{"kernel_shape", List{1 << 20}}, {"pads", List{1 << 20, 1 << 20}}}, 22).ok());
}

// Blocks of 2×2 from 3×3: all four cover the middle.
TEST(OnnxCol2Im, OverlappingBlocksAdd) {
  std::vector<double> ones(16, 1.0);
  const auto y = runNode(
      "Col2Im", {floats("x", Shape{1, 4, 4}, ones), wholes("i", Shape{2}, {3, 3}), wholes("b", Shape{2}, {2, 2})}, {},
      18);
  expectNear(numbersOfNode(y, Shape{1, 1, 3, 3}), {1, 2, 1, 2, 4, 2, 1, 2, 1});
}

TEST(OnnxCol2Im, ChannelsSamplesAndGapsKeepTheirPlaces) {
  // 1×2 blocks with a gap of 2 in rows of 3, two channels, two samples.
  const auto y = runNode("Col2Im",
                         {floats("x", Shape{2, 4, 1}, {1, 2, 3, 4, 5, 6, 7, 8}), wholes("i", Shape{2}, {1, 3}),
                          wholes("b", Shape{2}, {1, 2})},
                         {{"dilations", List{1, 2}}}, 18);
  expectNear(numbersOfNode(y, Shape{2, 2, 1, 3}), {1, 0, 2, 3, 0, 4, 5, 0, 6, 7, 0, 8});
}

TEST(OnnxCol2Im, RefusesHostileSizes) {
  const OnnxTensor x = floats("x", Shape{1, 1, 1}, {1});
  for (const double size : {-1.0, 0.0, 1e9, 1e18})
    EXPECT_FALSE(
        runNode("Col2Im", {x, wholes("i", Shape{2}, {size, size}), wholes("b", Shape{2}, {1, 1})}, {}, 18).ok());
  EXPECT_FALSE(runNode("Col2Im", {x, wholes("i", Shape{2}, {2, 2}), wholes("b", Shape{2}, {1, 1})},
                       {{"strides", List{0, 1}}}, 18)
                   .ok());
}

TEST(OnnxCenterCropPad, KeepsTheMiddle) {
  const OnnxTensor x = floats("x", Shape{1, 5}, {1, 2, 3, 4, 5});
  const auto resized = [&](double size) {
    return numbersOfNode(runNode("CenterCropPad", {x, wholes("s", Shape{1}, {size})}, {{"axes", List{-1}}}, 18),
                         Shape{1, static_cast<std::int64_t>(size)});
  };
  expectNear(resized(2), {2, 3});
  expectNear(resized(8), {0, 1, 2, 3, 4, 5, 0, 0});
  EXPECT_FALSE(runNode("CenterCropPad", {x, wholes("s", Shape{1}, {1e12})}, {{"axes", List{1}}}, 18).ok());
  EXPECT_FALSE(runNode("CenterCropPad", {x, wholes("s", Shape{1}, {-3})}, {{"axes", List{1}}}, 18).ok());
}

OnnxTensor ramp() {
  std::vector<double> values;
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 6; ++x) values.push_back(10.0 * y + x);
  return floats("x", Shape{1, 1, 6, 6}, values);
}

// For a linear image, the mean over a bin is the value in the bin's centre.
TEST(OnnxRoiAlign, AveragesBins) {
  const auto y = runNode("RoiAlign", {ramp(), floats("r", Shape{1, 4}, {1, 1, 5, 5}), wholes("b", Shape{1}, {0})},
                         {{"output_height", std::int64_t{2}}, {"output_width", std::int64_t{2}}}, 16);
  expectNear(numbersOfNode(y, Shape{1, 1, 2, 2}), {16.5, 18.5, 36.5, 38.5});
}

TEST(OnnxRoiAlign, RefusesHostileRegions) {
  const auto run = [](std::vector<double> region, double image, std::int64_t size) {
    return runNode("RoiAlign", {ramp(), floats("r", Shape{1, 4}, region), wholes("b", Shape{1}, {image})},
                   {{"output_height", size}, {"output_width", size}}, 16);
  };
  EXPECT_TRUE(run({0, 0, 3, 3}, 0, 2).ok());
  EXPECT_FALSE(run({0, 0, 3, 3}, 1, 2).ok());
  EXPECT_FALSE(run({0, 0, 1e8, 1e8}, 0, 2).ok());
  EXPECT_FALSE(run({0, 0, NAN, 3}, 0, 2).ok());
  EXPECT_FALSE(run({0, 0, 3, 3}, 0, 1 << 20).ok());
  expectNear(numbersOfNode(run({4, 4, 2, 2}, 0, 1), Shape{1, 1, 1, 1}), {0});  // its end is before its start
}

TEST(OnnxMaxRoiPool, TakesTheLargestOfEachBin) {
  const auto y = runNode("MaxRoiPool", {ramp(), floats("r", Shape{2, 5}, {0, 0, 0, 3, 3, 0, 8, 8, 9, 9})},
                         {{"pooled_shape", List{2, 2}}}, 1);
  expectNear(numbersOfNode(y, Shape{2, 1, 2, 2}), {11, 13, 31, 33, 0, 0, 0, 0});
}

// 5 times 0.7 is 3.5 in 32 bits, and is rounded up.
TEST(OnnxMaxRoiPool, RoundsAsTheTypeDoes) {
  const auto y = runNode("MaxRoiPool", {ramp(), floats("r", Shape{1, 5}, {0, 0, 0, 0, 5})},
                         {{"pooled_shape", List{1, 1}}, {"spatial_scale", static_cast<double>(0.7f)}}, 1);
  expectNear(numbersOfNode(y, Shape{1, 1, 1, 1}), {40});
}

// The identity gives the positions themselves.
TEST(OnnxAffineGrid, PlacesLieBetweenMinusOneAndOne) {
  const OnnxTensor identity = floats("t", Shape{1, 2, 3}, {1, 0, 0, 0, 1, 0});
  const auto grid = [&](std::int64_t corners) {
    return numbersOfNode(
        runNode("AffineGrid", {identity, wholes("s", Shape{4}, {1, 1, 2, 2})}, {{"align_corners", corners}}, 20),
        Shape{1, 2, 2, 2});
  };
  expectNear(grid(1), {-1, -1, 1, -1, -1, 1, 1, 1});
  expectNear(grid(0), {-0.5, -0.5, 0.5, -0.5, -0.5, 0.5, 0.5, 0.5});
  const OnnxTensor moved = floats("t", Shape{1, 2, 3}, {0, 1, 5, 0, 0, 0});  // x' = y + 5, y' = 0
  expectNear(numbersOfNode(runNode("AffineGrid", {moved, wholes("s", Shape{4}, {1, 1, 2, 1})},
                                   {{"align_corners", std::int64_t{1}}}, 20),
                           Shape{1, 2, 1, 2}),
             {4, 0, 6, 0});
  EXPECT_FALSE(runNode("AffineGrid", {identity, wholes("s", Shape{4}, {1, 1, 1e9, 1e9})}, {}, 20).ok());
}

// Without offsets it is a convolution; an offset of one pixel is the convolution of the shifted image.
TEST(OnnxDeformConv, OffsetsMoveWhatIsRead) {
  const OnnxTensor w = floats("w", Shape{2, 1, 2, 2}, {1, 0, 0, 0, 0, 0, 0, 1}), x = ramp();
  const auto run = [&](double down, double right, const OnnxTensor& mask) {
    std::vector<double> offsets;
    for (int tap = 0; tap < 4; ++tap)
      for (const double shift : {down, right}) offsets.insert(offsets.end(), 25, shift);
    return numbersOfNode(
        runNode("DeformConv", {x, w, floats("o", Shape{1, 8, 5, 5}, offsets), floats("b", Shape{2}, {0, 100}), mask},
                {}, 19),
        Shape{1, 2, 5, 5});
  };
  const auto still = run(0, 0, kNone);
  EXPECT_EQ(still[0], 0);
  EXPECT_EQ(still[25], 111);
  const auto moved = run(0.5, 1, kNone);
  EXPECT_NEAR(moved[0], 6, 1e-5);         // 10 * 0.5 + 1
  EXPECT_NEAR(moved[4], 10, 1e-5);        // column 5 is the last one
  EXPECT_NEAR(moved[25 + 4], 100, 1e-5);  // column 6 is outside
  EXPECT_EQ(run(0, 0, floats("m", Shape{1, 4, 5, 5}, std::vector<double>(100, 2.0)))[26], 124);
}

TEST(OnnxDeformConv, GroupsHaveOffsetsOfTheirOwn) {
  const OnnxTensor x = floats("x", Shape{1, 2, 1, 2}, {1, 2, 3, 4}), w = floats("w", Shape{1, 2, 1, 1}, {1, 10});
  const OnnxTensor offsets = floats("o", Shape{1, 4, 1, 2}, {0, 0, 0, 0, 0, 0, 1, 1});
  expectNear(
      numbersOfNode(runNode("DeformConv", {x, w, offsets}, {{"offset_group", std::int64_t{2}}}, 19), Shape{1, 1, 1, 2}),
      {1 + 40, 2});
}

}  // namespace
}  // namespace fovea::testing_onnx
