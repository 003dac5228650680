// Tables of Parquet: what their values become, pictures within them, and what a build without Arrow says.
#include "../layouts/layout_support.h"
#include "../parquet_support.h"
#include "core/data/importers/parquet_rows.h"
#include "core/data/importing/import_job.h"

namespace fovea::test {
namespace {

class ParquetImporter : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!canReadParquet().ok()) GTEST_SKIP() << canReadParquet().error().text();
  }
  TemporaryFolder folder_;
};

Strings rowOf(TableRows& rows) {
  std::vector<std::string_view> fields;
  const auto more = rows.next(fields);
  EXPECT_TRUE(more.ok()) << (more.ok() ? "" : more.error().text());
  return more.ok() && *more ? Strings(fields.begin(), fields.end()) : Strings{};
}

TEST_F(ParquetImporter, ValuesAreTextAsInACsvFile) {
  writeBytes(folder_ / "v.parquet", valuesParquet());
  auto rows = TableRows::open(folder_ / "v.parquet", 0);
  ASSERT_TRUE(rows.ok()) << rows.error().text();
  EXPECT_EQ(rowOf(**rows),
            (Strings{"whole", "big", "real", "small", "half", "yes", "day", "when", "price", "town", "list", "label"}));
  ASSERT_EQ((*rows)->nested().size(), 1u);
  EXPECT_EQ((*rows)->nested()[0].name, "list");
  const Strings days{"2024-02-27", "2024-02-28", "2024-02-29", "2024-03-01"};
  const Strings times{
      "1969-12-31T23:59:58.500000", "1969-12-31T23:59:58.750000", "1969-12-31T23:59:59", "1969-12-31T23:59:59.250000",
      "1969-12-31T23:59:59.500000", "1969-12-31T23:59:59.750000", "1970-01-01"};
  for (int i = 0; i < 12; ++i) {
    const Strings row = rowOf(**rows);
    ASSERT_EQ(row.size(), 12u) << i;
    EXPECT_EQ((*rows)->line(), i + 1);
    EXPECT_EQ(row[0], std::to_string(i * i - 5));
    EXPECT_EQ(row[1], i == 3 ? "" : fmt::format("{}", (std::uint64_t{1} << 62) + static_cast<unsigned>(i)));
    EXPECT_EQ(row[2], i == 4 ? "" : fmt::format("{}", i * 0.1));
    EXPECT_EQ(std::stof(row[3]), static_cast<float>(1.0 / 3 * i));
    EXPECT_EQ(std::stof(row[4]), static_cast<float>(i) / 4);
    EXPECT_EQ(row[5], i % 3 == 0 ? "true" : "false");
    if (i < 4) {
      EXPECT_EQ(row[6], days[static_cast<std::size_t>(i)]);
    }
    if (i < 7) {
      EXPECT_EQ(row[7], times[static_cast<std::size_t>(i)]);
    }
    EXPECT_EQ(row[8], fmt::format("{}.05", i));
    EXPECT_EQ(row[9], i == 7 ? "" : i % 2 ? "Köln" : "Ulm");
    EXPECT_EQ(row[10], "");
    EXPECT_EQ(row[11], i % 2 ? "cat" : "dog");
  }
  EXPECT_TRUE(rowOf(**rows).empty());
}

TEST_F(ParquetImporter, ATableIsJudgedAsAnyOther) {
  writeBytes(folder_ / "v.parquet", valuesParquet());
  const Taken taken = take(folder_ / "v.parquet");
  EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cat", "dog"}));
  EXPECT_TRUE(contains(taken.words, "column list: left out, because its values are lists or records")) << taken.words;
  const auto summary = runImport(**findImporter("csv"), folder_ / "set", folder_ / "v.parquet", {}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 12);
}

