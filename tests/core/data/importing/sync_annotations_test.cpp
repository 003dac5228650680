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

// Rows shift where one goes away; what is to be predicted in another changed meanwhile.
TEST_F(SyncAnnotations, RowsThatShift) {
  kind = "csv";
  source = folder / "table.csv";
  const auto table = [&](int first, double fifth) {
    std::string rows = "a,b,price\n";
    for (int i = first; i < 20; ++i)
      rows += fmt::format("{},{},{}\n", i * i % 37, (i * 7) % 29, i == 5 ? fifth : i * 3.5);
    writeBytes(source, rows);
  };
  options = {{"target_columns", std::string("price")}, {"validation_share", 0.0}};
  table(0, 17.5);
  import(false);
  table(1, 17.5);
  const ImportSummary shifted = import(false);
  EXPECT_EQ(shifted.changes.count(SourceChange::Removed), 1);
  EXPECT_EQ(shifted.changes.all.size(), 1u);
  table(1, 99);
  const ImportSummary said = import(true);
  EXPECT_EQ(said.changes.count(SourceChange::Removed), 1);
  EXPECT_EQ(said.changes.count(SourceChange::Changed), 1);
  EXPECT_EQ(said.changes.all.size(), 2u);
  std::multiset<float> prices;
  for (const Sample& each : samples()) prices.insert(each.target.values<float>()[0]);
  EXPECT_EQ(prices.size(), 19u);
  EXPECT_EQ(prices.count(99), 1u);
  EXPECT_EQ(prices.count(0) + prices.count(17.5f), 0u);
  EXPECT_TRUE(import(true).changes.all.empty()) << "it was followed already";
}

// Rows of equal inputs differ in what is to be predicted: neither replaces the other where they shift.
TEST_F(SyncAnnotations, EqualInputsReplaceNothing) {
  kind = "csv";
  source = folder / "table.csv";
  const auto table = [&](int first) {
    std::string rows = "a,b,price\n";
    for (int i = first; i < 24; ++i) rows += fmt::format("{},{},{}\n", i / 2 * 5 % 37, i / 2 * 7 % 29, i * 3.5);
    writeBytes(source, rows);
  };
  for (const char* duplicates : {"keep", "leave_out"}) {
    std::error_code code;
    fs::remove_all(folder / "out", code);
    options = {{"target_columns", std::string("price")}, {"duplicates", std::string(duplicates)}};
    table(0);
    import(false);
    table(2);
    EXPECT_EQ(import(false).changes.count(SourceChange::Changed), 0) << duplicates;
    // Where only the first row of a pair was stored, the second takes its place once it is gone.
    table(1);
    EXPECT_EQ(import(false).changes.count(SourceChange::Changed), *duplicates == 'k' ? 0 : 1) << duplicates;
  }
}

// What is to be predicted stands in a file of its own.
TEST_F(SyncAnnotations, RowsBesideTheirTargets) {
  kind = "csv";
  const auto targets = [&](double third) {
    std::string rows;
    for (int i = 0; i < 30; ++i) rows += fmt::format("{}\n", i == 2 ? third : i * 0.75 + 0.125);
    writeBytes(source / "y_train.txt", rows);
  };
  std::string inputs;
  for (int i = 0; i < 30; ++i) inputs += fmt::format("{}.5 {}.25 -{}.75\n", i * i % 37, i * 7 % 29, i % 11);
  writeBytes(source / "X_train.txt", inputs);
  options = {{"target_columns", std::string("label")}};
  targets(1.625);
  import(false);
  const std::size_t count = samples().size();
  targets(99.5);
  EXPECT_EQ(import(true).changes.count(SourceChange::Changed), 1);
  EXPECT_EQ(samples().size(), count);
  int found = 0;
  for (const Sample& each : samples()) found += each.target.values<float>()[0] == 99.5f;
  EXPECT_EQ(found, 1);
}

TEST_F(SyncAnnotations, LabelsInAList) {
  kind = "list";
  source = folder / "set/list.txt";
  const auto list = [&](const char* third) {
    std::string text;
    for (int i = 0; i < 8; ++i) text += fmt::format("{}.png\t{}\n", i, i == 2 ? third : i % 2 ? "cat,dog" : "dog");
    writeBytes(source, text);
  };
  for (int i = 0; i < 8; ++i) writeBytes(folder / fmt::format("set/{}.png", i), greyPng(4, 4, 10 + i));
  list("cat,dog,tree");
  import(false);
  list("tree");
  expectOneChange(8, folder / "set/2.png");
  EXPECT_EQ(sampleOf("/2.png").labels.size(), 1u);
}

TEST_F(SyncAnnotations, APersonsCorrectionOfSeveralLabelsStays) {
  kind = "list";
  source = folder / "set/list.txt";
  std::string text;
  for (int i = 0; i < 8; ++i) {
    text += fmt::format("{}.png\t{}\n", i, i % 2 ? "cat,dog" : "dog");
    writeBytes(folder / fmt::format("set/{}.png", i), greyPng(4, 4, 10 + i));
  }
  writeBytes(source, text);
  import(false);
  const auto dataset = openDataset(folder / "out");
  std::uint32_t record = 0;
  while (!dataset->record(record)->source.ends_with("/3.png")) ++record;
  const auto& classes = dataset->info().classes;
  const auto cat = static_cast<std::int32_t>(std::find(classes.begin(), classes.end(), "cat") - classes.begin());
  ASSERT_TRUE(dataset->edited({.kind = EditKind::Relabel, .records = {record}, .label = cat}).ok());
  fs::last_write_time(folder / "set/3.png", fs::file_time_type::clock::now());
  const ImportSummary touched = import(true);
  EXPECT_TRUE(touched.changes.all.empty());
  EXPECT_EQ(touched.samples, 0);
  EXPECT_EQ(sampleOf("/3.png").labels, std::vector<std::int32_t>{cat});
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
