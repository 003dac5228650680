// Importing again after files moved, went away or changed: what became of them is said, and followed when told.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "../importers/importer_support.h"
#include "core/base/json.h"
#include "core/data/importing/import_again.h"
#include "core/data/importing/import_journal.h"
#include "core/data/store/dataset_manifest.h"

namespace fovea::test {
namespace {

class SyncImport : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!canDecodeImages()) GTEST_SKIP() << "built without OpenCV";
    for (int i = 0; i < 4; ++i) {
      picture("cat", i, 10 + i);
      picture("dog", i, 100 + i);
    }
  }
  fs::path file(const std::string& name, int i) const {
    return folder / ("set/" + name + "/" + std::to_string(i) + ".png");
  }
  void picture(const std::string& name, int i, int value) { writeBytes(file(name, i), greyPng(8, 6, value)); }
  void move(const std::string& from, int i, const std::string& to) {
    fs::create_directories(file(to, i).parent_path());
    fs::rename(file(from, i), file(to, i));
  }
  ImportSummary import(bool follow, std::string_view importer = "folder", const char* source = "set") {
    ImportTuning tuning;
    tuning.follow = follow;
    tuning.threads = 2;
    auto summary = runImport(**findImporter(importer), folder / "out", folder / source, {}, {}, {}, tuning);
    EXPECT_TRUE(summary.ok()) << (summary.ok() ? "" : summary.error().text());
    return summary.ok() ? *summary : ImportSummary{};
  }
  // "cat:10" for each sample that is in a split: its class and its first pixel.
  std::vector<std::string> samples() const {
    const auto dataset = openDataset(folder / "out");
    std::vector<std::string> all;
    for (const Split split : kSplits)
      for (std::int64_t i = 0; i < dataset->size(split); ++i) {
        const auto sample = dataset->sample(split, i);
        EXPECT_TRUE(sample.ok());
        all.push_back(dataset->info().classes[static_cast<std::size_t>(sample->label)] + ":" +
                      std::to_string(sample->input.data<std::uint8_t>()[0]));
      }
    std::sort(all.begin(), all.end());
    return all;
  }
  bool has(const std::string& sample) const {
    const auto all = samples();
    return std::find(all.begin(), all.end(), sample) != all.end();
  }
  const TemporaryFolder folder;
};

TEST_F(SyncImport, NothingChanged) {
  EXPECT_TRUE(import(false).changes.all.empty());
  EXPECT_TRUE(import(true).changes.all.empty());
  fs::last_write_time(file("cat", 0), fs::file_time_type::clock::now());
  EXPECT_TRUE(import(true).changes.all.empty()) << "it was only touched";
  EXPECT_EQ(samples().size(), 8u);
}

TEST_F(SyncImport, ChangesAreSaidAndNotFollowedUnasked) {
  import(false);
  move("cat", 0, "dog2");
  fs::rename(folder / "set/dog2/0.png", folder / "set/dog/7.png");
  fs::remove(file("cat", 1));
  picture("cat", 2, 200);
  const auto before = samples();
  const ImportSummary summary = import(false);
  EXPECT_EQ(summary.samples, 1);
  EXPECT_EQ(summary.changes.count(SourceChange::Moved), 1);
  EXPECT_EQ(summary.changes.count(SourceChange::Removed), 1);
  EXPECT_EQ(summary.changes.count(SourceChange::Changed), 1);
  EXPECT_FALSE(summary.changes.followed);
  for (const SourceChange& each : summary.changes.all) {
    if (each.kind != SourceChange::Moved) continue;
    EXPECT_TRUE(each.source.ends_with("cat/0.png"));
    EXPECT_TRUE(each.now.ends_with("dog/7.png"));
    EXPECT_EQ(each.label + " " + each.newLabel, "cat dog");
  }
  for (const std::string& sample : before) EXPECT_TRUE(has(sample)) << sample;
}

TEST_F(SyncImport, FollowsWhenTold) {
  import(false);
  fs::rename(file("cat", 0), folder / "set/dog/7.png");
  fs::remove(file("cat", 1));
  picture("cat", 2, 200);
  picture("dog", 9, 109);
  const ImportSummary summary = import(true);
  EXPECT_TRUE(summary.changes.followed);
  EXPECT_EQ(summary.samples, 2);
  EXPECT_EQ(samples(), (std::vector<std::string>{"cat:13", "cat:200", "dog:10", "dog:100", "dog:101", "dog:102",
                                                 "dog:103", "dog:109"}));
  EXPECT_TRUE(import(true).changes.all.empty()) << "it was followed already";
}

