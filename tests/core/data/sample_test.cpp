// The record of a sample: what goes in comes out, and nothing that a disk can do to it is a crash.
#include "core/data/sample.h"

#include <cstring>

#include "core/base/random.h"
#include "data_support.h"

namespace fovea::test {
namespace {

std::span<const std::uint8_t> bytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::string someRecord() {
  const Shape shape{3, 4, 5};
  const auto pixels = pixelsOf(1, shape);
  std::string record;
  encodeSample({shape, pixels, 7, Split::Validation, "folder/file.gz", 41, {}}, record);
  return record;
}

TEST(ContentHash, IsMurmurHash3) {
  EXPECT_EQ(contentHash({}).toString(), "00000000000000000000000000000000");
  EXPECT_EQ(contentHash(bytesOf("hello")).toString(), "cbd8a7b341bd9b025b1e906a48ae1d19");
  EXPECT_EQ(contentHash(bytesOf("The quick brown fox jumps over the lazy dog")).toString(),
            "e34bbc7bbc071b6c7a433ca9c49a9347");
}

TEST(Sample, ComesBackAsItWasWritten) {
  const std::string record = someRecord();
  const auto view = decodeSample(bytesOf(record));
  ASSERT_TRUE(view.ok()) << view.error().text();
  EXPECT_EQ(view->shape, (Shape{3, 4, 5}));
  EXPECT_EQ(view->label, 7);
  EXPECT_EQ(view->split, Split::Validation);
  EXPECT_EQ(view->source, "folder/file.gz");
  EXPECT_EQ(view->sourceIndex, 41u);
  EXPECT_TRUE(verifyPixels(*view).ok());
  const auto sample = view->copy();
  ASSERT_TRUE(sample.ok());
  const auto pixels = pixelsOf(1, Shape{3, 4, 5});
  EXPECT_EQ(std::memcmp(sample->pixels.raw(), pixels.data(), pixels.size()), 0);
  EXPECT_EQ(sample->hash, contentHash(pixels));
}

TEST(Sample, CutOffAnywhereIsCorrupt) {
  const std::string record = someRecord();
  for (std::size_t size = 0; size < record.size(); ++size) {
    const std::vector<std::uint8_t> part(record.begin(), record.begin() + static_cast<std::ptrdiff_t>(size));
    const auto view = decodeSample(part);
    ASSERT_FALSE(view.ok());
    EXPECT_EQ(view.error().code, ErrorCode::Corrupt);
  }
  EXPECT_EQ(decodeSample(bytesOf(record + "x")).error().code, ErrorCode::Corrupt);
}

TEST(Sample, EveryFlippedBitIsNoticed) {
  const std::string record = someRecord();
  for (std::size_t bit = 0; bit < record.size() * 8; ++bit) {
    std::string damaged = record;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    const auto view = decodeSample(bytesOf(damaged));
    EXPECT_FALSE(view.ok() && verifyPixels(*view).ok()) << "bit " << bit;
  }
}

TEST(Sample, RandomBytesAreNeverACrash) {
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string record = round % 2 == 0 ? someRecord() : std::string(random.below(200), '\0');
    for (std::uint64_t change = 0; change < 1 + random.below(8) && !record.empty(); ++change)
      record[random.below(record.size())] = static_cast<char>(random.next32());
    const auto view = decodeSample(bytesOf(record));
    if (view.ok()) {
      EXPECT_LE(view->pixels.size(), record.size());
    }
  }
}

TEST(Sample, ANewerRecordIsNotReadWrongly) {
  std::string record = someRecord();
  record[4] = 2;
  const auto view = decodeSample(bytesOf(record));
  ASSERT_FALSE(view.ok());
  EXPECT_EQ(view.error().code, ErrorCode::NewerVersion);
}

TEST(Split, HasAName) {
  for (const Split split : kSplits) EXPECT_EQ(splitFromName(splitName(split)).value(), split);
  EXPECT_TRUE(contains(splitFromName("val").error().text(), "validation"));
}

}  // namespace
}  // namespace fovea::test
