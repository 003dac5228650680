// Why: shape rules of the ops that move, select and resize positions: correct shapes, and messages about what is wrong.
#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

TEST(VolumeShapes, FollowTheThirdAxis) {
  EXPECT_EQ(inferred("conv3d", {{"stride", List{1, 2, 2}}, {"padding", List{1, 1, 1, 1, 1, 1}}},
                     {f32({2, 3, 16, 112, 112}), f32({64, 3, 3, 3, 3}), f32({64})}),
            "f32[2, 64, 16, 56, 56]");
  EXPECT_EQ(inferred("average_pool3d", {}, {f32({2, 64, 16, 56, 55})}), "f32[2, 64, 8, 28, 27]");
  EXPECT_EQ(inferred("conv3d", {}, {f32({2, 3, 16, 112}), f32({64, 3, 3, 3, 3})}),
            "A convolution needs volumes [N, C, D, H, W], but the input is [2, 3, 16, 112].");
  EXPECT_EQ(inferred("conv3d", {}, {f32({2, 3, 2, 8, 8}), f32({64, 3, 3, 3, 3})}),
            "A 3×3×3 kernel does not fit in an input of 2×8×8.");
  EXPECT_EQ(inferred("average_pool3d", {}, {f32({2, 3, 1, 8, 8})}),
            "A 2×2×2 kernel does not fit in an input of 1×8×8.");
  EXPECT_FALSE(infer("conv3d", {{"stride", List{1, 1}}}, {f32({1, 1, 4, 4, 4}), f32({1, 1, 1, 1, 1})}).ok());
}

TEST(PlaceShapes, TakeSignalsImagesAndVolumes) {
  EXPECT_EQ(inferred("pad", {{"padding", List{1, 2}}}, {f32({2, 3, 8})}), "f32[2, 3, 11]");
  EXPECT_EQ(inferred("pad", {{"padding", List{1, 2, 3, 4}}}, {f32({2, 3, 8, 9})}), "f32[2, 3, 12, 15]");
  EXPECT_EQ(inferred("resize", {{"size", List{3, 5, 7}}}, {f32({2, 3, 8, 9, 10})}), "f32[2, 3, 3, 5, 7]");
  EXPECT_EQ(inferred("adaptive_average_pool", {{"size", List{5}}}, {f64({2, 3, 8})}), "f64[2, 3, 5]");
  EXPECT_EQ(inferred("max_unpool", {{"size", List{5, 6}}}, {f32({2, 3, 2, 2}), {DataType::Int32, {2, 3, 2, 2}}}),
            "f32[2, 3, 5, 6]");
}

TEST(PlaceShapes, SayWhatDoesNotFit) {
  EXPECT_EQ(
      inferred("resize", {}, {f32({2, 3})}),
      "Resizing needs signals [N, C, L], images [N, C, H, W] or volumes [N, C, D, H, W], but the input is [2, 3].");
  EXPECT_EQ(inferred("resize", {{"size", List{4}}}, {f32({2, 3, 4, 4})}),
            "The size has 1 number, but the value has 2 axes.");
  EXPECT_EQ(inferred("pad", {{"padding", List{1, 1}}}, {f32({2, 3, 4, 4})}),
            "The padding has 2 numbers, but the value needs 4: one before and one after each axis.");
  EXPECT_EQ(inferred("pad", {{"padding", List{4, 0}}, {"mode", std::string("reflect")}}, {f32({2, 3, 4})}),
            "A padding of 4 cannot mirror an extent of 4: the padding must be smaller.");
  EXPECT_EQ(inferred("max_unpool", {}, {f32({2, 3, 2, 2}), f32({2, 3, 2, 2})}),
            "The list of indices must be i32[2, 3, 2, 2], but is f32[2, 3, 2, 2].");
  EXPECT_EQ(inferred("permute", {{"order", List{0, 0, 1}}}, {f32({2, 3, 4})}),
            "The order 0, 0, 1 does not name each of the 3 axes of [2, 3, 4] once.");
  EXPECT_EQ(inferred("group_norm", {{"groups", std::int64_t{3}}}, {f32({2, 4, 5}), f32({4}), f32({4})}),
            "3 groups do not divide 4 channels.");
  EXPECT_EQ(inferred("local_response_norm", {{"size", std::int64_t{4}}}, {f32({2, 4, 5})}),
            "A window of 4 has no middle: the size must be odd.");
}

TEST(PlaceShapes, SizesThatOverflowAreRefused) {
  const std::int64_t large = std::int64_t{1} << 20;
  EXPECT_FALSE(infer("resize", {{"size", List{large, large, large}}}, {f32({1, 1, 2, 2, 2})}).ok());
  EXPECT_FALSE(infer("pad", {{"padding", List(6, large)}}, {f32({64, 1, 2, 2, 2})}).ok());
  EXPECT_FALSE(
      infer("max_unpool", {{"size", List{std::int64_t{1} << 40}}}, {f32({1, 1, 2}), {DataType::Int32, {1, 1, 2}}})
          .ok());
  EXPECT_FALSE(infer("max_unpool", {{"size", List{std::int64_t{1} << 60, 8}}},
                     {f32({1, 1, 2, 2}), {DataType::Int32, {1, 1, 2, 2}}})
                   .ok());
}

}  // namespace
}  // namespace fovea
