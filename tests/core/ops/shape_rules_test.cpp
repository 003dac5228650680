// Why: users see the results of shape rules on the canvas: correct shapes, and messages about what is wrong.
#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;

TEST(ConvolutionShapes, FollowStridePaddingAndDilation) {
  EXPECT_EQ(inferred("conv2d", {}, {f32({64, 1, 28, 28}), f32({20, 1, 5, 5}), f32({20})}), "f32[64, 20, 24, 24]");
  EXPECT_EQ(inferred("conv2d", {{"stride", List{2, 2}}, {"padding", List{3, 3, 3, 3}}},
                     {f32({1, 3, 224, 224}), f32({64, 3, 7, 7})}),
            "f32[1, 64, 112, 112]");
  EXPECT_EQ(inferred("conv2d", {{"padding", List{0, 1, 2, 3}}}, {f32({1, 1, 5, 5}), f32({1, 1, 3, 3})}),
            "f32[1, 1, 5, 7]");
  EXPECT_EQ(inferred("conv2d", {{"dilation", List{2, 3}}}, {f32({1, 1, 9, 9}), f32({1, 1, 3, 3})}), "f32[1, 1, 5, 3]");
  EXPECT_EQ(inferred("conv2d", {{"groups", std::int64_t{4}}}, {f64({2, 8, 6, 6}), f64({12, 2, 3, 3})}),
            "f64[2, 12, 4, 4]");
  EXPECT_EQ(inferred("conv2d", {}, {f32({0, 1, 28, 28}), f32({20, 1, 5, 5})}), "f32[0, 20, 24, 24]");
}

TEST(ConvolutionShapes, SayWhatDoesNotFit) {
  EXPECT_EQ(inferred("conv2d", {}, {f32({1, 1, 5, 5}), f32({8, 1, 7, 7})}),
            "A 7×7 kernel does not fit in an input of 5×5 with padding 0.");
  EXPECT_EQ(inferred("conv2d", {{"dilation", List{4, 4}}}, {f32({1, 1, 8, 8}), f32({8, 1, 3, 3})}),
            "A 3×3 kernel (spread over 9×9) does not fit in an input of 8×8 with padding 0.");
  EXPECT_EQ(
      inferred("conv2d", {{"padding", List{1, 0, 0, 0}}}, {f32({1, 1, 2, 2}), f32({8, 1, 7, 7})}),
      "A 7×7 kernel does not fit in an input of 2×2 with padding 1 at the top, 0 left, 0 at the bottom, 0 right.");
}

TEST(ConvolutionShapes, SayWhichChannelsDisagree) {
  EXPECT_EQ(inferred("conv2d", {}, {f32({1, 3, 8, 8}), f32({8, 1, 3, 3})}),
            "The filters are for 1 channel, but the input has 3.");
  EXPECT_EQ(inferred("conv2d", {{"groups", std::int64_t{2}}}, {f32({1, 3, 8, 8}), f32({8, 1, 3, 3})}),
            "2 groups do not divide 3 input channels.");
  EXPECT_EQ(inferred("conv2d", {{"groups", std::int64_t{3}}}, {f32({1, 3, 8, 8}), f32({8, 1, 3, 3})}),
            "3 groups do not divide 8 filters.");
  EXPECT_EQ(inferred("conv2d", {}, {f32({1, 3, 8, 8}), f32({8, 3, 3, 3}), f32({7})}),
            "The bias must be f32[8], but is f32[7].");
  EXPECT_EQ(inferred("conv2d", {}, {f32({64, 500}), f32({8, 3, 3, 3})}),
            "A convolution needs images [N, C, H, W], but the input is [64, 500].");
}

