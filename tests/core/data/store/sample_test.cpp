// The record of a sample: what goes in comes out, and nothing that a disk can do to it is a crash.
#include "core/data/store/sample.h"

#include <cstring>

#include "core/base/random.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

constexpr std::int32_t kLabels[] = {2, 5};
constexpr Box kBoxes[] = {{1, 2, 3.5, 4, 1}, {0, 0, 5, 4, 0}};

// A record with everything that one can hold.
std::string someRecord() {
  const Shape shape{3, 4, 5};
  const auto pixels = pixelsOf(1, shape);
  const float numbers[] = {0.5f, -1, 3};
  const Tensor target = Tensor::of<float>(Shape{3}, {numbers[0], numbers[1], numbers[2]});
  SampleView sample = rawSample(shape, pixels, 7, Split::Validation, "folder/file.gz", 41);
  sample.hash = contentHash(pixels);
  sample.target = rawContent(target);
  sample.labels = std::span<const std::int32_t>(kLabels);
  sample.boxes = std::span<const Box>(kBoxes);
  sample.group = "patient 3";
  std::string record;
  encodeSample(sample, record);
  return record;
}

// As the first version wrote it.
std::string firstRecord() {
  return test::firstRecord(Shape{3, 4, 5}, pixelsOf(1, Shape{3, 4, 5}), 7, Split::Validation, "folder/file.gz", 41);
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
  EXPECT_EQ(view->input.type, (TensorType{DataType::UInt8, Shape{3, 4, 5}}));
  EXPECT_EQ(view->input.encoding, Encoding::Raw);
  EXPECT_EQ(view->label, 7);
  EXPECT_EQ(view->split, Split::Validation);
  EXPECT_EQ(view->source, "folder/file.gz");
  EXPECT_EQ(view->sourceIndex, 41u);
  EXPECT_TRUE(verifyInput(*view).ok());
  const auto sample = view->copy();
  ASSERT_TRUE(sample.ok());
  const auto pixels = pixelsOf(1, Shape{3, 4, 5});
  EXPECT_EQ(std::memcmp(sample->input.raw(), pixels.data(), pixels.size()), 0);
  EXPECT_EQ(sample->hash, contentHash(pixels));
  EXPECT_EQ(sample->labels, (std::vector<std::int32_t>{2, 5}));
  EXPECT_EQ(sample->boxes, (std::vector<Box>{kBoxes[0], kBoxes[1]}));
  EXPECT_EQ(sample->group, "patient 3");
  ASSERT_EQ(sample->target.type(), (TensorType{DataType::Float32, Shape{3}}));
  EXPECT_EQ(sample->target.data<float>()[1], -1);
}

TEST(Sample, OfTheFirstVersionIsStillRead) {
  const std::string record = firstRecord();
  const auto view = decodeSample(bytesOf(record));
  ASSERT_TRUE(view.ok()) << view.error().text();
  EXPECT_EQ(view->input.type, (TensorType{DataType::UInt8, Shape{3, 4, 5}}));
  EXPECT_EQ(view->label, 7);
  EXPECT_EQ(view->split, Split::Validation);
  EXPECT_EQ(view->source, "folder/file.gz");
  EXPECT_EQ(view->sourceIndex, 41u);
  EXPECT_FALSE(view->target);
  EXPECT_TRUE(verifyInput(*view).ok());
  EXPECT_TRUE(std::ranges::equal(view->input.bytes, pixelsOf(1, Shape{3, 4, 5})));
}

TEST(Sample, RefusesWhatItCannotHold) {
  const std::vector<std::uint8_t> bytes(24);
  const auto refused = [&](DataType dtype, const Shape& shape, Encoding encoding = Encoding::Raw) {
    return !checkContent({{dtype, shape}, encoding, bytes}).ok();
  };
  EXPECT_FALSE(refused(DataType::UInt8, Shape{24}));
  EXPECT_FALSE(refused(DataType::Float32, Shape{2, 3}));
  EXPECT_FALSE(refused(DataType::UInt8, Shape{3, 100, 100}, Encoding::Png));
  EXPECT_TRUE(refused(DataType::UInt8, Shape{23}));
  EXPECT_TRUE(refused(DataType::Float64, Shape{3}));
  EXPECT_TRUE(refused(DataType::UInt8, Shape{24, 1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(refused(DataType::UInt8, Shape{0, 24}));
  EXPECT_TRUE(refused(DataType::Float32, Shape{6}, Encoding::Png));
  EXPECT_TRUE(refused(DataType::UInt8, Shape{100, 100}, Encoding::Jpeg));
  EXPECT_TRUE(refused(DataType::UInt8, Shape{3, 20000, 20000}, Encoding::Jpeg));
}

TEST(Sample, CutOffAnywhereIsCorrupt) {
  for (const std::string& record : {someRecord(), firstRecord()}) {
    for (std::size_t size = 0; size < record.size(); ++size) {
      const std::vector<std::uint8_t> part(record.begin(), record.begin() + static_cast<std::ptrdiff_t>(size));
      const auto view = decodeSample(part);
      ASSERT_FALSE(view.ok());
      EXPECT_EQ(view.error().code, ErrorCode::Corrupt);
    }
    EXPECT_EQ(decodeSample(bytesOf(record + "x")).error().code, ErrorCode::Corrupt);
  }
}

TEST(Sample, EveryFlippedBitIsNoticed) {
  for (const std::string& record : {someRecord(), firstRecord()})
    for (std::size_t bit = 0; bit < record.size() * 8; ++bit) {
      std::string damaged = record;
      damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
      const auto view = decodeSample(bytesOf(damaged));
      EXPECT_FALSE(view.ok() && verifyInput(*view).ok()) << "bit " << bit;
    }
}

TEST(Sample, RandomBytesAreNeverACrash) {
  Random random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string record = round % 3 == 0   ? someRecord()
                         : round % 3 == 1 ? firstRecord()
                                          : std::string(random.below(200), '\0');
    for (std::uint64_t change = 0; change < 1 + random.below(8) && !record.empty(); ++change)
      record[random.below(record.size())] = static_cast<char>(random.next32());
    const auto view = decodeSample(bytesOf(record));
    if (view.ok()) {
      EXPECT_LE(view->input.bytes.size(), record.size());
    }
  }
}

TEST(Sample, ANewerRecordIsNotReadWrongly) {
  std::string record = someRecord();
  record[4] = 5;
  const auto view = decodeSample(bytesOf(record));
  ASSERT_FALSE(view.ok());
  EXPECT_EQ(view.error().code, ErrorCode::NewerVersion);
}

TEST(Task, HasAName) {
  for (const Task task : kTasks) EXPECT_EQ(taskFromName(taskName(task)).value(), task);
  EXPECT_TRUE(contains(taskFromName("guess").error().text(), "segmentation"));
}

TEST(Split, HasAName) {
  for (const Split split : kSplits) EXPECT_EQ(splitFromName(splitName(split)).value(), split);
  EXPECT_TRUE(contains(splitFromName("val").error().text(), "validation"));
}

}  // namespace
}  // namespace fovea::test