TEST_F(SyncImport, WhatWasSaidBeforeIsFollowedLater) {
  import(false);
  fs::rename(file("cat", 0), folder / "set/dog/7.png");
  picture("cat", 2, 200);
  import(false);
  EXPECT_TRUE(has("cat:10"));
  const ImportSummary summary = import(true);
  EXPECT_EQ(summary.changes.count(SourceChange::Moved), 1);
  EXPECT_TRUE(has("dog:10"));
  EXPECT_FALSE(has("cat:10"));
  EXPECT_FALSE(has("cat:12"));
  EXPECT_TRUE(has("cat:200"));
}

TEST_F(SyncImport, WhatWasDrawnFromTheTrainingSamplesValidatesWhereverItMovesAmongThem) {
  fs::remove_all(folder / "set");
  for (int i = 0; i < 20; ++i) {
    picture("train/cat", i, i);
    picture("train/dog", i, 50 + i);
    if (i < 4) picture("test/cat", i, 200 + i);
  }
  EXPECT_EQ(import(false).splits, (std::array<std::int64_t, 3>{36, 4, 4}));
  const auto placeOf = [this](int pixel) {
    const auto dataset = openDataset(folder / "out");
    for (const Split split : kSplits)
      for (std::int64_t i = 0; i < dataset->size(split); ++i) {
        const Sample sample = dataset->sample(split, i).value();
        if (sample.input.data<std::uint8_t>()[0] == pixel)
          return splitName(split) + (" " + dataset->info().classes[static_cast<std::size_t>(sample.label)]);
      }
    return std::string();
  };
  int cat = 0;
  while (cat < 19 && placeOf(cat) != "validation cat") ++cat;
  fs::rename(file("train/cat", cat), file("train/dog", 99));
  move("test/cat", 0, "train/cat2");
  fs::rename(file("train/cat2", 0), file("train/cat", 99));
  import(true);
  EXPECT_EQ(placeOf(cat), "validation dog");
  EXPECT_EQ(placeOf(200), "train cat");
}

TEST_F(SyncImport, MovesAndReturns) {
  import(false);
  fs::rename(file("cat", 0), folder / "set/dog/7.png");
  fs::rename(file("cat", 1), folder / "away.png");
  import(true);
  EXPECT_TRUE(has("dog:10"));
  EXPECT_FALSE(has("cat:11"));
  fs::rename(folder / "set/dog/7.png", file("cat", 0));
  fs::rename(folder / "away.png", file("cat", 1));
  const ImportSummary back = import(true);
  EXPECT_EQ(back.changes.count(SourceChange::Moved), 1);
  EXPECT_EQ(back.changes.count(SourceChange::Returned), 1);
  EXPECT_TRUE(has("cat:10"));
  EXPECT_TRUE(has("cat:11"));
  EXPECT_EQ(samples().size(), 8u);
}

TEST_F(SyncImport, ANewClassAndACopy) {
  import(false);
  move("cat", 0, "lion");
  fs::copy_file(file("cat", 1), folder / "set/dog/8.png");
  const ImportSummary summary = import(true);
  EXPECT_EQ(summary.samples, 0);
  EXPECT_EQ(summary.changes.all.size(), 1u) << "a copy takes nothing away";
  EXPECT_TRUE(has("lion:10"));
  EXPECT_TRUE(has("cat:11"));
}

TEST_F(SyncImport, APersonsCorrectionStays) {
  import(false);
  auto dataset = openDataset(folder / "out");
  std::uint32_t record = 0;
  for (std::uint32_t i = 0; i < dataset->importedStates().labels.size(); ++i)
    if (dataset->record(i)->source.ends_with("cat/3.png")) record = i;
  ASSERT_TRUE(dataset->edited({.kind = EditKind::Relabel, .records = {record}, .label = 1}).ok());
  EXPECT_TRUE(has("dog:13"));
  fs::remove(file("cat", 1));
  EXPECT_EQ(import(true).changes.all.size(), 1u);
  EXPECT_TRUE(has("dog:13"));
}

TEST_F(SyncImport, WhatAPersonLeftOutStaysSoWhenItReturns) {
  import(false);
  const auto dataset = openDataset(folder / "out");
  std::uint32_t record = 0;
  for (std::uint32_t i = 0; i < dataset->importedStates().labels.size(); ++i)
    if (dataset->record(i)->source.ends_with("cat/1.png")) record = i;
  ASSERT_TRUE(dataset->edited({.kind = EditKind::Exclude, .records = {record}}).ok());
  fs::rename(file("cat", 1), folder / "away.png");
  fs::rename(file("cat", 2), folder / "away2.png");
  import(true);
  fs::rename(folder / "away.png", file("cat", 1));
  fs::rename(folder / "away2.png", file("cat", 2));
  EXPECT_EQ(import(true).changes.count(SourceChange::Returned), 2);
  EXPECT_FALSE(has("cat:11"));
  EXPECT_TRUE(has("cat:12"));
  EXPECT_TRUE(import(true).changes.all.empty());
}

