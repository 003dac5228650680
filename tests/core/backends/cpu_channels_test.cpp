// Tests the inner loops of batch normalisation, of convolutions over rows and of dense pooling against plain
// arithmetic, for every instruction set of this processor.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/backends/cpu/simd/simd.h"
#include "core/base/random.h"

namespace fovea::cpu {
namespace {

constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();

std::vector<float> normalFloats(std::int64_t count, double mean = 0, std::uint64_t seed = 5) {
  Random random(seed);
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = static_cast<float>(mean + random.normal());
  return values;
}

class Channels : public ::testing::TestWithParam<const SimdKernels*> {
 protected:
  const SimdKernels& kernels_ = *GetParam();
};

INSTANTIATE_TEST_SUITE_P(All, Channels, ::testing::ValuesIn(simdKernelSets()),
                         [](const auto& set) { return std::string("Lanes") + std::to_string(set.param->lanes); });

// Planes of channels with a gap after each; lanes 0 means a single channel.
struct Planes {
  ChannelRows rows;

  std::int64_t channels() const { return std::max<std::int64_t>(rows.lanes, 1); }
  std::int64_t floats() const { return rows.planes * rows.planeStride; }
  std::int64_t at(std::int64_t plane, std::int64_t row, std::int64_t channel) const {
    return plane * rows.planeStride + row * channels() + channel;
  }
  template <class Body>
  void forEach(std::int64_t channel, Body&& body) const {
    for (std::int64_t plane = 0; plane < rows.planes; ++plane)
      for (std::int64_t row = 0; row < rows.rows; ++row) body(at(plane, row, channel));
  }
};

const std::vector<Planes>& views() {
  static const std::vector<Planes> all = {
      {{3, 700, 40, 16}}, {{40, 16, 1, 16}}, {{2, 6100, 300, 20}}, {{5, 130, 3, 35}}, {{4, 900, 777, 0}},
      {{30, 17, 5, 0}},   {{1, 70, 70, 1}},  {{1, 5, 1, 3}},       {{2, 99, 11, 8}},  {{1, 70000, 4100, 17}}};
  return all;
}

TEST_P(Channels, MomentsInOnePass) {
  for (const Planes& view : views())
    for (const double mean : {0.0, 1000.0}) {
      const auto x = normalFloats(view.floats(), mean);
      std::vector<double> means(static_cast<std::size_t>(view.channels())), squares(means.size());
      kernels_.channelMoments(view.rows, x.data(), means.data(), squares.data());
      for (std::int64_t c = 0; c < view.channels(); ++c) {
        const auto of = [&](std::int64_t i) { return static_cast<double>(x[static_cast<std::size_t>(i)]); };
        double sum = 0, count = 0, deviation = 0;
        view.forEach(c, [&](std::int64_t i) { sum += of(i), ++count; });
        view.forEach(c, [&](std::int64_t i) { deviation += (of(i) - sum / count) * (of(i) - sum / count); });
        EXPECT_NEAR(means[static_cast<std::size_t>(c)], sum / count, 1e-6 * (1 + std::abs(mean)));
        EXPECT_NEAR(squares[static_cast<std::size_t>(c)], deviation, 1e-5 * deviation + 1e-9);
      }
    }
}

TEST_P(Channels, MomentsOfAJump) {
  // The first numbers, which choose the shift, are far from the mean.
  std::vector<float> x(16 * 2000, 0.0f);
  Random random(1);
  for (std::size_t i = 16 * 20; i < x.size(); ++i) x[i] = static_cast<float>(1000 + random.normal());
  double means[16], squares[16];
  kernels_.channelMoments({1, 0, 2000, 16}, x.data(), means, squares);
  for (int c = 0; c < 16; ++c) {
    double sum = 0, deviation = 0;
    for (std::size_t i = 0; i < 2000; ++i) sum += static_cast<double>(x[i * 16 + static_cast<std::size_t>(c)]) / 2000;
    for (std::size_t i = 0; i < 2000; ++i)
      deviation += std::pow(static_cast<double>(x[i * 16 + static_cast<std::size_t>(c)]) - sum, 2);
    EXPECT_NEAR(means[c], sum, 1e-4);
    EXPECT_NEAR(squares[c], deviation, 1e-5 * deviation);
  }
}

TEST_P(Channels, TransformAndItsGradient) {
  for (const Planes& view : views()) {
    const auto x = normalFloats(view.floats(), 0.5, 1), residual = normalFloats(view.floats(), 0, 2),
               dy = normalFloats(view.floats(), 0, 3);
    const auto means = normalFloats(view.channels(), 0, 4), factors = normalFloats(view.channels(), 1, 5),
               biases = normalFloats(view.channels(), 0, 6), a = normalFloats(view.channels(), 0, 7),
               b = normalFloats(view.channels(), 0, 8), c = normalFloats(view.channels(), 0, 9);
    const ChannelTransform transform{means.data(), factors.data(), biases.data(), 0.0f, 1.5f};
    const ChannelRows plane{1, view.rows.planeStride, view.rows.rows, view.rows.lanes};
    std::vector<float> y(x.size(), 77), g(x.size(), 77), dx(x.size(), 77);
    kernels_.channelTransform(plane, transform, x.data(), residual.data(), y.data());
    const ChannelGradient gradient{transform, dy.data(), x.data(), y.data()};
    std::vector<double> sums(means.size()), dots(means.size());
    kernels_.channelGradientSums(plane, gradient, g.data(), sums.data(), dots.data());
    kernels_.channelGradient(plane, gradient, a.data(), b.data(), c.data(), dx.data());
    const Planes first{plane};
    for (std::int64_t channel = 0; channel < view.channels(); ++channel) {
      const auto k = static_cast<std::size_t>(channel);
      double sum = 0, dot = 0, size = 1;
      first.forEach(channel, [&](std::int64_t at) {
        const auto i = static_cast<std::size_t>(at);
        const float plain = (x[i] - means[k]) * factors[k] + biases[k] + residual[i];
        EXPECT_NEAR(y[i], std::clamp(plain, 0.0f, 1.5f), 1e-5);
        const float passed = y[i] > 0 && y[i] < 1.5f ? dy[i] : 0;
        EXPECT_EQ(g[i], passed);
        EXPECT_NEAR(dx[i], a[k] * passed + b[k] * (x[i] - means[k]) + c[k], 1e-5);
        sum += static_cast<double>(passed);
        dot += static_cast<double>(passed * (x[i] - means[k]));
        size += static_cast<double>(std::abs(passed * (x[i] - means[k])));
      });
      EXPECT_NEAR(sums[k], sum, 1e-6 * size);
      EXPECT_NEAR(dots[k], dot, 1e-6 * size);
    }
  }
}

TEST_P(Channels, BoundsThatAreNoNumbersBoundNothing) {
  const std::vector<float> x = {-3, 0, 8, kNothing}, one = {1}, zero = {0};
  std::vector<float> y(4);
  const ChannelRows run{1, 4, 4, 0};
  kernels_.channelTransform(run, {zero.data(), one.data(), zero.data(), kNothing, kNothing}, x.data(), nullptr,
                            y.data());
  EXPECT_EQ(y[0], -3);
  EXPECT_EQ(y[2], 8);
  EXPECT_TRUE(std::isnan(y[3]));
  kernels_.channelTransform(run, {zero.data(), one.data(), zero.data(), 0.0f, kNothing}, x.data(), nullptr, y.data());
  EXPECT_EQ(y[0], 0);
  EXPECT_EQ(y[2], 8);
  EXPECT_TRUE(std::isnan(y[3]));
}

TEST_P(Channels, ConvolutionOverRows) {
  for (const auto& s : std::vector<RowConvolution>{{1, 5, 5, 28, 28, 24, 24},
                                                   {3, 3, 2, 9, 7, 7, 6},
                                                   {2, 1, 1, 1, 1, 1, 1},
                                                   {20, 5, 5, 12, 12, 8, 8},
                                                   {4, 2, 4, 5, 40, 4, 37}})
    for (std::int64_t filters = 1; filters <= 6; ++filters) {
      const std::int64_t taps = s.inputChannels * s.kernelHeight * s.kernelWidth,
                         pixels = s.outputHeight * s.outputWidth;
      const auto x = normalFloats(s.inputChannels * s.height * s.width), w = normalFloats(filters * taps, 0, 2),
                 bias = normalFloats(filters, 0, 3);
      std::vector<float> copies(
          static_cast<std::size_t>(s.inputChannels * s.kernelWidth * s.height * s.outputWidth + 64));
      std::vector<float> y(static_cast<std::size_t>(filters * pixels) + 1, 77);
      kernels_.shiftColumns(s, x.data(), copies.data());
      kernels_.rowConvolution(s, copies.data(), w.data(), bias.data(), y.data(), filters);
      EXPECT_EQ(y.back(), 77);
      for (std::int64_t f = 0; f < filters; ++f)
        for (std::int64_t pixel = 0; pixel < pixels; ++pixel) {
          double sum = static_cast<double>(bias[static_cast<std::size_t>(f)]);
          for (std::int64_t t = 0; t < taps; ++t) {
            const std::int64_t c = t / (s.kernelHeight * s.kernelWidth), ky = t / s.kernelWidth % s.kernelHeight,
                               row = c * s.height + pixel / s.outputWidth + ky,
                               column = pixel % s.outputWidth + t % s.kernelWidth;
            sum += static_cast<double>(w[static_cast<std::size_t>(f * taps + t)]) *
                   static_cast<double>(x[static_cast<std::size_t>(row * s.width + column)]);
          }
          EXPECT_NEAR(y[static_cast<std::size_t>(f * pixels + pixel)], sum, 1e-4);
        }
    }
}

TEST_P(Channels, ProductWithOneVector) {
  for (const std::int64_t block : {16, 32, 64})
    for (const std::int64_t outputs : {std::int64_t{1}, std::int64_t{10}, block - 3, block}) {
      if (outputs > block) continue;
      constexpr std::int64_t kInputs = 37;
      const auto x = normalFloats(kInputs), w = normalFloats(kInputs * block, 0, 2), bias = normalFloats(block, 0, 3);
      std::vector<float> y(static_cast<std::size_t>(outputs) + 1, 77);
      kernels_.vectorProduct(x.data(), kInputs, w.data(), block, bias.data(), y.data(), outputs);
      EXPECT_EQ(y.back(), 77);
      for (std::int64_t n = 0; n < outputs; ++n) {
        double sum = static_cast<double>(bias[static_cast<std::size_t>(n)]);
        for (std::int64_t k = 0; k < kInputs; ++k)
          sum += static_cast<double>(x[static_cast<std::size_t>(k)]) *
                 static_cast<double>(w[static_cast<std::size_t>(k * block + n)]);
        EXPECT_NEAR(y[static_cast<std::size_t>(n)], sum, 1e-5);
      }
    }
}

TEST_P(Channels, GradientOfDepthwiseWeights) {
  for (const auto& s :
       std::vector<DepthwiseWeights>{{16, 9, 5, 5, 5, 5, 1, 1, 1, 1},
                                     {16, 13, 3, 5, 3, 9, 2, 1, 1, 1},
                                     {8 * (kernels_.lanes == 16 ? 2 : 1), 12, 2, 3, 7, 4, 1, 2, 2, 2}}) {
    const std::int64_t height = (s.outputHeight - 1) * s.strideHeight + (s.kernelHeight - 1) * s.dilationHeight + 1;
    const auto x = normalFloats(height * s.width * s.block);
    const auto dy = normalFloats(s.outputHeight * s.outputWidth * s.block, 0, 2);
    const auto before = normalFloats(s.kernelHeight * s.kernelWidth * s.block, 0, 3);
    auto dw = before;
    std::vector<float> db(static_cast<std::size_t>(s.block), 1);
    kernels_.depthwiseWeights(s, x.data(), dy.data(), dw.data(), db.data());
    for (std::size_t i = 0; i < dw.size(); ++i) {
      const auto lane = static_cast<std::int64_t>(i) % s.block, tap = static_cast<std::int64_t>(i) / s.block;
      double sum = static_cast<double>(before[i]), all = 1;
      for (std::int64_t oy = 0; oy < s.outputHeight; ++oy)
        for (std::int64_t ox = 0; ox < s.outputWidth; ++ox) {
          const std::int64_t row = oy * s.strideHeight + tap / s.kernelWidth * s.dilationHeight,
                             column = ox * s.strideWidth + tap % s.kernelWidth * s.dilationWidth;
          const auto gradient =
              static_cast<double>(dy[static_cast<std::size_t>((oy * s.outputWidth + ox) * s.block + lane)]);
          sum += gradient * static_cast<double>(x[static_cast<std::size_t>((row * s.width + column) * s.block + lane)]);
          all += gradient;
        }
      EXPECT_NEAR(dw[i], sum, 1e-4);
      EXPECT_NEAR(db[static_cast<std::size_t>(lane)], all, 1e-4);
    }
  }
}

TEST_P(Channels, LanesAreExchangedByAMask) {
  constexpr std::int64_t kBlock = 16, kPixels = 3;
  const auto x = normalFloats(kBlock * kPixels);
  for (std::size_t mask = 0; mask < kBlock; ++mask) {
    std::vector<float> y(x.size());
    kernels_.swapLanes(x.data(), kPixels, kBlock, static_cast<std::int64_t>(mask), y.data());
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(y[i], x[i ^ mask]);
  }
}

TEST_P(Channels, ProductOfOneVectorWithRows) {
  for (const std::int64_t inputs : {1, 31, 37, 64, 100})
    for (const std::int64_t outputs : {1, 4, 7}) {
      const auto x = normalFloats(inputs), w = normalFloats(inputs * outputs, 0, 2), bias = normalFloats(outputs, 0, 3);
      std::vector<float> y(static_cast<std::size_t>(outputs) + 1, 77), plain(y);
      kernels_.rowProduct(x.data(), inputs, w.data(), bias.data(), y.data(), outputs);
      kernels_.rowProduct(x.data(), inputs, w.data(), nullptr, plain.data(), outputs);
      EXPECT_EQ(y.back(), 77);
      for (std::size_t n = 0; n < static_cast<std::size_t>(outputs); ++n) {
        double sum = 0;
        for (std::size_t k = 0; k < x.size(); ++k)
          sum += static_cast<double>(x[k]) * static_cast<double>(w[n * x.size() + k]);
        EXPECT_NEAR(plain[n], sum, 1e-5);
        EXPECT_NEAR(y[n], sum + static_cast<double>(bias[n]), 1e-5);
      }
    }
}

TEST_P(Channels, DensePoolingAgreesWithLanes) {
  // Compares a plane of single numbers with the same plane repeated in four lanes.
  for (const auto& p : std::vector<PoolingPlane>{{24, 24, 12, 12, 2, 2, 2, 2, 0, 0, 1},
                                                 {35, 70, 18, 35, 3, 3, 2, 2, 1, 1, 1},
                                                 {9, 66, 8, 64, 2, 3, 1, 1, 0, 0, 1},
                                                 {7, 40, 7, 40, 3, 3, 1, 1, 1, 1, 1},
                                                 {5, 3, 2, 1, 3, 3, 2, 2, 0, 0, 1}}) {
    auto x = normalFloats(p.height * p.width);
    x[x.size() / 2] = kNothing;
    std::vector<float> wide(x.size() * 4);
    for (std::size_t i = 0; i < wide.size(); ++i) wide[i] = x[i / 4];
    PoolingPlane lanes = p;
    lanes.lanes = 4;
    const auto outputs = static_cast<std::size_t>(p.outputHeight * p.outputWidth);
    std::vector<float> y(outputs), expected(outputs * 4);
    std::vector<std::int32_t> indices(outputs), expectedIndices(outputs * 4);
    kernels_.maxPool(p, x.data(), y.data(), indices.data());
    kernels_.maxPool(lanes, wide.data(), expected.data(), expectedIndices.data());
    for (std::size_t i = 0; i < outputs; ++i) {
      EXPECT_EQ(indices[i], expectedIndices[i * 4]);
      EXPECT_TRUE(y[i] == expected[i * 4] || (std::isnan(y[i]) && std::isnan(expected[i * 4])));
    }
    const std::vector<float> reciprocals = normalFloats(static_cast<std::int64_t>(outputs));
    kernels_.averagePool(p, x.data(), reciprocals.data(), y.data());
    kernels_.averagePool(lanes, wide.data(), reciprocals.data(), expected.data());
    for (std::size_t i = 0; i < outputs; ++i)
      EXPECT_TRUE(std::abs(y[i] - expected[i * 4]) < 1e-5f || (std::isnan(y[i]) && std::isnan(expected[i * 4])));
  }
}

}  // namespace
}  // namespace fovea::cpu