TEST(ConvolutionShapes, AbsurdNumbersAreRefusedNotOverflown) {
  const std::int64_t huge = std::int64_t{1} << 62;
  EXPECT_FALSE(
      infer("conv2d", {{"padding", List{huge, huge, huge, huge}}}, {f32({1, 1, 8, 8}), f32({1, 1, 3, 3})}).ok());
  EXPECT_FALSE(infer("conv2d", {{"stride", List{0, 1}}}, {f32({1, 1, 8, 8}), f32({1, 1, 3, 3})}).ok());
  EXPECT_FALSE(infer("conv2d", {{"dilation", List{-1, 1}}}, {f32({1, 1, 8, 8}), f32({1, 1, 3, 3})}).ok());
  EXPECT_FALSE(infer("conv2d", {{"stride", List{1}}}, {f32({1, 1, 8, 8}), f32({1, 1, 3, 3})}).ok());
  EXPECT_FALSE(
      infer("conv2d", {{"dilation", List{1 << 20, 1 << 20}}}, {f32({1, 1, 8, 8}), f32({1, 1, 1 << 20, 1})}).ok());
  EXPECT_FALSE(infer("conv2d", {}, {f32({1, 1, 8, 8}), f32({1, 1, std::int64_t{1} << 40, 1})}).ok());
  EXPECT_FALSE(infer("conv2d", {{"padding", List{1 << 20, 1 << 20, 1 << 20, 1 << 20}}},
                     {f32({1 << 20, 1, 1, 1}), f32({1 << 20, 1, 1, 1})})
                   .ok());
  EXPECT_FALSE(infer("conv2d_backward_data", {{"input_size", List{std::int64_t{1} << 47, std::int64_t{1} << 47}}},
                     {f32({1, 1, 8, 8}), f32({1, 1, 3, 3})})
                   .ok());
  EXPECT_FALSE(infer("conv2d_backward_data", {{"groups", std::int64_t{1} << 20}},
                     {f32({1, 1, 8, 8}), f32({1, std::int64_t{1} << 45, 1, 1})})
                   .ok());
  EXPECT_FALSE(
      infer("conv2d_backward_weights", {{"kernel", List{1 << 20, 1 << 20}}}, {f32({1, 1, 8, 8}), f32({1, 1, 6, 6})})
          .ok());
}

TEST(ConvolutionShapes, BackwardGivesBackTheShapes) {
  EXPECT_EQ(inferred("conv2d_backward_data", {{"stride", List{2, 2}}, {"input_size", List{8, 8}}},
                     {f32({4, 6, 3, 3}), f32({6, 5, 3, 3})}),
            "f32[4, 5, 8, 8]");
  const auto types = infer("conv2d_backward_weights", {{"kernel", List{3, 3}}}, {f32({4, 5, 8, 8}), f32({4, 6, 6, 6})});
  ASSERT_TRUE(types.ok());
  EXPECT_EQ((*types)[0], f32({6, 5, 3, 3}));
  EXPECT_EQ((*types)[1], f32({6}));
  EXPECT_FALSE(infer("conv2d_backward_weights", {{"kernel", List{3, 3}}}, {f32({4, 5, 8, 8}), f32({4, 6, 5, 5})}).ok());
}

TEST(PoolingShapes, RoundDownOrUp) {
  EXPECT_EQ(inferred("max_pool2d", {}, {f32({2, 20, 24, 24})}), "f32[2, 20, 12, 12]");
  EXPECT_EQ(inferred("max_pool2d", {}, {f32({2, 3, 7, 9})}), "f32[2, 3, 3, 4]");
  EXPECT_EQ(inferred("max_pool2d", {{"ceil_mode", true}}, {f32({2, 3, 7, 9})}), "f32[2, 3, 4, 5]");
  // A window that would begin in the padding after the image is dropped.
  EXPECT_EQ(inferred("average_pool2d", {{"ceil_mode", true}, {"stride", List{3, 3}}, {"padding", List{1, 1, 1, 1}}},
                     {f32({1, 2, 4, 4})}),
            "f32[1, 2, 2, 2]");
  EXPECT_EQ(infer("max_pool2d", {}, {f32({2, 20, 24, 24})}).value()[1], i32({2, 20, 12, 12}));
}

