// Adding to a data set: what is there counts, with what a person made of it, and the list of what is left out is true.
#include <map>
#include <set>

#include "../import_support.h"
#include "core/data/importing/import_journal.h"

namespace fovea::test {
namespace {

std::vector<std::int64_t> samplesPerClass(const fs::path& folder) {
  const auto dataset = openDataset(folder);
  std::vector<std::int64_t> sums(dataset->info().classes.size());
  for (const Split split : kSplits)
    for (std::size_t label = 0; label < sums.size(); ++label)
      sums[label] += dataset->info().split(split).perClass[label];
  return sums;
}

Result<ImportSummary> importFromPlace(const MadeItems& items, const fs::path& target, const fs::path& source) {
  return runImport(MadeImporter(items), target, source, {}, {}, {});
}

// `made` without what `isBad` says of the index of an item.
MadeItems withBad(MadeItems made, std::function<bool(std::int64_t)> isBad) {
  made.make = [make = made.make, isBad = std::move(isBad)](std::int64_t index) -> Result<LoadedItem> {
    if (isBad(index)) return fail(ErrorCode::Corrupt, "It is cut off.");
    return make(index);
  };
  return made;
}

TEST(ImportAgain, AMaximumOfAClassHoldsForAllImportsTogether) {
  const TemporaryFolder folder;
  const MadeItems made = madeImages(60);
  MadeItems first = made;
  first.items.resize(30);
  const FieldValues few = {{"maximum_per_class", std::int64_t{4}}};
  ASSERT_TRUE(importMade(first, folder / "few", few).ok());
  const auto nothing = importMade(made, folder / "few", few);
  ASSERT_TRUE(nothing.ok()) << nothing.error().text();
  EXPECT_EQ(nothing->samples, 0);
  EXPECT_EQ(samplesPerClass(folder / "few"), (std::vector<std::int64_t>{4, 4, 4}));
  // Where there is room, the rest is drawn.
  const FieldValues some = {{"maximum_per_class", std::int64_t{15}}};
  ASSERT_TRUE(importMade(first, folder / "some", some).ok());
  EXPECT_EQ(importMade(made, folder / "some", some)->samples, 15);
  EXPECT_EQ(samplesPerClass(folder / "some"), (std::vector<std::int64_t>{15, 15, 15}));
}

TEST(ImportAgain, AGroupThatAPersonMovedStaysTogether) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(60);
  for (std::size_t i = 0; i < made.items.size(); ++i) made.items[i].group = "patient " + std::to_string(i % 6);
  MadeItems first = made;
  first.items.resize(30);
  const FieldValues allTrain = {{"validation_share", 0.0}, {"test_share", 0.0}};
  ASSERT_TRUE(importMade(first, folder / "set", allTrain).ok());
  const auto dataset = openDataset(folder / "set");
  SampleEdit move{.kind = EditKind::Move, .records = {}, .split = Split::Test};
  for (std::uint32_t record = 0; record < 30; ++record)
    if (dataset->record(record)->group == "patient 0") move.records.push_back(record);
  ASSERT_EQ(move.records.size(), 5u);
  ASSERT_TRUE(dataset->edited(std::move(move)).ok());
  ASSERT_EQ(importMade(made, folder / "set", allTrain)->samples, 30);
  std::map<std::string, std::set<Split>> groups;
  const auto after = openDataset(folder / "set");
  for (std::uint32_t record = 0; record < 60; ++record)
    groups[std::string(after->record(record)->group)].insert(after->states().splits[record]);
  EXPECT_EQ(groups["patient 0"], std::set<Split>{Split::Test});
  EXPECT_EQ(groups["patient 1"], std::set<Split>{Split::Train});
}

TEST(ImportAgain, EachSourceListsWhatIsLeftOutOfItOnce) {
  const TemporaryFolder folder;
  const auto last = [](std::int64_t index) { return index == 5; };
  const MadeItems one = withBad(madeImages(6), last);
  MadeItems good = madeImages(6, Shape{1, 8, 6});
  good.make = [](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(index) + 100, Shape{1, 8, 6});
    return item;
  };
  for (ImportItem& item : good.items) item.source = "other " + item.source;
  const MadeItems other = withBad(good, last);
  const fs::path set = folder / "set";
  ASSERT_TRUE(importFromPlace(one, set, "/one").ok());
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(importFromPlace(other, set, "/other").ok());
  const auto both = readSkipped(set);
  ASSERT_TRUE(both.ok()) << both.error().text();
  EXPECT_EQ(both->count, 2);
  EXPECT_EQ(both->listed.size(), 2u);
  ASSERT_TRUE(importFromPlace(one, set, "/one").ok());
  EXPECT_EQ(readSkipped(set)->count, 2) << "the other source was not examined";
  EXPECT_EQ(openDataset(set)->info().skipped, 2);
  ASSERT_EQ(importFromPlace(good, set, "/other")->samples, 1);
  const auto left = readSkipped(set);
  ASSERT_EQ(left->listed.size(), 1u);
  EXPECT_EQ(left->count, 1);
  EXPECT_EQ(left->listed[0].source, one.items[5].source);
}

TEST(ImportAgain, OtherItemsThatAreLeftOutReplaceThoseBefore) {
  const TemporaryFolder folder;
  MadeItems made = withBad(madeImages(30), [](std::int64_t index) { return index == 29; });
  ASSERT_TRUE(importMade(made, folder / "set").ok());
  made.items[29].source = "another file";
  ASSERT_EQ(importMade(made, folder / "set")->samples, 0);
  const auto skipped = readSkipped(folder / "set");
  ASSERT_EQ(skipped->listed.size(), 1u);
  EXPECT_EQ(skipped->listed[0].source, "another file");
}

TEST(ImportAgain, WhatAStoredSampleLacksStaysListed) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(12);
  for (std::size_t i = 0; i < made.items.size(); ++i) {
    made.items[i].source = (folder / ("file " + std::to_string(i))).string();
    writeBytes(made.items[i].source, "x");
  }
  made.make = [make = made.make](std::int64_t index) -> Result<LoadedItem> {
    auto item = make(index);
    if (index == 3) item->notTaken = {"one of its boxes has no area"};
    return item;
  };
  MadeItems first = made;
  first.items.resize(10);
  const auto expectListed = [&] {
    const auto skipped = readSkipped(folder / "set");
    ASSERT_TRUE(skipped.ok()) << skipped.error().text();
    EXPECT_EQ(skipped->count, 1);
    ASSERT_EQ(skipped->listed.size(), 1u);
    EXPECT_EQ(skipped->listed[0].source, made.items[3].source);
  };
  ASSERT_EQ(importMade(first, folder / "set")->samples, 10);
  expectListed();
  EXPECT_EQ(importMade(made, folder / "set")->samples, 2);
  expectListed();
  writeBytes(made.items[3].source, "xx");  // another file, with the same content
  EXPECT_EQ(importMade(made, folder / "set")->samples, 0);
  expectListed();
}

TEST(ImportAgain, ALookLeavesAKilledImportToBeContinued) {
  const TemporaryFolder folder;
  const MadeItems made = madeImages(12);
  ASSERT_TRUE(importMade(made, folder / "set").ok());
  writeBytes(folder / ".set.importing-0/import.json", "what was done so far");
  ImportTuning tuning;
  tuning.look = true;
  ASSERT_TRUE(importMade(made, folder / "set", {}, tuning).ok());
  EXPECT_EQ(readBytes(folder / ".set.importing-0/import.json"), "what was done so far");
  EXPECT_EQ(folder.entries().size(), 2u);
}

}  // namespace
}  // namespace fovea::test
