// Annotations of an unchanged picture can change: boxes, masks, transcripts, numbers in a table. A repeated import
// reports this, and follows when asked.
#include <fmt/format.h>

#include "core/data/importing/import_job.h"
#include "../importers/importer_support.h"
#include "../importers/sound_support.h"

namespace fovea::test {
namespace {

class SyncAnnotations : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!canDecodeImages()) GTEST_SKIP() << "built without OpenCV";
  }
  ImportSummary import(bool follow, bool look = false) {
    ImportTuning tuning;
    tuning.follow = follow;
    tuning.look = look;
    tuning.threads = 2;
    auto summary = runImport(**findImporter(kind), folder / "out", source, options, {}, {}, tuning);
    EXPECT_TRUE(summary.ok()) << (summary.ok() ? "" : summary.error().text());
    return summary.ok() ? *summary : ImportSummary{};
  }
  std::vector<Sample> samples() const {
    const auto dataset = openDataset(folder / "out");
    std::vector<Sample> all;
    for (const Split split : kSplits)
      for (std::int64_t i = 0; i < dataset->size(split); ++i) {
        auto sample = dataset->sample(split, i);
        EXPECT_TRUE(sample.ok());
        all.push_back(std::move(*sample));
      }
    return all;
  }
  Sample sampleOf(const std::string& ending) const {
    Sample found;
    int count = 0;
    for (Sample& each : samples())
      if (each.source.ends_with(ending)) {
        found = each;
        ++count;
      }
    EXPECT_EQ(count, 1) << ending;
    return found;
  }
  // Said, not followed; then followed; then nothing is left to say, also where the picture is touched.
  void expectOneChange(std::size_t count, const fs::path& picture) {
    const ImportSummary said = import(false);
    EXPECT_EQ(said.changes.count(SourceChange::Changed), 1);
    EXPECT_EQ(said.changes.all.size(), 1u);
    EXPECT_EQ(said.samples, 0) << "the same picture twice would be wrong";
    EXPECT_EQ(samples().size(), count);
    const ImportSummary followed = import(true);
    EXPECT_TRUE(followed.changes.followed);
    EXPECT_EQ(followed.changes.count(SourceChange::Changed), 1);
    EXPECT_EQ(samples().size(), count);
    EXPECT_TRUE(import(true).changes.all.empty()) << "it was followed already";
    fs::last_write_time(picture, fs::file_time_type::clock::now());
    EXPECT_TRUE(import(true).changes.all.empty()) << "it was only touched";
    EXPECT_EQ(samples().size(), count);
  }

  const TemporaryFolder folder;
  std::string kind;
  fs::path source = folder / "set";
  FieldValues options;
};

TEST_F(SyncAnnotations, Boxes) {
  kind = "yolo";
  for (int i = 0; i < 4; ++i) {
    writeBytes(folder / fmt::format("set/images/train/{}.png", i), greyPng(20, 10, 10 + i));
    writeBytes(folder / fmt::format("set/labels/train/{}.txt", i), "0 0.5 0.5 0.4 0.4\n");
  }
  writeBytes(folder / "set/data.yaml", "train: images/train\nnames: [cat, dog]\n");
  import(false);
  EXPECT_TRUE(import(true).changes.all.empty());
  const Split split = sampleOf("2.png").split;
  writeBytes(folder / "set/labels/train/2.txt", "1 0.5 0.5 0.2 0.2\n");
  expectOneChange(4, folder / "set/images/train/2.png");
  const Sample now = sampleOf("2.png");
  ASSERT_EQ(now.boxes.size(), 1u);
  EXPECT_EQ(now.boxes[0].label, 1);
  EXPECT_EQ(now.split, split);
  // What was said first comes back.
  writeBytes(folder / "set/labels/train/2.txt", "0 0.5 0.5 0.4 0.4\n");
  import(true);
  EXPECT_EQ(samples().size(), 4u);
  EXPECT_EQ(sampleOf("2.png").boxes[0].label, 0);
}

TEST_F(SyncAnnotations, Masks) {
  kind = "masks";
  for (int i = 0; i < 4; ++i) {
    writeBytes(folder / fmt::format("set/images/{}.png", i), greyPng(4, 2, 10 + i));
    writeBytes(folder / fmt::format("set/masks/{}.png", i), png(4, 2, std::string("\0\0\1\1\0\0\1\2", 8)));
  }
  import(false);
  writeBytes(folder / "set/masks/1.png", png(4, 2, std::string("\2\2\2\2\2\2\2\2", 8)));
  expectOneChange(4, folder / "set/images/1.png");
  EXPECT_EQ(sampleOf("images/1.png").target.values<std::uint8_t>()[0], 2);
}

