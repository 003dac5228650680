// Measurements of an image during the import, and nearly identical images.
#include "core/data/store/image_facts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <functional>

#include "core/base/random.h"
#include "core/data/files/image_file.h"
#include "core/data/files/image_fit.h"
#include "core/data/store/stored_facts.h"

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

Tensor plain(std::array<std::uint8_t, 3> colour, std::int64_t side = 96) {
  Tensor image = Tensor::make({DataType::UInt8, {3, side, side}});
  for (std::int64_t c = 0; c < 3; ++c)
    std::fill_n(image.data<std::uint8_t>() + c * side * side, side * side, colour[static_cast<std::size_t>(c)]);
  return image;
}

void paint(Tensor& image, std::array<std::uint8_t, 3> colour, const std::function<bool(double, double)>& inside) {
  const std::int64_t side = image.shape()[1];
  for (std::int64_t y = 0; y < side; ++y)
    for (std::int64_t x = 0; x < side; ++x)
      if (inside(static_cast<double>(x), static_cast<double>(y)))
        for (std::int64_t c = 0; c < 3; ++c)
          image.data<std::uint8_t>()[(c * side + y) * side + x] = colour[static_cast<std::size_t>(c)];
}

Tensor disc(std::array<std::uint8_t, 3> ground, std::array<std::uint8_t, 3> colour) {
  Tensor image = plain(ground);
  paint(image, colour, [](double x, double y) { return std::hypot(x - 48, y - 40) < 28; });
  return image;
}

// One to three things of one colour each on a plain ground, as icons and drawings are.
Tensor graphic(std::uint64_t seed) {
  Random random(seed);
  const auto colour = [&] {
    return std::array{static_cast<std::uint8_t>(random.below(256)), static_cast<std::uint8_t>(random.below(256)),
                      static_cast<std::uint8_t>(random.below(256))};
  };
  Tensor image = plain(colour());
  for (std::uint64_t left = 1 + random.below(3); left > 0; --left) {
    const auto x0 = static_cast<double>(random.below(80)) - 10, y0 = static_cast<double>(random.below(80)) - 10;
    const auto size = static_cast<double>(15 + random.below(45));
    const bool round = random.below(2) == 0;
    paint(image, colour(), [=](double x, double y) {
      if (round) return std::hypot(x - x0 - size / 2, y - y0 - size / 2) < size / 2;
      return x >= x0 && x < x0 + size && y >= y0 && y < y0 + size * 0.7;
    });
  }
  return image;
}

TEST(ImageFacts, ColoursOfOneGreyAreNeitherBlankNorDark) {
  const Tensor blueOnRed = disc({200, 0, 0}, {0, 0, 255});
  EXPECT_FALSE(factsOf(blueOnRed).blank);
  EXPECT_FALSE(factsOf(blueOnRed).dark);
  EXPECT_GT(factsOf(blueOnRed).contrast, 80);
  const Tensor sameGrey = disc({150, 0, 0}, {0, 76, 0});
  EXPECT_FALSE(factsOf(sameGrey).blank);
  EXPECT_NE(factsOf(sameGrey).fingerprint, 0u);
  EXPECT_FALSE(factsOf(plain({0, 0, 255})).dark);
  EXPECT_TRUE(factsOf(disc({20, 10, 0}, {0, 20, 30})).dark);
  EXPECT_TRUE(factsOf(plain({60, 0, 0})).dark);
}

TEST(ImageFacts, TheColourOfTheWholeIsKept) {
  EXPECT_EQ(factsOf(plain({90, 90, 90})).colour, 0x88);
  EXPECT_EQ(factsOf(Tensor::zeros({DataType::UInt8, {1, 20, 20}})).colour, 0x88);
  EXPECT_GT(factsOf(plain({0, 0, 255})).colour >> 4, 0x8 + 4);
  EXPECT_GT(factsOf(plain({255, 0, 0})).colour & 15, 0x8 + 4);
}

// A drawing and its JPEG are as good as one; two drawings are not, whatever they have in common.
TEST(ImageFacts, FlatGraphicsAreFoundInTheirCompressedForm) {
  if (!canDecodeImages()) GTEST_SKIP() << "JPEG cannot be written";
  constexpr std::size_t kGraphics = 160;
  std::vector<StoredFacts> drawn, compressed;
  for (std::uint64_t seed = 0; seed < kGraphics; ++seed) {
    const Tensor image = graphic(seed);
    drawn.push_back(storedFacts(image));
    compressed.push_back(storedFacts(*decodeImage(*encodeImage(image, Encoding::Jpeg, 85))));
  }
  std::size_t found = 0, wrong = 0, bad = 0;
  for (std::size_t i = 0; i < kGraphics; ++i) {
    found += areNear(drawn[i], compressed[i]);
    bad += drawn[i].blank();
    for (std::size_t k = 0; k < i; ++k) wrong += areNear(drawn[i], drawn[k]);
  }
  EXPECT_GE(found, kGraphics * 95 / 100);
  EXPECT_LE(wrong, 4u) << "of " << kGraphics * (kGraphics - 1) / 2 << " pairs";
  EXPECT_EQ(bad, 0u);
}

TEST(ImageFacts, TheSameShapeInOtherColoursIsAnotherPicture) {
  const StoredFacts one = storedFacts(disc({200, 30, 30}, {30, 30, 200}));
  EXPECT_TRUE(areNear(one, one));
  EXPECT_FALSE(areNear(one, storedFacts(disc({30, 30, 200}, {200, 30, 30}))));
  EXPECT_FALSE(areNear(one, storedFacts(disc({20, 90, 20}, {200, 0, 30}))));
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