TEST(PoolingShapes, SayWhatDoesNotFit) {
  EXPECT_EQ(inferred("max_pool2d", {{"kernel", List{3, 3}}}, {f32({1, 1, 2, 2})}),
            "A 3×3 kernel does not fit in an input of 2×2 with padding 0.");
  EXPECT_EQ(inferred("max_pool2d", {{"padding", List{2, 2, 2, 2}}}, {f32({1, 1, 8, 8})}),
            "A padding of 2 is not smaller than the 2×2 window, so a window could see nothing.");
  EXPECT_EQ(inferred("average_pool2d", {}, {f32({10, 500})}),
            "Pooling needs images [N, C, H, W], but the input is [10, 500].");
  EXPECT_FALSE(infer("max_pool2d", {}, {f32({1, 1, 1 << 20, 1 << 20})}).ok());  // more pixels than an i32 can count
}

TEST(LinearShapes, NeedMatchingNumbers) {
  EXPECT_EQ(inferred("linear", {}, {f32({64, 800}), f32({500, 800}), f32({500})}), "f32[64, 500]");
  EXPECT_EQ(inferred("linear", {}, {f32({64, 801}), f32({500, 800})}),
            "The weight is for 800 numbers, but the input has 801.");
  EXPECT_EQ(inferred("linear", {}, {f32({64, 50, 4, 4}), f32({500, 800})}),
            "The input must be [N, K], but is f32[64, 50, 4, 4].");
  EXPECT_EQ(inferred("linear", {}, {f32({2, 3}), f64({4, 3})}), "The weight must be f32, not f64.");
}

TEST(BroadcastShapes, FollowNumPy) {
  EXPECT_EQ(inferred("add", {}, {f32({2, 3, 4}), f32({3, 1})}), "f32[2, 3, 4]");
  EXPECT_EQ(inferred("multiply", {}, {f32({5, 1}), f32({1, 6})}), "f32[5, 6]");
  EXPECT_EQ(inferred("add", {}, {f32({0, 3}), f32({3})}), "f32[0, 3]");
  EXPECT_EQ(inferred("add", {}, {f32({64, 20, 24, 24}), f32({64, 50, 8, 8})}), "Inputs differ: 20×24×24 and 50×8×8.");
  EXPECT_EQ(inferred("add", {}, {f32({2}), f64({2})}), "Inputs differ: f32 and f64 numbers.");
  EXPECT_FALSE(infer("add", {}, {f32({std::int64_t{1} << 30, 1}), f32({1, std::int64_t{1} << 30})}).ok());
}

TEST(ReduceShapes, MustBroadcastBack) {
  EXPECT_EQ(inferred("reduce_to_shape", {{"shape", List{3, 1, 1}}}, {f32({2, 3, 4, 5})}), "f32[3, 1, 1]");
  EXPECT_EQ(inferred("reduce_to_shape", {}, {f32({2, 3})}), "f32[]");
  EXPECT_EQ(inferred("reduce_to_shape", {{"shape", List{2}}}, {f32({2, 3})}),
            "[2, 3] cannot be summed to [2]: each extent must stay or become 1.");
}

TEST(ReshapeShapes, CopyAndFill) {
  EXPECT_EQ(inferred("reshape", {{"shape", List{0, -1}}}, {f32({64, 50, 4, 4})}), "f32[64, 800]");
  EXPECT_EQ(inferred("reshape", {{"shape", List{0, -1}}}, {f32({0, 50, 4, 4})}), "f32[0, 800]");
  EXPECT_EQ(inferred("reshape", {{"shape", List{}}}, {f32({1, 1})}), "f32[]");
  EXPECT_EQ(inferred("reshape", {{"shape", List{2, -1}}}, {f32({2, 0, 3})}), "f32[2, 0]");
  EXPECT_EQ(inferred("reshape", {{"shape", List{3, -1}}}, {f32({2, 2})}),
            "4 numbers of shape [2, 2] cannot be given the shape [3, -1].");
  EXPECT_EQ(inferred("reshape", {{"shape", List{-1, -1}}}, {f32({2, 2})}),
            "Only one extent of the new shape may be -1.");
  EXPECT_FALSE(infer("reshape", {{"shape", List{4, 0, 0}}}, {f32({2, 2})}).ok());
  const std::int64_t large = std::int64_t{1} << 40;
  EXPECT_FALSE(infer("reshape", {{"shape", List{large, large, large}}}, {f32({2, 2})}).ok());
}

