// The measurements of every image are stored in its data set, and nearly identical images in two splits are counted.
#include "core/data/store/stored_facts.h"

#include "../import_support.h"

namespace fovea {
namespace {

using test::importMade;
using test::MadeItems;
using test::TemporaryFolder;

constexpr std::int64_t kSide = 32;

// A field of slopes, no two seeds alike; `noise` moves each pixel a little.
Tensor slopes(std::uint64_t seed, int noise = 0) {
  Random random(seed);
  std::array<int, 64> corners{};
  for (int& corner : corners) corner = static_cast<int>(random.below(200));
  Tensor image = Tensor::make({DataType::UInt8, {1, kSide, kSide}});
  std::uint8_t* pixel = image.data<std::uint8_t>();
  Random grain(seed + 77);
  for (std::int64_t y = 0; y < kSide; ++y)
    for (std::int64_t x = 0; x < kSide; ++x) {
      const int value = corners[static_cast<std::size_t>(8 * (y / 4) + x / 4)] + 20;
      *pixel++ = static_cast<std::uint8_t>(value + (noise > 0 ? static_cast<int>(grain.below(3)) : 0));
    }
  return image;
}

MadeItems madeOf(std::vector<Tensor> images, std::vector<Split> splits) {
  MadeItems made;
  for (std::size_t i = 0; i < images.size(); ++i) {
    ImportItem item;
    item.source = "file " + std::to_string(i);
    item.label = 0;
    item.split = splits[i];
    made.items.push_back(std::move(item));
  }
  made.make = [images = std::move(images)](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = images[static_cast<std::size_t>(index)];
    return item;
  };
  return made;
}

TEST(StoredFacts, OfImagesAndOfAnythingElse) {
  const Tensor image = slopes(1);
  const StoredFacts facts = storedFacts(image);
  EXPECT_TRUE(facts.known() && facts.image());
  EXPECT_FALSE(facts.blank() || facts.tiny());
  EXPECT_EQ(facts.fingerprint, imageFacts(image.shape(), image.values<std::uint8_t>()).fingerprint);
  EXPECT_EQ(facts.width, 32u);
  EXPECT_EQ(facts.height, 32u);
  EXPECT_EQ(facts.channels, 1u);
  const StoredFacts wave = storedFacts(Tensor::make({DataType::Float32, {2, 16000}}));
  EXPECT_TRUE(wave.known());
  EXPECT_FALSE(wave.image());
  EXPECT_EQ(wave.width, 16000u);
  EXPECT_EQ(wave.height, 1u);
  EXPECT_EQ(wave.channels, 2u);
  EXPECT_TRUE(storedFacts(Tensor::make({DataType::UInt8, {3, 4, 50}})).tiny());
}

TEST(StoredFacts, StandInTheOrderOfTheSamplesOfEachSplit) {
  const TemporaryFolder folder;
  std::vector<Tensor> images;
  std::vector<Split> splits;
  for (std::size_t i = 0; i < 300; ++i) {
    images.push_back(slopes(i));
    splits.push_back(kSplits[i % 3]);
  }
  ImportTuning tuning;
  tuning.sealBytes = 40 << 10;
  ASSERT_TRUE(importMade(madeOf(images, splits), folder / "data", {}, tuning).ok());
  const auto dataset = Dataset::open(folder / "data");
  ASSERT_TRUE(dataset.ok());
  const auto facts = (*dataset)->facts();
  ASSERT_TRUE(facts.ok()) << facts.error().text();
  ASSERT_EQ(facts->size(), 300u);
  for (std::uint32_t record = 0; record < 300; ++record)
    EXPECT_EQ((*facts)[record], storedFacts((*dataset)->record(record)->copy()->input));
}

TEST(StoredFacts, NearlyTheSameInAnotherSplitIsCounted) {
  const TemporaryFolder folder;
  // Two of the test samples are near one of training, one of validation too; the blank one is near nothing.
  Tensor blank = Tensor::zeros({DataType::UInt8, {1, kSide, kSide}});
  Tensor white = Tensor::make({DataType::UInt8, {1, kSide, kSide}});
  std::fill(white.values<std::uint8_t>().begin(), white.values<std::uint8_t>().end(), std::uint8_t{1});
  const MadeItems made =
      madeOf({slopes(1), slopes(2), slopes(3), blank, slopes(1, 1), slopes(2, 1), slopes(4), white, slopes(3, 1)},
             {Split::Train, Split::Train, Split::Train, Split::Train, Split::Test, Split::Test, Split::Test,
              Split::Test, Split::Validation});
  const auto summary = importMade(made, folder / "data");
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->nearDuplicates, 3);
  EXPECT_EQ((*Dataset::open(folder / "data"))->info().nearDuplicates, 3);
}

TEST(StoredFacts, WhatIsAddedIsComparedWithWhatWasThere) {
  const TemporaryFolder folder;
  ASSERT_EQ(importMade(madeOf({slopes(1), slopes(2)}, {Split::Train, Split::Test}), folder / "data")->nearDuplicates,
            0);
  const auto added = importMade(madeOf({slopes(1, 1), slopes(5)}, {Split::Test, Split::Test}), folder / "data");
  ASSERT_TRUE(added.ok()) << added.error().text();
  EXPECT_EQ(added->nearDuplicates, 1);
  const auto dataset = Dataset::open(folder / "data");
  EXPECT_EQ((*dataset)->facts()->size(), 4u);
}

TEST(StoredFacts, OfManyImagesAllAlikeAreCountedInTime) {
  std::vector<StoredFacts> facts(200'000, storedFacts(slopes(1)));
  std::vector<std::uint8_t> splits(facts.size());
  for (std::size_t i = 0; i < splits.size(); i += 2) splits[i] = 2;
  EXPECT_EQ(nearAcrossSplits(facts, splits), 100'000);
}

}  // namespace
}  // namespace fovea
