// Tests the inner loops of every instruction set of this processor against plain arithmetic.
#include "core/backends/cpu/simd/simd.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/random.h"
#include "core/ops/dropout_mask.h"

namespace fovea::cpu {
namespace {

class Simd : public ::testing::TestWithParam<const SimdKernels*> {
 protected:
  const SimdKernels& kernels_ = *GetParam();
};

INSTANTIATE_TEST_SUITE_P(All, Simd, ::testing::ValuesIn(simdKernelSets()),
                         [](const auto& set) { return std::string("Lanes") + std::to_string(set.param->lanes); });

std::vector<float> randomFloats(std::size_t count, std::uint64_t seed = 3) {
  Random random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.uniform() * 2 - 1);
  return values;
}

// The error in units of the last place of `expected`.
double error(float value, double expected) {
  const auto next = std::nextafter(std::abs(static_cast<float>(expected)), std::numeric_limits<float>::infinity());
  return std::abs(static_cast<double>(value) - expected) /
         static_cast<double>(next - std::abs(static_cast<float>(expected)));
}

TEST_P(Simd, FunctionsAreWithinFewUnitsOfTheLastPlace) {
  std::vector<float> x;
  for (float value = -90; value < 88; value += 0.0371f) x.push_back(value);
  for (float value = -1; value < 1; value += 0.00091f) x.push_back(value);
  std::vector<float> y(x.size());
  const auto count = static_cast<std::int64_t>(x.size());
  kernels_.exponential(x.data(), 0, y.data(), count);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] < -87) continue;  // subnormal
    ASSERT_LT(error(y[i], std::exp(static_cast<double>(x[i]))), 3) << x[i];
  }
  kernels_.tanh(x.data(), y.data(), count);
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_LT(error(y[i], std::tanh(static_cast<double>(x[i]))), 4) << x[i];
  kernels_.sigmoid(x.data(), y.data(), count);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] < -86) continue;
    ASSERT_LT(error(y[i], 1 / (1 + std::exp(-static_cast<double>(x[i])))), 5) << x[i];
  }
}

TEST_P(Simd, ExtremesStayWhatTheyAre) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> x = {kInfinity, -kInfinity, kNan, 200, -200, 0, -0.0f};
  std::vector<float> y(x.size());
  const auto count = static_cast<std::int64_t>(x.size());
  kernels_.exponential(x.data(), 0, y.data(), count);
  EXPECT_EQ(y[0], kInfinity);
  EXPECT_EQ(y[1], 0);
  EXPECT_TRUE(std::isnan(y[2]));
  EXPECT_EQ(y[3], kInfinity);
  EXPECT_EQ(y[4], 0);
  EXPECT_EQ(y[5], 1);
  kernels_.sigmoid(x.data(), y.data(), count);
  EXPECT_EQ(std::vector<float>({y[0], y[1], y[3], y[5]}), std::vector<float>({1, 0, 1, 0.5f}));
  EXPECT_TRUE(std::isnan(y[2]));
  kernels_.tanh(x.data(), y.data(), count);
  EXPECT_EQ(std::vector<float>({y[0], y[1], y[3], y[4]}), std::vector<float>({1, -1, 1, -1}));
  EXPECT_TRUE(std::isnan(y[2]));
  kernels_.relu(x.data(), y.data(), count);
  EXPECT_EQ(y[1], 0);
  EXPECT_TRUE(std::isnan(y[2])) << "a NaN must not vanish";
}

TEST_P(Simd, EveryLengthIsDoneWhole) {
  for (std::int64_t count = 0; count <= 67; ++count) {
    const auto size = static_cast<std::size_t>(count);
    const auto a = randomFloats(size), b = randomFloats(size, 9);
    std::vector<float> y(size + 1, 99);
    kernels_.add(a.data(), b.data(), y.data(), count);
    double sum = 0, dot = 0;
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(y[i], a[i] + b[i]);
      sum += static_cast<double>(a[i]);
      dot += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    }
    ASSERT_EQ(y[size], 99) << "wrote behind the end";
    ASSERT_NEAR(kernels_.sum(a.data(), count), sum, 1e-5);
    ASSERT_NEAR(kernels_.dotDeviation(b.data(), a.data(), 0, count), dot, 1e-5);
  }
}

