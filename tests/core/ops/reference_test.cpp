// Why: all other kernels are compared with the reference kernels, which are checked against numbers computed by hand.
#include <cmath>
#include <limits>

#include "tests/core/ops/op_helpers.h"

namespace fovea {
namespace {

using List = std::vector<std::int64_t>;
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

TEST(ConvolutionReference, SlidesTheFilter) {
  const Tensor x = Tensor::of<float>({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const Tensor weight = Tensor::of<float>({1, 1, 2, 2}, {1, 0, 0, -1});
  const Tensor bias = Tensor::of<float>({1}, {10});
  EXPECT_EQ(numbers<float>(run("conv2d", {}, {x, weight, bias})[0]), (std::vector<float>{6, 6, 6, 6}));
  EXPECT_EQ(numbers<float>(run("conv2d", {{"padding", List{1, 1, 0, 0}}, {"stride", List{2, 2}}}, {x, weight})[0]),
            (std::vector<float>{-1, -3, -7, 5 - 9}));
}

TEST(ConvolutionReference, GroupsSeeTheirOwnChannels) {
  const Tensor x = Tensor::of<double>({1, 2, 1, 1}, {3, 5});
  const Tensor weight = Tensor::of<double>({2, 1, 1, 1}, {10, 100});
  EXPECT_EQ(numbers<double>(run("conv2d", {{"groups", std::int64_t{2}}}, {x, weight})[0]),
            (std::vector<double>{30, 500}));
}

TEST(MaxPoolReference, FirstMaximumWinsAndNaNIsKept) {
  const Tensor x = Tensor::of<float>({1, 1, 2, 4}, {1, 7, 2, 2, 7, 0, kNaN, 9});
  const auto results = run("max_pool2d", {}, {x});
  EXPECT_EQ(results[0].data<float>()[0], 7.0f);
  EXPECT_TRUE(std::isnan(results[0].data<float>()[1]));
  EXPECT_EQ(numbers<std::int32_t>(results[1]), (std::vector<std::int32_t>{1, 6}));
  const Tensor dy = Tensor::of<float>({1, 1, 1, 2}, {3, 4});
  EXPECT_EQ(numbers<float>(run("max_pool2d_backward", {{"input_size", List{2, 4}}}, {dy, results[1]})[0]),
            (std::vector<float>{0, 3, 0, 0, 0, 0, 4, 0}));
}

TEST(MaxPoolReference, PaddingNeverWins) {
  const Tensor x = Tensor::of<float>({1, 1, 1, 1}, {-5});
  const auto results = run("max_pool2d", {{"padding", List{1, 1, 1, 1}}, {"stride", List{1, 1}}}, {x});
  EXPECT_EQ(numbers<float>(results[0]), (std::vector<float>{-5, -5, -5, -5}));
  EXPECT_EQ(numbers<std::int32_t>(results[1]), (std::vector<std::int32_t>{0, 0, 0, 0}));
}

TEST(AveragePoolReference, CountsThePaddingIfAsked) {
  const Tensor x = Tensor::of<float>({1, 1, 1, 2}, {4, 8});
  const FieldValues padded{{"padding", List{1, 1, 0, 0}}, {"stride", List{1, 1}}};
  EXPECT_EQ(numbers<float>(run("average_pool2d", padded, {x})[0]), (std::vector<float>{4, 6}));
  FieldValues counted = padded;
  counted.set("count_include_padding", true);
  EXPECT_EQ(numbers<float>(run("average_pool2d", counted, {x})[0]), (std::vector<float>{1, 3}));
}

TEST(AveragePoolReference, WhatLiesBeyondThePaddingNeverCounts) {
  const Tensor x = Tensor::of<float>({1, 1, 1, 3}, {3, 6, 9});
  const FieldValues attributes{
      {"kernel", List{1, 2}}, {"stride", List{1, 2}}, {"ceil_mode", true}, {"count_include_padding", true}};
  EXPECT_EQ(numbers<float>(run("average_pool2d", attributes, {x})[0]), (std::vector<float>{4.5f, 9}));
}

TEST(LinearReference, IsAMatrixProduct) {
  const Tensor x = Tensor::of<float>({2, 2}, {1, 2, 3, 4});
  const Tensor weight = Tensor::of<float>({3, 2}, {1, 0, 0, 1, 1, 1});
  const Tensor bias = Tensor::of<float>({3}, {0, 0, 100});
  EXPECT_EQ(numbers<float>(run("linear", {}, {x, weight, bias})[0]), (std::vector<float>{1, 2, 103, 3, 4, 107}));
  const Tensor dy = Tensor::of<float>({2, 3}, {1, 0, 0, 0, 0, 1});
  EXPECT_EQ(numbers<float>(run("linear_backward_data", {}, {dy, weight})[0]), (std::vector<float>{1, 0, 1, 1}));
  const auto gradients = run("linear_backward_weights", {}, {x, dy});
  EXPECT_EQ(numbers<float>(gradients[0]), (std::vector<float>{1, 2, 0, 0, 3, 4}));
  EXPECT_EQ(numbers<float>(gradients[1]), (std::vector<float>{1, 0, 1}));
}

TEST(LinearReference, EmptyBatchGivesZeroGradients) {
  const auto gradients = run("linear_backward_weights", {}, {Tensor::make(f32({0, 2})), Tensor::make(f32({0, 3}))});
  EXPECT_EQ(numbers<float>(gradients[0]), std::vector<float>(6, 0.0f));
  EXPECT_EQ(numbers<float>(gradients[1]), std::vector<float>(3, 0.0f));
}

TEST(ActivationReference, KeepsNaN) {
  const Tensor x = Tensor::of<float>({4}, {-2, 0, 3, kNaN});
  const Tensor y = run("relu", {}, {x})[0];
  EXPECT_EQ(std::vector<float>(y.data<float>(), y.data<float>() + 3), (std::vector<float>{0, 0, 3}));
  EXPECT_TRUE(std::isnan(y.data<float>()[3]));
  EXPECT_TRUE(std::isnan(run("tanh", {}, {x})[0].data<float>()[3]));
  EXPECT_TRUE(std::isnan(run("sigmoid", {}, {x})[0].data<float>()[3]));
  EXPECT_EQ(run("sigmoid", {}, {x})[0].data<float>()[1], 0.5f);
}

TEST(BatchNormReference, NormalisesAndUpdatesTheRunningMoments) {
  const Tensor x = Tensor::of<double>({4, 1}, {1, 3, 5, 7});  // mean 4, variance 5, unbiased 20/3
  const Tensor scale = Tensor::of<double>({1}, {2}), bias = Tensor::of<double>({1}, {1});
  const Tensor mean = Tensor::of<double>({1}, {10}), variance = Tensor::of<double>({1}, {1});
  const auto results = run("batch_norm", {{"epsilon", 0.0}}, {x, scale, bias, mean, variance});
  EXPECT_NEAR(results[0].data<double>()[0], 1 - 2 * 3 / std::sqrt(5.0), 1e-12);
  EXPECT_NEAR(results[1].data<double>()[0], 4, 1e-12);
  EXPECT_NEAR(results[2].data<double>()[0], 1 / std::sqrt(5.0), 1e-12);
  EXPECT_NEAR(results[3].data<double>()[0], 0.9 * 10 + 0.1 * 4, 1e-12);
  EXPECT_NEAR(results[4].data<double>()[0], 0.9 * 1 + 0.1 * 20 / 3, 1e-12);
}

TEST(SoftmaxReference, DoesNotOverflow) {
  const Tensor y = run("softmax", {}, {Tensor::of<float>({1, 3}, {1000, 1000, -1000})})[0];
  EXPECT_EQ(numbers<float>(y), (std::vector<float>{0.5f, 0.5f, 0}));
}

TEST(CrossEntropyReference, MeansOverTheLabelled) {
  const Tensor logits = Tensor::of<double>({3, 2}, {0, 0, 5, 5, 9, 1});
  const Tensor labels = Tensor::of<std::int32_t>({3}, {0, 1, -1});
  const auto results = run("softmax_cross_entropy", {}, {logits, labels});
  EXPECT_NEAR(results[0].data<double>()[0], std::log(2.0), 1e-12);
  const Tensor dloss = Tensor::of<double>(Shape{}, {1});
  const auto gradient = numbers<double>(run("softmax_cross_entropy_backward", {}, {dloss, results[1], labels})[0]);
  EXPECT_NEAR(gradient[0], -0.25, 1e-12);
  EXPECT_NEAR(gradient[2], 0.25, 1e-12);
  EXPECT_EQ(gradient[4], 0);
}

TEST(CrossEntropyReference, ALabelThatNoClassHasIsSeen) {
  const Tensor logits = Tensor::of<float>({2, 2}, {0, 0, 5, 5});
  const auto results = run("softmax_cross_entropy", {}, {logits, Tensor::of<std::int32_t>({2}, {0, 7})});
  EXPECT_TRUE(std::isnan(results[0].data<float>()[0]));
  const auto none = run("softmax_cross_entropy", {}, {logits, Tensor::of<std::int32_t>({2}, {-1, -1})});
  EXPECT_EQ(none[0].data<float>()[0], 0.0f);
}

TEST(CrossEntropyReference, AClassThatIsRuledOutDoesNotCount) {
  const Tensor logits = Tensor::of<float>({1, 3}, {0, 0, -std::numeric_limits<float>::infinity()});
  const auto results = run("cross_entropy", {}, {logits, Tensor::of<std::int32_t>({1}, {1})});
  EXPECT_NEAR(results[0].data<float>()[0], std::log(2.0f), 1e-6f);
}

TEST(CorrectCountReference, FirstMaximumWins) {
  const Tensor logits = Tensor::of<float>({4, 3}, {1, 2, 2, 3, 3, 3, 0, kNaN, 9, 1, 2, 3});
  EXPECT_EQ(run("correct_count", {}, {logits, Tensor::of<std::int32_t>({4}, {1, 0, 1, 2})})[0].data<float>()[0], 4.0f);
  EXPECT_EQ(run("correct_count", {}, {logits, Tensor::of<std::int32_t>({4}, {2, 1, 2, -1})})[0].data<float>()[0], 0.0f);
}

TEST(UpdateReference, SgdFollowsItsFormula) {
  const Tensor p = Tensor::of<double>({1}, {2}), g = Tensor::of<double>({1}, {1}), v = Tensor::of<double>({1}, {4});
  const Tensor rate = Tensor::of<double>(Shape{}, {0.1});
  const auto plain = run("sgd_update", {{"momentum", 0.5}, {"weight_decay", 0.25}}, {p, g, v, rate});
  EXPECT_DOUBLE_EQ(plain[1].data<double>()[0], 0.5 * 4 + 1.5);
  EXPECT_DOUBLE_EQ(plain[0].data<double>()[0], 2 - 0.1 * 3.5);
  const auto nesterov =
      run("sgd_update", {{"momentum", 0.5}, {"nesterov", true}, {"rate_multiplier", 2.0}}, {p, g, v, rate});
  EXPECT_DOUBLE_EQ(nesterov[0].data<double>()[0], 2 - 0.2 * (1 + 0.5 * 3));
}

TEST(UpdateReference, AccumulateAddsAWeightedValue) {
  const Tensor sum = Tensor::of<float>(Shape{}, {10}), value = Tensor::of<float>(Shape{}, {0.5f});
  EXPECT_EQ(run("accumulate", {{"factor", 64.0}}, {sum, value})[0].data<float>()[0], 42.0f);
}

TEST(ShapeReference, ConcatenateAndSliceAreOpposites) {
  const Tensor a = Tensor::of<float>({2, 1, 2}, {1, 2, 5, 6}),
               b = Tensor::of<float>({2, 2, 2}, {3, 4, 30, 40, 7, 8, 70, 80});
  const Tensor joined = run("concatenate", {}, {a, b})[0];
  EXPECT_EQ(numbers<float>(joined), (std::vector<float>{1, 2, 3, 4, 30, 40, 5, 6, 7, 8, 70, 80}));
  const FieldValues part{{"start", std::int64_t{1}}, {"length", std::int64_t{2}}};
  EXPECT_EQ(numbers<float>(run("slice", part, {joined})[0]), numbers<float>(b));
}

TEST(BroadcastReference, RepeatsAndSumsBack) {
  const Tensor a = Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}), row = Tensor::of<float>({3}, {10, 20, 30});
  const Tensor column = Tensor::of<float>({2, 1}, {10, 100});
  EXPECT_EQ(numbers<float>(run("add", {}, {a, row})[0]), (std::vector<float>{11, 22, 33, 14, 25, 36}));
  EXPECT_EQ(numbers<float>(run("multiply", {}, {column, a})[0]), (std::vector<float>{10, 20, 30, 400, 500, 600}));
  EXPECT_EQ(numbers<float>(run("reduce_to_shape", {{"shape", List{2, 1}}}, {a})[0]), (std::vector<float>{6, 15}));
  EXPECT_EQ(numbers<float>(run("reduce_to_shape", {{"shape", List{3}}}, {a})[0]), (std::vector<float>{5, 7, 9}));
}

}  // namespace
}  // namespace fovea