TEST(ConcatenateShapes, DifferAlongTheAxisOnly) {
  EXPECT_EQ(inferred("concatenate", {}, {f32({2, 20, 8, 8}), f32({2, 30, 8, 8}), f32({2, 1, 8, 8})}),
            "f32[2, 51, 8, 8]");
  EXPECT_EQ(inferred("concatenate", {}, {f32({2, 20, 24, 24}), f32({2, 50, 8, 8})}),
            "Inputs differ: 20×24×24 and 50×8×8.");
  EXPECT_EQ(inferred("concatenate", {{"axis", std::int64_t{4}}}, {f32({2, 3})}),
            "There is no axis 4 in f32[2, 3] to join along.");
}

TEST(SliceShapes, StayInside) {
  EXPECT_EQ(inferred("slice", {{"start", std::int64_t{3}}, {"length", std::int64_t{4}}}, {f32({2, 9, 5})}),
            "f32[2, 4, 5]");
  EXPECT_EQ(inferred("slice", {{"start", std::int64_t{3}}, {"length", std::int64_t{7}}}, {f32({2, 9, 5})}),
            "Positions 3 to 9 reach beyond the 9 along axis 1 of [2, 9, 5].");
  EXPECT_EQ(inferred("slice_backward", {{"start", std::int64_t{3}}, {"extent", std::int64_t{9}}}, {f32({2, 4, 5})}),
            "f32[2, 9, 5]");
}

TEST(NormalizationShapes, NeedOneNumberAChannel) {
  EXPECT_EQ(inferred("batch_norm_inference", {}, {f32({2, 3, 4, 4}), f32({3}), f32({3}), f32({3}), f32({3})}),
            "f32[2, 3, 4, 4]");
  EXPECT_EQ(inferred("batch_norm", {}, {f32({2, 3}), f32({3}), f32({3}), f32({3}), f32({4})}),
            "The running variance must be f32[3], but is f32[4].");
  EXPECT_EQ(infer("batch_norm", {}, {f32({2, 3}), f32({3}), f32({3}), f32({3}), f32({3})})->size(), 5u);
}

TEST(LossShapes, NeedALabelASample) {
  EXPECT_EQ(inferred("softmax_cross_entropy", {}, {f32({64, 10}), i32({64})}), "f32[]");
  EXPECT_EQ(inferred("softmax_cross_entropy", {}, {f32({64, 10}), i32({63})}),
            "The list of labels must be i32[64], but is i32[63].");
  EXPECT_EQ(inferred("softmax_cross_entropy", {}, {f32({64, 0}), i32({64})}), "There are no classes to choose from.");
  EXPECT_EQ(inferred("correct_count", {}, {f64({64, 10}), i32({64})}), "f32[]");
}

TEST(DropoutShapes, NeedAStep) {
  const TensorType step{DataType::Int64, Shape{}};
  EXPECT_EQ(inferred("dropout", {}, {f32({2, 3}), step}), "f32[2, 3]");
  EXPECT_EQ(inferred("dropout", {}, {f32({2, 3}), i32({})}), "The step must be i64, not i32.");
  EXPECT_FALSE(infer("dropout", {{"probability", 1.0}}, {f32({2, 3}), step}).ok());
}

}  // namespace
}  // namespace fovea