TEST_P(Simd, SumsOfMillionsStayExactEnough) {
  const std::vector<float> x(3'000'001, 0.1f);
  EXPECT_NEAR(kernels_.sum(x.data(), static_cast<std::int64_t>(x.size())), 0.1 * 3'000'001, 0.3);
}

TEST_P(Simd, DropoutKeepsWhatPhiloxSays) {
  constexpr std::int64_t kCount = 1003, kStep = (std::int64_t{1} << 40) + 5, kSeed = -77;
  const std::vector<float> x(kCount, 2.0f);
  std::vector<float> y(kCount);
  std::vector<std::uint8_t> mask(kCount);
  const DropoutArguments arguments{x.data(),
                                   y.data(),
                                   mask.data(),
                                   static_cast<std::uint64_t>(kStep),
                                   static_cast<std::uint64_t>(kSeed),
                                   dropoutThreshold(0.25),
                                   4.0f / 3.0f};
  kernels_.dropout(arguments, 0, 64);
  kernels_.dropout(arguments, 64, kCount);
  for (std::int64_t i = 0; i < kCount; ++i) {
    const bool kept = dropoutBlock(i / 4, kStep, kSeed)[static_cast<std::size_t>(i % 4)] >= dropoutThreshold(0.25);
    ASSERT_EQ(mask[static_cast<std::size_t>(i)], kept ? 1 : 0) << i;
    ASSERT_EQ(y[static_cast<std::size_t>(i)], kept ? 2.0f * (4.0f / 3.0f) : 0.0f) << i;
  }
}

struct Convolution {
  const char* name;
  BlockConvolution shape;
};

class BlockConvolutions : public ::testing::TestWithParam<std::tuple<const SimdKernels*, Convolution>> {
 protected:
  const SimdKernels& kernels_ = *std::get<0>(GetParam());
  const BlockConvolution s_ = std::get<1>(GetParam()).shape;
  static constexpr std::int64_t kBlocks = 2;
  std::int64_t inputs() const { return s_.inputChannels * s_.height * s_.width * 16; }
  std::int64_t outputs() const { return s_.outputChannels * s_.outputHeight * s_.outputWidth * 16; }
  std::int64_t weights() const { return s_.outputChannels * s_.inputChannels * s_.kernelHeight * s_.kernelWidth; }

  // Calls body(x, weight, y) with the offsets of every product in one block.
  template <class Body>
  void forProducts(Body&& body) const {
    for (std::int64_t m = 0; m < s_.outputChannels; ++m)
      for (std::int64_t oy = 0; oy < s_.outputHeight; ++oy)
        for (std::int64_t ox = 0; ox < s_.outputWidth; ++ox)
          for (std::int64_t c = 0; c < s_.inputChannels; ++c)
            for (std::int64_t ky = 0; ky < s_.kernelHeight; ++ky)
              for (std::int64_t kx = 0; kx < s_.kernelWidth; ++kx)
                for (std::int64_t n = 0; n < 16; ++n)
                  body(((c * s_.height + oy * s_.strideHeight + ky) * s_.width + ox * s_.strideWidth + kx) * 16 + n,
                       ((m * s_.inputChannels + c) * s_.kernelHeight + ky) * s_.kernelWidth + kx,
                       ((m * s_.outputHeight + oy) * s_.outputWidth + ox) * 16 + n);
  }
};

std::vector<Convolution> convolutions() {
  return {{"lenet1", {1, 14, 14, 20, 10, 10, 5, 5, 1, 1}},    {"odd", {3, 9, 11, 7, 7, 9, 3, 3, 1, 1}},
          {"stride", {2, 11, 13, 6, 5, 4, 3, 4, 2, 3}},       {"one", {5, 4, 5, 13, 4, 5, 1, 1, 1, 1}},
          {"large_kernel", {2, 12, 12, 5, 5, 5, 8, 8, 1, 1}}, {"even", {2, 7, 7, 9, 6, 6, 2, 2, 1, 1}}};
}

INSTANTIATE_TEST_SUITE_P(All, BlockConvolutions,
                         ::testing::Combine(::testing::ValuesIn(simdKernelSets()), ::testing::ValuesIn(convolutions())),
                         [](const auto& test) {
                           return std::string(std::get<1>(test.param).name) + "_" +
                                  std::to_string(std::get<0>(test.param)->lanes);
                         });

void expectNear(const std::vector<float>& values, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(values[i], expected[i], 1e-4) << i;
}