TEST_F(SyncImport, AFileWhoseNameIsNotUtf8MovesOnce) {
  const fs::path before = folder / "set/cat/caf\xe9.png", after = folder / "set/dog/caf\xe9.png";
  writeBytes(before, greyPng(8, 6, 50));
  import(false);
  fs::rename(before, after);
  EXPECT_EQ(import(true).changes.count(SourceChange::Moved), 1);
  EXPECT_TRUE(has("dog:50"));
  EXPECT_TRUE(import(true).changes.all.empty()) << "it was followed already";
}

TEST_F(SyncImport, WhatIsLeftOutOfAnySourceIsTriedAgain) {
  writeBytes(folder / "more/cat/5.png", "no picture");
  writeBytes(folder / "more/cat/6.png", greyPng(8, 6, 61));
  writeBytes(folder / "more/dog/6.png", greyPng(8, 6, 62));
  import(false);
  import(false, "folder", "more");
  ASSERT_EQ(readSkipped(folder / "out")->count, 1);
  writeBytes(folder / "more/cat/5.png", greyPng(8, 6, 60));
  const auto summary = importSkippedAgain(folder / "out", openDataset(folder / "out")->info(), {}, {});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 1);
  EXPECT_EQ(summary->skippedCount, 0);
  EXPECT_TRUE(has("cat:60"));
  EXPECT_EQ(readSkipped(folder / "out")->count, 0);
}

TEST_F(SyncImport, ALabelThatChangedInAListIsSeen) {
  const auto list = [&](const std::string& ofZero) {
    std::string text;
    for (int i = 0; i < 4; ++i) {
      text += "cat/" + std::to_string(i) + ".png\t" + (i == 0 ? ofZero : "tame") + "\n";
      text += "dog/" + std::to_string(i) + ".png\twild\n";
    }
    writeBytes(folder / "set/all.txt", text);
  };
  list("tame");
  import(false, "list", "set/all.txt");
  EXPECT_TRUE(has("tame:10"));
  list("wild");
  EXPECT_EQ(import(true, "list", "set/all.txt").changes.count(SourceChange::Moved), 1);
  EXPECT_TRUE(has("wild:10"));
}

// A data set of an older Fovea, which knew fewer options, can be added to.
TEST_F(SyncImport, OptionsThatWereNotKnownThenHaveTheirDefaults) {
  import(false);
  Json manifest = *parseJson(readBytes(folder / "out" / kManifestFile));
  ASSERT_TRUE(manifest["options"].contains("deep"));
  manifest["options"].erase("deep");
  writeBytes(folder / "out" / kManifestFile, formatJson(manifest));
  picture("dog", 9, 109);
  EXPECT_EQ(import(false).samples, 1);
  manifest["options"]["class_from"] = "first";
  writeBytes(folder / "out" / kManifestFile, formatJson(manifest));
  EXPECT_FALSE(runImport(**findImporter("folder"), folder / "out", folder / "set", {}, {}, {}).ok());
}

// An older Fovea wrote "path" where nothing was chosen; both that and the new default go on from there.
TEST_F(SyncImport, AFormerDefaultIsNoChoice) {
  import(false);
  Json manifest = *parseJson(readBytes(folder / "out" / kManifestFile));
  manifest["options"]["class_from"] = "path";
  manifest["options"].erase("name_part");
  writeBytes(folder / "out" / kManifestFile, formatJson(manifest));
  picture("dog", 9, 109);
  EXPECT_EQ(import(false).samples, 1);
  picture("dog", 10, 110);
  const auto told = runImport(**findImporter("folder"), folder / "out", folder / "set",
                              {{"class_from", std::string("path")}}, {}, {});
  ASSERT_TRUE(told.ok()) << told.error().text();
  EXPECT_EQ(told->samples, 1);
}

TEST_F(SyncImport, AnotherSourceTakesNothingAway) {
  import(false);
  writeBytes(folder / "more/cat/0.png", greyPng(8, 6, 50));
  writeBytes(folder / "more/dog/0.png", greyPng(8, 6, 60));
  const ImportSummary summary = import(true, "folder", "more");
  EXPECT_TRUE(summary.changes.all.empty());
  EXPECT_EQ(samples().size(), 10u);
}

