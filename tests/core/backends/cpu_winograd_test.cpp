// Tests Winograd's algorithm on every instruction set of this processor, even those that the device would not choose:
// all three passes against plain sums in double precision.
#include "core/backends/cpu/convolution/winograd.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"

namespace fovea::cpu {
namespace {

using Numbers = std::vector<float>;

// Channels in blocks of `lanes`, as in the convolution's layout.
struct Image {
  std::int64_t batch, channels, height, width, lanes;
  std::int64_t count() const { return batch * channels * height * width; }
  std::size_t at(std::int64_t n, std::int64_t c, std::int64_t y, std::int64_t x) const {
    return static_cast<std::size_t>((((n * channels + c) / lanes * height + y) * width + x) * lanes + c % lanes);
  }
};

Numbers randomNumbers(std::int64_t count, std::uint64_t seed) {
  Random random(seed);
  Numbers numbers(static_cast<std::size_t>(count));
  for (float& number : numbers) number = static_cast<float>(random.normal());
  return numbers;
}

ConvolutionGeometry geometryOf(std::int64_t batch, std::int64_t inputs, std::int64_t outputs, std::int64_t height,
                               std::int64_t width, std::vector<std::int64_t> padding) {
  FieldValues attributes{{"stride", std::vector<std::int64_t>{1, 1}},
                         {"padding", std::move(padding)},
                         {"dilation", std::vector<std::int64_t>{1, 1}},
                         {"groups", std::int64_t{1}}};
  return readConvolution(attributes, {batch, inputs, height, width}, {outputs, inputs, 3, 3}).value();
}

// Calls visit(x's place, weight's place, y's place) for each product of the convolution.
template <class Visit>
void forEachProduct(const ConvolutionGeometry& g, const Image& x, const Image& y, Visit visit) {
  for (std::int64_t n = 0; n < y.batch; ++n)
    for (std::int64_t m = 0; m < y.channels; ++m)
      for (std::int64_t c = 0; c < x.channels; ++c)
        for (std::int64_t i = 0; i < y.height * y.width * 9; ++i) {
          const std::int64_t k = i % 9, row = i / 9 / y.width, column = i / 9 % y.width;
          const std::int64_t fromRow = row + k / 3 - g.height.before, fromColumn = column + k % 3 - g.width.before;
          if (fromRow < 0 || fromRow >= x.height || fromColumn < 0 || fromColumn >= x.width) continue;
          visit(x.at(n, c, fromRow, fromColumn), static_cast<std::size_t>((m * x.channels + c) * 9 + k),
                y.at(n, m, row, column));
        }
}

// Uses a tenth of the tolerance that KernelPlan::approximate allows.
void expectClose(const std::vector<double>& expected, const Numbers& actual) {
  double difference = 0, norm = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    difference += (expected[i] - static_cast<double>(actual[i])) * (expected[i] - static_cast<double>(actual[i]));
    norm += expected[i] * expected[i];
  }
  EXPECT_LT(std::sqrt(difference), 1e-5 * std::sqrt(norm));
}

class CpuWinograd : public testing::TestWithParam<std::size_t> {
 protected:
  void check(const ConvolutionGeometry& g) {
    SCOPED_TRACE(kernels_.name + (" " + g.inputShape().toString() + " to " + g.outputShape().toString()));
    ASSERT_TRUE(winogradTakes(g, kernels_).ok());
    const Image x{g.batch, g.inputChannels, g.height.input, g.width.input, kernels_.lanes};
    const Image y{g.batch, g.outputChannels, g.outputHeight, g.outputWidth, kernels_.lanes};
    const Numbers from = randomNumbers(x.count(), 1), weight = randomNumbers(9 * x.channels * y.channels, 2),
                  bias = randomNumbers(y.channels, 3), dy = randomNumbers(y.count(), 4);
    std::vector<double> forward(dy.size(), 0), dx(from.size(), 0), dweight(weight.size(), 0), dbias(bias.size(), 0);
    forEachProduct(g, x, y, [&](std::size_t atX, std::size_t atWeight, std::size_t atY) {
      forward[atY] += static_cast<double>(from[atX]) * static_cast<double>(weight[atWeight]);
      dx[atX] += static_cast<double>(dy[atY]) * static_cast<double>(weight[atWeight]);
      dweight[atWeight] += static_cast<double>(from[atX]) * static_cast<double>(dy[atY]);
    });
    for (std::int64_t n = 0; n < y.batch; ++n)
      for (std::int64_t m = 0; m < y.channels; ++m)
        for (std::int64_t i = 0; i < y.height * y.width; ++i) {
          const std::size_t at = y.at(n, m, i / y.width, i % y.width);
          forward[at] += static_cast<double>(bias[static_cast<std::size_t>(m)]);
          dbias[static_cast<std::size_t>(m)] += static_cast<double>(dy[at]);
        }
    expectClose(forward, convolved(g, false, from, weight, bias.data(), dy.size()));
    expectClose(dx, convolved(g, true, dy, weight, nullptr, from.size()));
    const WinogradWeights gradients(g, kernels_);
    Numbers scratch(gradients.scratchBytes() / sizeof(float), kNone), ofWeight(weight.size(), kNone),
        ofBias(bias.size(), kNone);
    gradients.run(from.data(), dy.data(), ofWeight.data(), ofBias.data(), scratch.data());
    expectClose(dweight, ofWeight);
    expectClose(dbias, ofBias);
  }