TEST_P(BlockConvolutions, ForwardInAnySplit) {
  const auto x = randomFloats(static_cast<std::size_t>(inputs())),
             w = randomFloats(static_cast<std::size_t>(weights()), 5);
  const auto bias = randomFloats(static_cast<std::size_t>(s_.outputChannels), 6);
  std::vector<double> expected(static_cast<std::size_t>(outputs()));
  for (std::size_t i = 0; i < expected.size(); ++i)
    expected[i] = static_cast<double>(bias[i / (expected.size() / bias.size())]);
  forProducts([&](std::int64_t i, std::int64_t k, std::int64_t o) {
    expected[static_cast<std::size_t>(o)] +=
        static_cast<double>(x[static_cast<std::size_t>(i)]) * static_cast<double>(w[static_cast<std::size_t>(k)]);
  });
  std::vector<float> y(expected.size());
  const std::int64_t half = s_.outputChannels / 2;
  for (std::int64_t row = 0; row < s_.outputHeight; ++row) {
    kernels_.convolution(s_, x.data(), w.data(), bias.data(), y.data(), 0, half, row, 1);
    kernels_.convolution(s_, x.data(), w.data(), bias.data(), y.data(), half, s_.outputChannels - half, row, 1);
  }
  expectNear(y, expected);
}

TEST_P(BlockConvolutions, BackwardData) {
  const auto dy = randomFloats(static_cast<std::size_t>(outputs())),
             w = randomFloats(static_cast<std::size_t>(weights()), 5);
  std::vector<double> expected(static_cast<std::size_t>(inputs()));
  forProducts([&](std::int64_t i, std::int64_t k, std::int64_t o) {
    expected[static_cast<std::size_t>(i)] +=
        static_cast<double>(dy[static_cast<std::size_t>(o)]) * static_cast<double>(w[static_cast<std::size_t>(k)]);
  });
  std::vector<float> dx(expected.size()), scratch(static_cast<std::size_t>(convolutionScratch(s_)));
  kernels_.convolutionBackwardData(s_, dy.data(), w.data(), dx.data(), 0, 1, scratch.data());
  kernels_.convolutionBackwardData(s_, dy.data(), w.data(), dx.data(), 1, s_.inputChannels - 1, scratch.data());
  expectNear(dx, expected);
}

TEST_P(BlockConvolutions, BackwardWeightsOverSeveralBlocks) {
  const auto x = randomFloats(static_cast<std::size_t>(kBlocks * inputs())),
             dy = randomFloats(static_cast<std::size_t>(kBlocks * outputs()), 5);
  std::vector<double> expected(static_cast<std::size_t>(weights())), bias(static_cast<std::size_t>(s_.outputChannels));
  for (std::int64_t block = 0; block < kBlocks; ++block)
    forProducts([&](std::int64_t i, std::int64_t k, std::int64_t o) {
      expected[static_cast<std::size_t>(k)] += static_cast<double>(x[static_cast<std::size_t>(block * inputs() + i)]) *
                                               static_cast<double>(dy[static_cast<std::size_t>(block * outputs() + o)]);
    });
  const std::int64_t plane = s_.outputHeight * s_.outputWidth * 16;
  for (std::size_t i = 0; i < dy.size(); ++i)
    bias[static_cast<std::size_t>(static_cast<std::int64_t>(i) / plane % s_.outputChannels)] +=
        static_cast<double>(dy[i]);
  std::vector<float> dweight(expected.size()), dbias(bias.size());
  std::vector<float> scratch(static_cast<std::size_t>(convolutionWeightsScratch(s_, s_.inputChannels)));
  const std::int64_t half = s_.outputChannels / 2;
  for (std::int64_t c = 0; c < s_.inputChannels; ++c) {
    kernels_.convolutionBackwardWeights(s_, x.data(), dy.data(), dweight.data(), dbias.data(), kBlocks, {0, half, c, 1},
                                        scratch.data());
    kernels_.convolutionBackwardWeights(s_, x.data(), dy.data(), dweight.data(), dbias.data(), kBlocks,
                                        {half, s_.outputChannels - half, c, 1}, scratch.data());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_NEAR(dweight[i], expected[i], 1e-3) << i;
  for (std::size_t i = 0; i < bias.size(); ++i) ASSERT_NEAR(dbias[i], bias[i], 1e-3) << i;
}

}  // namespace
}  // namespace fovea::cpu