// Two tables, two archives or two lists of one folder, imported one after the other.
TEST_F(SyncImport, AnotherFileOfTheFolderTakesNothingAway) {
  for (const char* name : {"jan", "feb"}) {
    std::string rows = "a,b,label\n";
    for (int i = 0; i < 24; ++i)
      rows += fmt::format("{}.5,{}.25,{}\n", i * 7 % 23 + *name, i * 5 % 31, i % 2 ? "x" : "y");
    writeBytes(folder / fmt::format("tables/{}.csv", name), rows);
  }
  EXPECT_EQ(import(false, "csv", "tables/jan.csv").samples, 24);
  EXPECT_TRUE(import(false, "csv", "tables/feb.csv").changes.all.empty());
  EXPECT_TRUE(import(true, "csv", "tables/jan.csv").changes.all.empty());
  EXPECT_EQ(openDataset(folder / "out")->info().samples(), 48);
  // The rows of a table that is imported again go away with it.
  writeBytes(folder / "tables/jan.csv", "a,b,label\n0.5,1.25,x\n1.5,2.25,y\n");
  const ImportSummary shorter = import(false, "csv", "tables/jan.csv");
  EXPECT_EQ(shorter.changes.count(SourceChange::Removed), 22);
  EXPECT_EQ(shorter.changes.count(SourceChange::Changed), 2);
  fs::remove_all(folder / "out");
  const auto list = [&](const char* name, int from, int to) {
    std::string text;
    for (int i = from; i < to; ++i) text += fmt::format("cat/{0}.png\ttame\ndog/{0}.png\twild\n", i);
    writeBytes(folder / "set" / name, text);
  };
  list("one.txt", 0, 2);
  list("two.txt", 2, 4);
  EXPECT_EQ(import(false, "list", "set/one.txt").samples, 4);
  EXPECT_TRUE(import(true, "list", "set/two.txt").changes.all.empty());
  EXPECT_TRUE(import(true, "list", "set/one.txt").changes.all.empty());
  EXPECT_EQ(samples().size(), 8u);
}

// A list may give one picture two classes.
TEST_F(SyncImport, APictureOfTwoClassesStaysInBoth) {
  std::string text;
  for (int i = 0; i < 4; ++i) text += fmt::format("cat/{0}.png\ttame\ndog/{0}.png\twild\n", i);
  writeBytes(folder / "set/all.txt", text + "cat/2.png\twild\ndog/3.png\ttame\n");
  import(false, "list", "set/all.txt");
  const auto before = samples();
  EXPECT_EQ(before.size(), 10u);
  for (const bool follow : {false, true}) EXPECT_TRUE(import(follow, "list", "set/all.txt").changes.all.empty());
  EXPECT_EQ(samples(), before);
  writeBytes(folder / "set/all.txt", text + "cat/2.png\tbig\ndog/3.png\ttame\n");
  EXPECT_EQ(import(true, "list", "set/all.txt").changes.count(SourceChange::Moved), 1);
  EXPECT_TRUE(has("tame:12") && has("big:12") && !has("wild:12"));
  writeBytes(folder / "set/all.txt", text);
  EXPECT_EQ(import(true, "list", "set/all.txt").changes.count(SourceChange::Removed), 2);
  EXPECT_TRUE(has("tame:12") && !has("big:12"));
}

TEST_F(SyncImport, WhatCannotBeReadIsNotGone) {
  import(false);
  fs::rename(folder / "set/cat", folder / "away");
  fs::create_directory_symlink(folder / "set", folder / "set/cat");  // a loop, which is not entered
  EXPECT_TRUE(import(true).changes.all.empty());
  EXPECT_TRUE(has("cat:10"));
}

TEST_F(SyncImport, ADamagedListOfWhatWasFollowedIsNamed) {
  import(false);
  fs::remove(file("cat", 1));
  import(true);
  for (const char* text : {"", "{", "[]", "{\"format\": 1}", "{\"format\": 1, \"samples\": [1]}",
                           "{\"format\": 1, \"samples\": [{\"record\": -1, \"split\": \"train\"}]}"}) {
    writeBytes(folder / "out/followed.json", text);
    const auto again = runImport(**findImporter("folder"), folder / "out", folder / "set", {}, {}, {});
    ASSERT_FALSE(again.ok()) << text;
    EXPECT_NE(again.error().message.find("followed.json"), std::string::npos);
  }
  writeBytes(folder / "out/followed.json", "{\"format\": 9, \"samples\": []}");
  EXPECT_EQ(runImport(**findImporter("folder"), folder / "out", folder / "set", {}, {}, {}).error().code,
            ErrorCode::NewerVersion);
}

}  // namespace
}  // namespace fovea::test