TEST_F(ParquetImporter, PicturesInATableComeInWithTheNamesOfTheirClasses) {
  writeBytes(folder_ / "p.parquet", picturesParquet());
  const Taken taken = take(folder_ / "p.parquet");
  EXPECT_EQ(taken.kind, "csv: classification") << taken.words;
  EXPECT_EQ(taken.classes, (Strings{"cat", "dog", "emu"}));
  EXPECT_FALSE(taken.asks) << taken.words;
  ASSERT_NE(taken.source, nullptr);
  ASSERT_EQ(taken.source->size(), 6);
  for (const std::int64_t i : {5, 0, 3, 1, 4, 2}) {
    EXPECT_EQ(taken.source->item(i).label, i % 2);
    EXPECT_EQ(taken.source->item(i).sourceIndex, static_cast<std::uint64_t>(i + 1));
    const auto item = taken.source->load(i);
    EXPECT_EQ(item.ok(), i != 4) << i;
    if (!item.ok()) continue;
    const auto image = decodeImage(item->file);
    ASSERT_TRUE(image.ok()) << image.error().text();
    EXPECT_EQ(image->shape(), (Shape{1, 2, 3}));
    for (const std::uint8_t pixel : image->values<std::uint8_t>()) EXPECT_EQ(pixel, 10 + i);
  }
  const auto summary = runImport(**findImporter("csv"), folder_ / "set", folder_ / "p.parquet", {}, {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 5);
  ASSERT_EQ(summary->skippedCount, 1);
  EXPECT_TRUE(contains(summary->skipped[0].reason, "no picture")) << summary->skipped[0].reason;
}

TEST_F(ParquetImporter, WhatIsNotReadIsAskedAboutOrRefused) {
  writeBytes(folder_ / "o.parquet", objectsParquet());
  const Taken objects = take(folder_ / "o.parquet");
  EXPECT_TRUE(objects.asks);
  EXPECT_TRUE(contains(objects.words, "\"objects\" are not read")) << objects.words;
  EXPECT_EQ(take(folder_ / "o.parquet", {{"task", std::string("unlabelled")}}, "csv").kind, "csv: unlabelled");
  writeBytes(folder_ / "s.parquet", soundsParquet());
  const Taken sounds = take(folder_ / "s.parquet");
  EXPECT_TRUE(sounds.asks);
  EXPECT_TRUE(contains(sounds.words, "no pictures")) << sounds.words;
}

TEST_F(ParquetImporter, DamageIsSaid) {
  std::string bytes = valuesParquet();
  writeBytes(folder_ / "cut.parquet", bytes.substr(0, bytes.size() / 2));
  const auto cut = recogniseAny(folder_ / "cut.parquet");
  ASSERT_FALSE(cut.ok());
  EXPECT_EQ(cut.error().code, ErrorCode::Corrupt) << cut.error().text();
  EXPECT_TRUE(contains(cut.error().text(), "cut.parquet")) << cut.error().text();
}

// As the Hugging Face Hub keeps data sets: pieces of a split, and a folder for each form.
TEST_F(ParquetImporter, SplitsAreThoseOfTheNames) {
  for (const char* name :
       {"data/train-00000-of-00002.parquet", "data/train-00001-of-00002.parquet", "data/test-00000-of-00001.parquet"})
    writeBytes(folder_ / "hub" / name, picturesParquet());
  writeBytes(folder_ / "hub/README.md", "# A data set\n");
  const Taken hub = take(folder_ / "hub");
  EXPECT_EQ(hub.kind, "csv: classification") << hub.words;
  EXPECT_EQ(hub.splits, "test 6, open 12") << hub.words;
  EXPECT_FALSE(hub.asks) << hub.words;

  for (const char* name : {"plain/train/0000.parquet", "plain/validation/0000.parquet"})
    writeBytes(folder_ / "converted" / name, picturesParquet());
  const Taken converted = take(folder_ / "converted");
  EXPECT_EQ(converted.splits, "train 6, validation 6") << converted.words;

  for (const char* name : {"a/train-0.parquet", "b/train-0.parquet"})
    writeBytes(folder_ / "forms" / name, picturesParquet());
  const Taken forms = take(folder_ / "forms");
  EXPECT_TRUE(forms.asks);
  EXPECT_TRUE(contains(forms.words, "2 data sets: a, b")) << forms.words;

  for (const char* name : {"part-00000-x.parquet", "part-00001-x.parquet"})
    writeBytes(folder_ / "pieces" / name, valuesParquet());
  const Taken pieces = take(folder_ / "pieces");
  EXPECT_EQ(pieces.splits, "open 24") << pieces.words;
}

TEST(ParquetRefusal, WithoutArrowTheWayToConvertIsSaid) {
  if (canReadParquet().ok()) GTEST_SKIP() << "This build reads Parquet files.";
  const TemporaryFolder folder;
  for (const char* name : {"p/part-0.parquet", "hub/data/train-00000-of-00001.parquet"})
    writeBytes(folder / name, picturesParquet());
  for (const fs::path& source : {folder / "p", folder / "p/part-0.parquet", folder / "hub"}) {
    const auto found = recogniseAny(source);
    ASSERT_FALSE(found.ok()) << source;
    EXPECT_EQ(found.error().code, ErrorCode::Unsupported) << source;
    EXPECT_TRUE(contains(found.error().text(), "to_csv")) << found.error().text();
  }
  const auto chosen = tryOpen("csv", folder / "p/part-0.parquet", {});
  ASSERT_FALSE(chosen.ok());
  EXPECT_TRUE(contains(chosen.error().text(), "to_csv")) << chosen.error().text();
}

}  // namespace
}  // namespace fovea::test
