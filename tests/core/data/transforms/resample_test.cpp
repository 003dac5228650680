// Bringing an image to another size: close to the exact sums, and the same whole numbers on every processor.
#include "core/data/transforms/resample.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"

namespace fovea {
namespace {

struct Image {
  std::int64_t channels, height, width;
  std::vector<std::uint8_t> pixels;

  Image(std::int64_t c, std::int64_t h, std::int64_t w)
      : channels(c), height(h), width(w), pixels(static_cast<std::size_t>(c * h * w)) {}
  PixelView view() const { return {pixels.data(), channels, height, width}; }
  PixelPlanes planes() { return {pixels.data(), channels, height, width}; }
};

Image noise(std::int64_t channels, std::int64_t height, std::int64_t width, Random& random) {
  Image image(channels, height, width);
  for (std::uint8_t& pixel : image.pixels) pixel = static_cast<std::uint8_t>(random.below(256));
  return image;
}

// The weights of one target place over the source, from their formula.
std::vector<double> exactWeights(double scale, double offset, std::int64_t extent, std::int64_t place) {
  const double reach = std::max(1.0, std::abs(scale)), centre = scale * (static_cast<double>(place) + 0.5) + offset;
  std::vector<double> weights(static_cast<std::size_t>(extent), 0.0);
  if (centre < 0 || centre > static_cast<double>(extent)) return weights;
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i)
    sum += weights[i] = std::max(0.0, 1 - std::abs(static_cast<double>(i) + 0.5 - centre) / reach);
  for (double& weight : weights) weight /= sum;
  return weights;
}

TEST(Resample, IsTheSumOfItsFormula) {
  Random random(1);
  ResampleScratch scratch;
  for (const Point scale : {Point{2.3, 1.4}, {0.4, 0.7}, {-1.7, 3.1}, {5.2, 6.5}, {1.0 / 3, -2}}) {
    const Image source = noise(2, 40, 52, random);
    Image target(2, 13, 11);
    const Point offset{scale.x < 0 ? 50.0 : -1.5, scale.y < 0 ? 38.0 : 0.25};
    resample(source.view(), scale, offset, 7, target.planes(), scratch);
    for (std::int64_t c = 0; c < 2; ++c)
      for (std::int64_t y = 0; y < 13; ++y)
        for (std::int64_t x = 0; x < 11; ++x) {
          const auto down = exactWeights(scale.y, offset.y, 40, y), across = exactWeights(scale.x, offset.x, 52, x);
          double sum = 0, weight = 0;
          for (std::size_t i = 0; i < 40; ++i)
            for (std::size_t k = 0; k < 52; ++k) {
              sum += down[i] * across[k] * source.view().row(c, static_cast<std::int64_t>(i))[k];
              weight += down[i] * across[k];
            }
          if (weight < 0.5) sum = 7;
          EXPECT_NEAR(target.planes().row(c, y)[x], sum, 0.6) << scale.x << " at " << x << ", " << y;
        }
  }
}

TEST(Resample, IsTheSameOnEveryProcessor) {
  Random random(2);
  ResampleScratch fast, plain;
  for (int round = 0; round < 300; ++round) {
    const auto side = [&](std::uint64_t most) { return 1 + static_cast<std::int64_t>(random.below(most)); };
    const Image source = noise(side(3), side(70), side(90), random);
    Image one(source.channels, side(40), side(40)), other(source.channels, one.height, one.width);
    const auto scaleOf = [&] { return (random.below(2) == 0 ? -1 : 1) * std::exp(4 * random.uniform() - 1.5); };
    const Point scale{scaleOf(), scaleOf()};
    const Point offset{random.uniform() * static_cast<double>(source.width),
                       random.uniform() * static_cast<double>(source.height)};
    const auto fill = static_cast<std::uint8_t>(random.below(2) * 255);
    resample(source.view(), scale, offset, fill, one.planes(), fast);
    resamplePlainly(source.view(), scale, offset, fill, other.planes(), plain);
    ASSERT_EQ(one.pixels, other.pixels) << source.width << " to " << one.width << " by " << scale.x;
  }
}

TEST(Resample, WhatIsEvenStaysEven) {
  ResampleScratch scratch;
  for (const std::uint8_t value : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{128}, std::uint8_t{255}}) {
    Image source(1, 375, 500), target(1, 224, 224);
    std::fill(source.pixels.begin(), source.pixels.end(), value);
    resample(source.view(), {1.37, 1.11}, {100.3, 20.7}, value, target.planes(), scratch);
    EXPECT_EQ(target.pixels, std::vector<std::uint8_t>(target.pixels.size(), value));
  }
}

}  // namespace
}  // namespace fovea
