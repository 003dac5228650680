// What is measured of an image while it is imported, and which images are nearly the same.
#include "core/data/image_facts.h"

#include "core/data/image_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

#include "core/base/random.h"
#include "core/data/image_fit.h"

namespace fovea {
namespace {

// A smooth picture with structure: no two seeds alike.
Tensor picture(std::int64_t channels, std::int64_t height, std::int64_t width, std::uint64_t seed, int noise = 0) {
  Random random(seed);
  double waves[24];
  for (double& wave : waves) wave = random.uniform() * 12 - 6;
  Random grain(seed + 1000);
  Tensor image = Tensor::make({DataType::UInt8, {channels, height, width}});
  std::uint8_t* pixel = image.data<std::uint8_t>();
  for (std::int64_t c = 0; c < channels; ++c)
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x) {
        const double u = static_cast<double>(x) / static_cast<double>(width);
        const double v = static_cast<double>(y) / static_cast<double>(height);
        double value = 128;
        for (int k = 0; k < 24; k += 3) value += 22 * std::sin(waves[k] * u * 2 + waves[k + 1] * v * 2 + waves[k + 2]);
        if (noise > 0) value += static_cast<double>(grain.below(static_cast<std::uint64_t>(2 * noise))) - noise;
        *pixel++ = static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0));
      }
  return image;
}

ImageFacts factsOf(const Tensor& image) {
  return imageFacts(image.shape(), image.values<std::uint8_t>());
}

int apart(const Tensor& a, const Tensor& b) {
  return std::popcount(factsOf(a).fingerprint ^ factsOf(b).fingerprint);
}

TEST(ImageFacts, BrightnessAndContrastAreThoseOfTheGreyImage) {
  const Tensor half = Tensor::of<std::uint8_t>({1, 1, 4}, {0, 0, 200, 200});
  EXPECT_EQ(factsOf(half).brightness, 100);
  EXPECT_EQ(factsOf(half).contrast, 100);
  EXPECT_TRUE(factsOf(half).tiny);
  EXPECT_FALSE(factsOf(half).blank);
  const Tensor red = Tensor::of<std::uint8_t>({3, 1, 1}, {255, 0, 0});
  EXPECT_EQ(factsOf(red).brightness, 76);
  EXPECT_TRUE(factsOf(red).blank);
}

TEST(ImageFacts, OneColourIsBlankWhateverItIs) {
  for (const std::uint8_t value : {0, 17, 255}) {
    Tensor image = Tensor::make({DataType::UInt8, {3, 40, 60}});
    std::fill(image.values<std::uint8_t>().begin(), image.values<std::uint8_t>().end(), value);
    EXPECT_TRUE(factsOf(image).blank);
    EXPECT_FALSE(factsOf(image).tiny);
    EXPECT_EQ(factsOf(image).fingerprint, 0u);
  }
}

TEST(ImageFacts, TheFingerprintOutlivesSizeNoiseAndGrey) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Tensor image = picture(3, 96, 128, seed);
    EXPECT_LE(apart(image, picture(3, 96, 128, seed, 6)), 3) << seed;
    EXPECT_LE(apart(image, fitImage(image, {3, 48, 70}).value()), 4) << seed;
    EXPECT_LE(apart(image, fitImage(image, {1, 96, 128}).value()), 2) << seed;
    EXPECT_GE(apart(image, picture(3, 96, 128, seed + 100)), 6) << seed;
  }
}

TEST(NearDuplicates, FindsWhatAComparisonOfAllPairsFinds) {
  Random random(4);
  std::vector<std::uint64_t> prints;
  for (int i = 0; i < 600; ++i) {
    prints.push_back(random.next64());
    for (std::uint64_t copies = random.below(3); copies > 0; --copies) {
      std::uint64_t near = prints[static_cast<std::size_t>(random.below(prints.size()))];
      for (std::uint64_t flips = random.below(6); flips > 0; --flips) near ^= std::uint64_t{1} << random.below(64);
      prints.push_back(near);
    }
  }
  for (const int distance : {0, 1, 3, 7}) {
    std::vector<std::uint32_t> group(prints.size());
    for (std::uint32_t i = 0; i < prints.size(); ++i) group[i] = i;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < prints.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
          if (std::popcount(prints[i] ^ prints[k]) <= distance && group[i] != group[k]) {
            group[i] = group[k] = std::min(group[i], group[k]);
            changed = true;
          }
    }
    std::vector<std::vector<std::uint32_t>> expected(prints.size());
    for (std::uint32_t i = 0; i < prints.size(); ++i) expected[group[i]].push_back(i);
    std::erase_if(expected, [](const auto& members) { return members.size() < 2; });
    EXPECT_EQ(nearDuplicates(prints, distance), expected) << distance;
  }
}

TEST(NearDuplicates, ManyTakeSeconds) {
  Random random(8);
  std::vector<std::uint64_t> prints(200'000);
  for (std::uint64_t& print : prints) print = random.next64();
  for (std::size_t i = 0; i < 1000; ++i) prints[100'000 + i] = prints[i] ^ (std::uint64_t{1} << random.below(64));
  std::fill(prints.begin() + 120'000, prints.begin() + 140'000, prints[5]);
  // Many that share most of their bits, as pictures of one kind do.
  for (std::size_t i = 140'000; i < 160'000; ++i) prints[i] &= 0xffffff;
  const auto start = std::chrono::steady_clock::now();
  const auto found = nearDuplicates(prints, 3);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  EXPECT_GE(found.size(), 1000u);
  EXPECT_EQ(found[5].size(), 20'002u);
}

}  // namespace
}  // namespace fovea