  // Filters transformed in each run and filters transformed in advance give the same bits.
  Numbers convolved(const ConvolutionGeometry& g, bool backward, const Numbers& from, const Numbers& weight,
                    const float* bias, std::size_t count) {
    const WinogradConvolution each(g, backward, false, kernels_), given(g, backward, true, kernels_);
    Numbers scratch(each.scratchBytes() / sizeof(float), kNone), result(count, kNone),
        again = result, filters(given.filters()->bytes() / sizeof(float));
    each.run(from.data(), weight.data(), bias, result.data(), scratch.data());
    given.filters()->fill(weight.data(), filters.data());
    given.run(from.data(), filters.data(), bias, again.data(), scratch.data());
    EXPECT_EQ(result, again);
    return result;
  }

  static constexpr float kNone = std::numeric_limits<float>::quiet_NaN();
  const SimdKernels& kernels_ = *simdKernelSets()[GetParam()];
};

TEST_P(CpuWinograd, AgreesWithPlainSums) {
  check(geometryOf(2, 16, 16, 9, 7, {1, 1, 1, 1}));
  check(geometryOf(1, 32, 80, 8, 12, {1, 1, 1, 1}));    // panels of output channels, the last one narrow
  check(geometryOf(3, 80, 32, 6, 5, {0, 0, 0, 0}));     // and panels of input channels
  check(geometryOf(1, 16, 32, 5, 11, {0, 2, 1, 0}));    // uneven padding
  check(geometryOf(1, 144, 16, 3, 3, {2, 2, 2, 2}));    // more terms than fit in the cache at once, one tile
  check(geometryOf(40, 16, 16, 12, 12, {1, 1, 1, 1}));  // several groups of tiles
}

// Winograd's algorithm supports no other geometries.
TEST_P(CpuWinograd, RefusesOtherGeometries) {
  EXPECT_TRUE(winogradTakes(geometryOf(1, 16, 16, 8, 8, {1, 1, 1, 1}), kernels_).ok());
  EXPECT_FALSE(winogradTakes(geometryOf(1, 17, 16, 8, 8, {1, 1, 1, 1}), kernels_).ok());
  EXPECT_FALSE(winogradTakes(geometryOf(0, 16, 16, 8, 8, {1, 1, 1, 1}), kernels_).ok());
  ConvolutionGeometry steps = geometryOf(1, 16, 16, 8, 8, {1, 1, 1, 1});
  steps.width.stride = 2;
  EXPECT_FALSE(winogradTakes(steps, kernels_).ok());
  ConvolutionGeometry groups = geometryOf(1, 16, 16, 8, 8, {1, 1, 1, 1});
  groups.groups = 2;
  EXPECT_FALSE(winogradTakes(groups, kernels_).ok());
}

INSTANTIATE_TEST_SUITE_P(Sets, CpuWinograd, testing::Range<std::size_t>(0, simdKernelSets().size()));

}  // namespace
}  // namespace fovea::cpu
