// A data set of some samples of another: the same bytes, with the edits carried out.
#include "core/data/store/dataset_export.h"

#include <gtest/gtest.h>

#include <cstring>

#include "core/data/files/image_file.h"
#include "tests/core/data/data_support.h"

namespace fovea::test {
namespace {

TEST(DatasetExport, HoldsTheRecordsInTheirOrderWithTheEdits) {
  const TemporaryFolder folder;
  auto dataset = openDataset(makeDataset(folder / "set", {6, 2, 2}));
  dataset = *dataset->edited({EditKind::Relabel, {4}, 2});
  dataset = *dataset->edited({EditKind::Move, {9}, kNoLabel, Split::Train});
  const std::vector<std::uint32_t> records = {9, 4, 0};
  const auto summary = exportSamples(*dataset, records, folder / "new", "chosen", {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->skipped, 0);
  const auto chosen = openDataset(folder / "new");
  EXPECT_EQ(chosen->info().name, "chosen");
  EXPECT_EQ(chosen->info().source, (folder / "set").string());
  EXPECT_EQ(chosen->size(Split::Train), 3);
  const auto labels = chosen->labels(Split::Train);
  EXPECT_EQ(std::vector<std::int32_t>(labels.begin(), labels.end()), (std::vector<std::int32_t>{0, 2, 0}));
  for (std::int64_t i = 0; i < 3; ++i) {
    const auto sample = chosen->view(Split::Train, i);
    const auto original = dataset->record(records[static_cast<std::size_t>(i)]);
    EXPECT_EQ(sample->hash, original->hash);
    EXPECT_EQ(sample->sourceIndex, original->sourceIndex);
  }
  EXPECT_FALSE(chosen->journal().canUndo());
}

TEST(DatasetExport, TakesEncodedBytesAsTheyAre) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build writes no PNG";
  const TemporaryFolder folder;
  auto writer = DatasetWriter::create(folder / "set", {"png", "test", "x", {}, {"a"}});
  ASSERT_TRUE(writer.ok());
  Tensor image = Tensor::make({DataType::UInt8, {1, 9, 7}});
  std::memset(image.raw(), 90, image.bytes());
  const auto bytes = encodeImage(image, Encoding::Png, 0);
  ASSERT_TRUE(bytes.ok());
  SampleView sample = rawSample(image.shape(), image.values<std::uint8_t>(), 0, Split::Train, "x", 0);
  sample.input.encoding = Encoding::Png;
  sample.input.bytes = {reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size()};
  ASSERT_TRUE((*writer)->add(sample).ok());
  ASSERT_TRUE((*writer)->finish().ok());
  ASSERT_TRUE(
      exportSamples(*openDataset(folder / "set"), std::vector<std::uint32_t>{0}, folder / "new", "b", {}, {}).ok());
  const auto copy = openDataset(folder / "new");
  const auto view = copy->view(Split::Train, 0);
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->input.encoding, Encoding::Png);
  EXPECT_EQ(std::string(view->input.bytes.begin(), view->input.bytes.end()), *bytes);
}

TEST(DatasetExport, KeepsTagsSymbolsAndTheOptionsOfTheImport) {
  const TemporaryFolder folder;
  DatasetDescription description{"set", "test", "x", {}, {"a"}};
  description.options = R"({"fit":"crop"})";
  description.symbols = 11;
  auto writer = DatasetWriter::create(folder / "set", std::move(description));
  ASSERT_TRUE(writer.ok());
  const Shape shape{1, 2, 3};
  for (std::size_t i = 0; i < 4; ++i)
    ASSERT_TRUE((*writer)->add(rawSample(shape, pixelsOf(i, shape), 0, Split::Train, "x", i)).ok());
  ASSERT_TRUE((*writer)->finish().ok());
  auto dataset = openDataset(folder / "set");
  dataset = *dataset->edited({.kind = EditKind::Tag, .records = {1, 3}, .tag = "good"});
  dataset = *dataset->edited({.kind = EditKind::Tag, .records = {0}, .tag = "not chosen"});
  ASSERT_TRUE(exportSamples(*dataset, std::vector<std::uint32_t>{2, 3, 1}, folder / "new", "b", {}, {}).ok());
  const auto copy = openDataset(folder / "new");
  EXPECT_EQ(copy->info().symbols, 11);
  EXPECT_EQ(copy->info().imageForm().fit, "crop");
  EXPECT_EQ(copy->states().tags.size(), 1u);
  EXPECT_TRUE(copy->states().tagsOf(0).empty());
  EXPECT_EQ(copy->states().tagsOf(1), std::vector<std::string>{"good"});
  EXPECT_EQ(copy->states().tagsOf(2), std::vector<std::string>{"good"});
}

TEST(DatasetExport, LeavesNothingWhenItIsCancelledOrImpossible) {
  const TemporaryFolder folder;
  const auto dataset = openDataset(makeDataset(folder / "set", {6, 2, 2}));
  CancelToken cancel;
  const auto stop = [&](const Progress& now) {
    if (now.done == 3) cancel.cancel();
  };
  const std::vector<std::uint32_t> all = {0, 1, 2, 3, 4, 5};
  EXPECT_EQ(exportSamples(*dataset, all, folder / "new", "n", stop, cancel).error().code, ErrorCode::Cancelled);
  const auto none = exportSamples(*dataset, {}, folder / "new", "n", {}, {});
  EXPECT_EQ(none.error().code, ErrorCode::InvalidArgument);
  EXPECT_NE(none.error().message.find("No sample is chosen"), std::string::npos) << none.error().text();
  EXPECT_EQ(exportSamples(*dataset, std::vector<std::uint32_t>{10}, folder / "new", "n", {}, {}).error().code,
            ErrorCode::InvalidArgument);
  EXPECT_EQ(exportSamples(*dataset, all, folder / "set", "n", {}, {}).error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"set"});
}

TEST(DatasetExport, LeavesOutWhatIsDamaged) {
  const TemporaryFolder folder;
  makeDataset(folder / "set", {6, 0, 0});
  std::string bytes = readBytes(folder / "set" / "samples-0001.mdb");
  const auto third = pixelsOf(2, Shape{1, 6, 5});
  const std::size_t at = bytes.find(std::string(third.begin(), third.end()));
  ASSERT_NE(at, std::string::npos);
  bytes[at] = static_cast<char>(bytes[at] ^ 4);
  writeBytes(folder / "set" / "samples-0001.mdb", bytes);
  const auto summary =
      exportSamples(*openDataset(folder / "set"), std::vector<std::uint32_t>{1, 2, 3}, folder / "new", "n", {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->skipped, 1);
  EXPECT_EQ(summary->info.samples(), 2);
}

}  // namespace
}  // namespace fovea::test