TEST_F(SyncAnnotations, Transcripts) {
  kind = "transcripts";
  for (int i = 0; i < 4; ++i) writeBytes(folder / fmt::format("set/{}.wav", i), wav(200 + 40 * i, 0.2, 8000));
  const auto list = [&](const std::string& third) {
    writeBytes(folder / "set/metadata.csv",
               "file_name,transcription\n0.wav,one two\n1.wav,two one\n2.wav," + third + "\n3.wav,one one\n");
  };
  list("two two");
  import(false);
  list("one two one");
  expectOneChange(4, folder / "set/2.wav");
  EXPECT_EQ(sampleOf("2.wav").labels.size(), 11u);
}

TEST_F(SyncAnnotations, NumbersOfPicturesInATable) {
  kind = "csv";
  source = folder / "set/table.csv";
  const auto table = [&](const char* second) {
    std::string rows = "image,score\n";
    for (int i = 0; i < 12; ++i) rows += fmt::format("{}.png,{}\n", i, i == 1 ? second : std::to_string(i * i) + ".25");
    writeBytes(folder / "set/table.csv", rows);
  };
  for (int i = 0; i < 12; ++i) writeBytes(folder / fmt::format("set/{}.png", i), greyPng(4, 4, 10 + i));
  options = {{"task", std::string("regression")}, {"target_columns", std::string("score")}};
  table("1.25");
  import(false);
  table("7.5");
  expectOneChange(12, folder / "set/1.png");
  EXPECT_EQ(sampleOf("/1.png").target.values<float>()[0], 7.5f);
}

// Only what is to be predicted changed in a row of numbers.
TEST_F(SyncAnnotations, RowsOfATable) {
  kind = "csv";
  source = folder / "table.csv";
  const auto table = [&](double third) {
    std::string rows = "a,b,price\n";
    for (int i = 0; i < 30; ++i) rows += fmt::format("{},{},{}\n", i * i % 37, (i * 7) % 29, i == 2 ? third : i * 3.5);
    writeBytes(source, rows);
  };
  options = {{"task", std::string("regression")}, {"target_columns", std::string("price")}};
  table(7);
  import(false);
  const std::size_t count = samples().size();
  table(99.5);
  const ImportSummary said = import(false);
  EXPECT_EQ(said.changes.count(SourceChange::Changed), 1);
  EXPECT_EQ(said.samples, 0);
  import(true);
  EXPECT_EQ(samples().size(), count);
  int found = 0;
  for (const Sample& each : samples()) found += each.target.values<float>()[0] == 99.5f;
  EXPECT_EQ(found, 1);
}

// What would change is known before anything does.
TEST_F(SyncAnnotations, ALookWritesNothing) {
  kind = "masks";
  for (int i = 0; i < 4; ++i) {
    writeBytes(folder / fmt::format("set/images/{}.png", i), greyPng(4, 2, 10 + i));
    writeBytes(folder / fmt::format("set/masks/{}.png", i), png(4, 2, std::string("\0\0\1\1\0\0\1\2", 8)));
  }
  import(false);
  writeBytes(folder / "set/masks/1.png", png(4, 2, std::string("\2\2\2\2\2\2\2\2", 8)));
  fs::remove(folder / "set/images/2.png");
  writeBytes(folder / "set/images/9.png", greyPng(4, 2, 90));
  writeBytes(folder / "set/masks/9.png", png(4, 2, std::string("\0\0\1\1\0\0\1\2", 8)));
  const auto filesOf = [&] {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder / ""))
      if (entry.is_regular_file() && entry.path().string().find("/set/") == std::string::npos)
        files[entry.path().string()] = readBytes(entry.path());
    return files;
  };
  const auto before = filesOf();
  const ImportSummary seen = import(false, true);
  EXPECT_EQ(seen.samples, 1);
  EXPECT_EQ(seen.changes.count(SourceChange::Changed), 1);
  EXPECT_EQ(seen.changes.count(SourceChange::Removed), 1);
  EXPECT_EQ(filesOf(), before);
}

}  // namespace
}  // namespace fovea::test
