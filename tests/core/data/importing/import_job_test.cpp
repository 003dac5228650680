// The frame of imports: what a person asked for, whatever the source, the threads and the duplicates.
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/file.h"
#include "core/base/json.h"
#include "core/data/files/image_file.h"
#include "core/data/importing/import_journal.h"
#include "../import_support.h"

namespace fovea::test {
namespace {

// Where each item went: by its source.
std::map<std::string, Split> splitsOf(const Dataset& dataset) {
  std::map<std::string, Split> splits;
  for (const Split split : kSplits)
    for (std::int64_t i = 0; i < dataset.size(split); ++i) splits[dataset.sample(split, i)->source] = split;
  return splits;
}

TEST(Import, IsTheSameForAnyNumberOfThreads) {
  const TemporaryFolder folder;
  const MadeItems made = madeImages(700);
  ASSERT_TRUE(importMade(made, folder / "one", {}, {1}).ok());
  const std::string expected = contentOf(*openDataset(folder / "one"));
  for (const int threads : {2, 5, 16}) {
    const fs::path target = folder / std::to_string(threads);
    ASSERT_TRUE(importMade(made, target, {}, {threads, 4096, 0.001}).ok());
    EXPECT_EQ(contentOf(*openDataset(target)), expected) << threads;
  }
}

TEST(Import, LeavesOutAndListsWhatIsBad) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(2500);
  const auto good = made.make;
  made.make = [good](std::int64_t index) -> Result<LoadedItem> {
    if (index % 2 == 1) return fail(ErrorCode::Corrupt, "It is cut off.");
    return good(index);
  };
  made.items[4].label = 3;
  const auto summary = importMade(made, folder / "set");
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 1249);
  EXPECT_EQ(summary->skippedCount, 1251);
  ASSERT_EQ(summary->skipped.size(), kListedSkips);
  EXPECT_EQ(summary->skipped[0].source, "file 1");
  EXPECT_EQ(summary->skipped[0].reason, "It is cut off.");
  EXPECT_TRUE(contains(summary->skipped[2].reason, "its label is 3, and there are 3 classes"));
  EXPECT_EQ(openDataset(folder / "set")->info().skipped, 1251);
  const Json listed = parseJson(readBytes(folder / "set/skipped.json")).value();
  EXPECT_EQ(listed.at("count").get<int>(), 1251);
  EXPECT_EQ(listed.at("skipped").size(), kListedSkips);
}

TEST(Import, AGuessThatIsNotSureIsAskedBeforeAnythingIsWritten) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(20);
  made.decisions = {
      {"the column a", "a class", "it has 3 values", {"label_column=a"}, true},
      {"the column b", "a number", "most of it are numbers", {"feature_columns=b", "label_column=b"}, false}};
  const auto asked = importMade(made, folder / "set");
  ASSERT_FALSE(asked.ok());
  EXPECT_EQ(asked.error().code, ErrorCode::InvalidArgument);
  for (const char* words : {"the column b", "most of it are numbers", "\"feature_columns=b\" or \"label_column=b\""})
    EXPECT_TRUE(contains(asked.error().text(), words)) << asked.error().text();
  EXPECT_TRUE(folder.entries().empty());

  made.decisions[1].sure = true;
  const auto summary = importMade(made, folder / "set");
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(decisionsToJson(summary->decisions)[0].at("chosen"), "a class");
  EXPECT_EQ(decisionsToJson(summary->decisions)[1].at("alternatives")[1], "label_column=b");
}

TEST(Import, AnAlternativeMayBeSeveralOptions) {
  using Options = std::vector<std::string>;
  EXPECT_EQ(optionsOf("input_folder=A; target_folder=B"), (Options{"input_folder=A", "target_folder=B"}));
  EXPECT_EQ(optionsOf("label_column=a; b"), Options{"label_column=a; b"});
  EXPECT_EQ(optionsOf("kind=masks"), Options{"kind=masks"});
}

TEST(Import, FailsWhereNothingIsGood) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(20);
  made.make = [](std::int64_t) -> Result<LoadedItem> { return fail(ErrorCode::Corrupt, "It is cut off."); };
  const auto summary = importMade(made, folder / "set");
  ASSERT_FALSE(summary.ok());
  EXPECT_TRUE(contains(summary.error().text(), "It is cut off."));
  EXPECT_TRUE(folder.entries().empty());
  made.make = [](std::int64_t) -> Result<LoadedItem> { return fail(ErrorCode::OutOfMemory, "No memory."); };
  EXPECT_EQ(importMade(made, folder / "set").error().code, ErrorCode::OutOfMemory);
  made.make = [](std::int64_t) -> Result<LoadedItem> { throw std::bad_alloc(); };
  EXPECT_EQ(importMade(made, folder / "set").error().code, ErrorCode::OutOfMemory);
  EXPECT_TRUE(folder.entries().empty());
}

TEST(Import, SplitsByShareAndGroupAndAsTheSourceSays) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(900);
  for (std::size_t i = 0; i < 300; ++i) made.items[i].split = Split::Test;
  for (std::size_t i = 300; i < 600; ++i) made.items[i].group = "group " + std::to_string(i / 7);
  const FieldValues options{{"validation_share", 0.2}, {"test_share", 0.1}, {"seed", std::int64_t{5}}};
  const auto summary = importMade(made, folder / "set", options);
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_NEAR(static_cast<double>(summary->splits[1]), 120, 10);
  EXPECT_NEAR(static_cast<double>(summary->splits[2]), 360, 10);
  const auto splits = splitsOf(*openDataset(folder / "set"));
  std::map<std::string, std::set<Split>> groups;
  std::set<Split> ofGroups;
  for (std::size_t i = 0; i < made.items.size(); ++i) {
    const Split split = splits.at(made.items[i].source);
    if (made.items[i].split) {
      EXPECT_EQ(split, Split::Test);
    }
    if (!made.items[i].group.empty()) groups[made.items[i].group].insert(split);
  }
  for (const auto& [name, where] : groups) {
    EXPECT_EQ(where.size(), 1u) << name;
    ofGroups.insert(where.begin(), where.end());
  }
  EXPECT_EQ(ofGroups.size(), 3u);
}

// A share of the training samples validates, as in DIGITS, unless the source has samples for that.
TEST(Import, TrainingSamplesValidateWhereTheSourceHasNoneForIt) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(300);
  for (std::size_t i = 0; i < 300; ++i) made.items[i].split = i < 200 ? Split::Train : Split::Test;
  for (std::size_t i = 0; i < 30; ++i) made.items[i].group = "group " + std::to_string(i / 10);
  using Counts = std::array<std::int64_t, 3>;
  const auto counts = [&](const char* name, const FieldValues& options) {
    const auto summary = importMade(made, folder / name, options);
    EXPECT_TRUE(summary.ok()) << summary.error().text();
    return summary.ok() ? Counts{summary->splits[0], summary->splits[1], summary->splits[2]} : Counts{};
  };
  EXPECT_EQ(counts("all", {{"validation_share", 0.0}}), (Counts{200, 0, 100}));
  EXPECT_EQ(counts("default", {{"test_share", 0.5}}), (Counts{179, 21, 100})) << "7 of each class; none of them tests";
  const auto splits = splitsOf(*openDataset(folder / "default"));
  for (std::size_t i = 0; i < 300; ++i) {
    EXPECT_EQ(splits.at(made.items[i].source) == Split::Test, i >= 200);
    if (i < 30) {
      EXPECT_EQ(splits.at(made.items[i].source), splits.at(made.items[i / 10 * 10].source)) << i;
    }
  }
  made.items[0].split = Split::Validation;
  made.items[0].group.clear();
  EXPECT_EQ(counts("validated", {}), (Counts{199, 1, 100}));
  for (ImportItem& item : made.items) item.split = Split::Train;
  EXPECT_EQ(counts("trained", {{"validation_share", 0.2}, {"test_share", 0.1}}), (Counts{210, 60, 30}));
}

// Patients may be in several splits of a source: its splits stand, and the leak is said.
TEST(Import, GroupsMoveNothingThatTheSourceAssigns) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(100);
  for (std::size_t i = 0; i < 100; ++i) {
    made.items[i].split = i < 60 ? Split::Train : i < 80 ? Split::Validation : Split::Test;
    made.items[i].group = "patient " + std::to_string(i % 10);
  }
  using Counts = std::array<std::int64_t, 3>;
  const auto whole = importMade(made, folder / "whole");
  ASSERT_TRUE(whole.ok()) << whole.error().text();
  EXPECT_EQ(whole->splits, (Counts{60, 20, 20}));
  EXPECT_EQ(whole->sharedGroups, 10);
  // What validates is drawn from the training samples, by patient.
  for (std::size_t i = 60; i < 80; ++i) made.items[i].split = Split::Train;
  const auto drawn = importMade(made, folder / "drawn", {{"validation_share", 0.25}});
  ASSERT_TRUE(drawn.ok()) << drawn.error().text();
  EXPECT_EQ(drawn->splits[2], 20);
  EXPECT_EQ(drawn->splits[1] % 8, 0);
  EXPECT_GT(drawn->splits[1], 0);
  // Samples without a split follow their patient.
  for (std::size_t i = 0; i < 50; ++i) made.items[i].split.reset();
  for (std::size_t i = 50; i < 100; ++i) made.items[i].split = i % 10 < 5 ? Split::Train : Split::Test;
  const auto open = importMade(made, folder / "open", {{"validation_share", 0.0}});
  ASSERT_TRUE(open.ok()) << open.error().text();
  EXPECT_EQ(open->splits, (Counts{50, 0, 50}));
  EXPECT_EQ(open->sharedGroups, 0);
}

TEST(ImportAgain, GroupsStayWhereTheyAreUnlessTheSourceSaysOtherwise) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(60);
  for (std::size_t i = 0; i < 60; ++i) made.items[i].group = "patient " + std::to_string(i % 6);
  MadeItems first = made;
  first.items.resize(30);
  for (std::size_t i = 0; i < 30; ++i) first.items[i].split = i % 6 < 4 ? Split::Train : Split::Test;
  ASSERT_TRUE(importMade(first, folder / "set", {{"validation_share", 0.0}}).ok());
  for (std::size_t i = 0; i < 30; ++i) made.items[i].split = first.items[i].split;
  for (std::size_t i = 30; i < 40; ++i) made.items[i].split = Split::Test;
  const auto added = importMade(made, folder / "set", {{"validation_share", 0.0}});
  ASSERT_TRUE(added.ok()) << added.error().text();
  const auto splits = splitsOf(*openDataset(folder / "set"));
  for (std::size_t i = 30; i < 60; ++i)
    EXPECT_EQ(splits.at(made.items[i].source), i < 40 || i % 6 >= 4 ? Split::Test : Split::Train) << i;
  EXPECT_EQ(added->sharedGroups, 4);
}

TEST(Import, EqualTrainingSamplesAreDrawnIntoOneSplit) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(400);
  for (std::size_t i = 0; i < 400; ++i) made.items[i].split = i < 350 ? Split::Train : Split::Test;
  made.make = [](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(index % 300), Shape{1, 8, 6});
    return item;
  };
  const auto summary = importMade(made, folder / "set", {{"validation_share", 0.4}});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->splits[2], 50) << "what the source tests with stays there, although it also trains";
  EXPECT_EQ(summary->betweenSplits, 50);
  const auto splits = splitsOf(*openDataset(folder / "set"));
  for (std::size_t i = 300; i < 350; ++i)
    EXPECT_EQ(splits.at(made.items[i].source), splits.at(made.items[i - 300].source)) << i;
}

MadeItems madeDuplicates() {
  MadeItems made = madeImages(400);
  made.make = [](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(index % 300), Shape{1, 8, 6});
    return item;
  };
  return made;
}

TEST(Import, TheSameContentIsDrawnIntoOneSplit) {
  const TemporaryFolder folder;
  const MadeItems made = madeDuplicates();
  const auto summary = importMade(made, folder / "set", {{"validation_share", 0.4}});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 400);
  EXPECT_EQ(summary->duplicates, 100);
  EXPECT_EQ(summary->betweenSplits, 0);
  const auto splits = splitsOf(*openDataset(folder / "set"));
  for (std::size_t i = 300; i < 400; ++i)
    EXPECT_EQ(splits.at(made.items[i].source), splits.at(made.items[i - 300].source)) << i;
  const auto fewer = importMade(made, folder / "fewer", {{"duplicates", std::string("leave_out")}});
  EXPECT_EQ(fewer->samples, 300);
  EXPECT_EQ(fewer->duplicates, 100);
}

// A benchmark is published with its splits, and tables of categories have equal rows in both.
TEST(Import, ASplitOfTheSourceIsKeptThoughAnotherHasTheSameContent) {
  const TemporaryFolder folder;
  MadeItems made = madeDuplicates();
  // 50 test samples equal training ones, whichever of the two come first.
  for (const std::size_t first : {std::size_t{0}, std::size_t{350}}) {
    for (std::size_t i = 0; i < 400; ++i)
      made.items[i].split = i >= first && i < first + 50 ? std::optional(Split::Test) : std::nullopt;
    const auto summary = importMade(made, folder / std::to_string(first), {{"validation_share", 0.4}});
    ASSERT_TRUE(summary.ok()) << summary.error().text();
    EXPECT_EQ(summary->splits[2], 50);
    EXPECT_EQ(summary->duplicates, 100);
    EXPECT_EQ(summary->betweenSplits, 50) << "is said, since it is a leak";
    const auto splits = splitsOf(*openDataset(folder / std::to_string(first)));
    for (std::size_t i = 300; i < 350; ++i) {
      const Split one = splits.at(made.items[i - 300].source), other = splits.at(made.items[i].source);
      EXPECT_TRUE(one == other || first == 0) << "what is drawn stays together: " << i;
    }
  }
}

TEST(Import, CanTakeFewerOfAClassAndLeaveSmallOnesOut) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(100);
  for (std::size_t i = 0; i < 100; ++i) made.items[i].label = i < 5 ? 0 : i < 40 ? 1 : 2;
  const auto summary = importMade(made, folder / "set",
                                  {{"minimum_per_class", std::int64_t{10}}, {"maximum_per_class", std::int64_t{40}}});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->classes, (std::vector<std::string>{"b", "c"}));
  EXPECT_EQ(summary->samples, 75);
  EXPECT_EQ(summary->leftOut, 25);
  const auto dataset = openDataset(folder / "set");
  std::int64_t perClass[2] = {0, 0};
  for (const Split split : kSplits)
    for (std::size_t label = 0; label < 2; ++label) perClass[label] += dataset->info().split(split).perClass[label];
  EXPECT_EQ(perClass[0], 35);
  EXPECT_EQ(perClass[1], 40);
  const auto wrong = importMade(made, folder / "no",
                                {{"minimum_per_class", std::int64_t{10}}, {"maximum_per_class", std::int64_t{4}}});
  EXPECT_EQ(wrong.error().code, ErrorCode::InvalidArgument);
}

TEST(Import, RefusesOptionsThatDoNotGoTogether) {
  const TemporaryFolder folder;
  const MadeItems made = madeImages(10);
  EXPECT_TRUE(contains(importMade(made, folder / "set", {{"width", std::int64_t{8}}}).error().text(), "Height"));
  EXPECT_TRUE(contains(
      importMade(made, folder / "set", {{"validation_share", 0.6}, {"test_share", 0.6}}).error().text(), "0.6"));
  EXPECT_FALSE(importMade(made, folder / "set", {{"storage", std::string("film")}}).ok());
  EXPECT_TRUE(folder.entries().empty());
}

TEST(Import, ImagesBecomeOneSizeAndColour) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(12);
  made.make = [](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(index), Shape{index % 2 == 0 ? 1 : 3, 20 + index, 30});
    return item;
  };
  ASSERT_TRUE(importMade(made, folder / "as they are").ok());
  auto dataset = openDataset(folder / "as they are");
  EXPECT_FALSE(dataset->info().uniform);
  EXPECT_EQ(dataset->info().sampleShape, (Shape{3, 31, 30}));
  EXPECT_EQ(dataset->info().channelMean.size(), 3u) << "a grey image counts as three equal channels";
  EXPECT_FALSE(dataset->meanImage().ok());
  const FieldValues size{{"width", std::int64_t{16}}, {"height", std::int64_t{12}}, {"colour", std::string("colour")}};
  for (const char* fit : {"squash", "crop", "fill", "half_crop"}) {
    FieldValues options = size;
    options.set("fit", std::string(fit));
    ASSERT_TRUE(importMade(made, folder / fit, options).ok());
    dataset = openDataset(folder / fit);
    EXPECT_TRUE(dataset->info().uniform);
    EXPECT_EQ(dataset->info().sampleShape, (Shape{3, 12, 16}));
    EXPECT_EQ(dataset->info().channelMean.size(), 3u);
    EXPECT_TRUE(dataset->meanImage().ok());
  }
}

TEST(Import, ImagesOfFractionsAreNotResizedSilently) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(6);
  made.make = [](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    const Shape shape = index == 1 ? Shape{1, 4, 5} : Shape{1, 9, 7};
    item.input = Tensor::zeros({DataType::Float32, shape});
    return item;
  };
  for (ImportItem& item : made.items) item.source += ".tif";
  made.items[2].source = "a sound.wav";
  const FieldValues size{{"width", std::int64_t{5}}, {"height", std::int64_t{4}}};
  const auto resized = importMade(made, folder / "size", size);
  ASSERT_TRUE(resized.ok()) << resized.error().text();
  EXPECT_EQ(resized->samples, 2) << "one has the size already, and the size of a sound is none of an image";
  ASSERT_EQ(resized->skipped.size(), 4u);
  EXPECT_TRUE(contains(resized->skipped[0].reason, "images kept as fractions cannot be resized"));
  const auto coloured = importMade(made, folder / "colour", {{"colour", std::string("colour")}});
  ASSERT_TRUE(coloured.ok()) << coloured.error().text();
  ASSERT_EQ(coloured->skipped.size(), 5u);
  EXPECT_TRUE(contains(coloured->skipped[0].reason, "cannot become grey or coloured"));
}

TEST(Import, GreyImagesTrainAndColouredOnesValidate) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(40);
  for (std::size_t i = 0; i < 40; ++i) made.items[i].split = i < 30 ? Split::Train : Split::Validation;
  made.make = [](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(index), Shape{index < 30 ? 1 : 3, 8, 6});
    return item;
  };
  const auto summary = importMade(made, folder / "set");
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  const auto dataset = openDataset(folder / "set");
  ASSERT_TRUE(dataset);
  const auto& mean = dataset->info().channelMean;
  ASSERT_EQ(mean.size(), 3u);
  EXPECT_GT(mean[0], 0);
  EXPECT_EQ(mean[1], mean[0]);
  EXPECT_EQ(mean[2], mean[0]);
}

TEST(Import, StoresAsAsked) {
  if (!canDecodeImages()) GTEST_SKIP() << "this build knows no PNG";
  const TemporaryFolder folder;
  const Shape shape{3, 40, 50};
  MadeItems made = madeImages(9);
  made.make = [shape](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    const Encoding encoding = index % 2 == 0 ? Encoding::Png : Encoding::Jpeg;
    item.file = encodeImage(imageOf(static_cast<std::size_t>(index), shape), encoding, 100).value();
    return item;
  };
  const auto encodings = [&](const char* storage, const FieldValues& more = {}) {
    FieldValues options = more;
    options.set("storage", std::string(storage));
    options.set("validation_share", 0.0);
    const fs::path target = folder / (storage + std::to_string(more.size()));
    EXPECT_TRUE(importMade(made, target, options).ok());
    const auto dataset = openDataset(target);
    std::set<Encoding> found;
    for (std::int64_t i = 0; i < dataset->size(Split::Train); ++i) {
      found.insert(dataset->view(Split::Train, i)->input.encoding);
      EXPECT_EQ(dataset->sample(Split::Train, i)->input.shape(), dataset->info().sampleShape);
    }
    return found;
  };
  using Set = std::set<Encoding>;
  EXPECT_EQ(encodings("raw"), Set{Encoding::Raw});
  EXPECT_EQ(encodings("automatic"), Set{Encoding::Raw});
  EXPECT_EQ(encodings("png"), Set{Encoding::Png});
  EXPECT_EQ(encodings("jpeg"), Set{Encoding::Jpeg});
  EXPECT_EQ(encodings("files"), (Set{Encoding::Png, Encoding::Jpeg}));
  EXPECT_EQ(encodings("files", {{"colour", std::string("grey")}}), Set{Encoding::Raw});
  const auto raw = openDataset(folder / "raw0");
  const auto files = openDataset(folder / "files0");
  for (std::int64_t i = 0; i < 9; ++i) {
    const auto pixels = raw->sample(Split::Train, i)->input;
    EXPECT_EQ(std::memcmp(pixels.raw(), files->sample(Split::Train, i)->input.raw(), pixels.bytes()), 0);
  }
  EXPECT_EQ(raw->info().channelMean, files->info().channelMean);
}

TEST(Import, BoxesFollowTheirImage) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(4, Shape{3, 20, 40});
  made.task = Task::Detection;
  const auto image = made.make;
  made.make = [image](std::int64_t index) -> Result<LoadedItem> {
    auto item = image(index);
    if (index == 0) item->boxes = {{10, 5, 20, 15, 2}, {-5, 0, 4, 30, 0}};
    if (index == 1) item->boxes = {{50, 5, 60, 15, 1}};
    if (index == 2) item->boxes = {{1, 1, NAN, 3, 1}};
    return item;
  };
  for (ImportItem& item : made.items) item.label = kNoLabel;
  const auto summary = importMade(made, folder / "set",
                                  {{"width", std::int64_t{20}},
                                   {"height", std::int64_t{20}},
                                   {"fit", std::string("fill")},
                                   {"validation_share", 0.0}});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_EQ(summary->samples, 2);
  EXPECT_TRUE(contains(summary->skipped[0].reason, "no part in its image of 40×20"));
  const auto dataset = openDataset(folder / "set");
  EXPECT_EQ(dataset->info().task, Task::Detection);
  EXPECT_EQ(dataset->sample(Split::Train, 0)->boxes, (std::vector<Box>{{5, 7.5, 10, 12.5, 2}, {0, 5, 2, 15, 0}}));
  EXPECT_EQ(dataset->samplesOfClass(Split::Train, 0).size(), 1u);
  EXPECT_EQ(dataset->samplesOfClass(Split::Train, 1).size(), 0u);
  EXPECT_EQ(dataset->samplesOfClass(Split::Train, 2).size(), 1u);
  EXPECT_EQ(dataset->samplesOfClass(Split::Train, kNoLabel).size(), 1u);
  EXPECT_EQ(dataset->info().split(Split::Train).unlabelled, 1);
}

TEST(Import, MasksFollowTheirImage) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(2, Shape{1, 4, 8});
  made.task = Task::Segmentation;
  const auto image = made.make;
  made.make = [image](std::int64_t index) -> Result<LoadedItem> {
    auto item = image(index);
    item->target = Tensor::zeros({DataType::UInt8, Shape{1, 4, index == 0 ? 8 : 7}});
    for (int i = 0; i < 16; ++i) item->target.data<std::uint8_t>()[i] = 2;  // the upper half
    return item;
  };
  const auto summary = importMade(
      made, folder / "set", {{"width", std::int64_t{4}}, {"height", std::int64_t{4}}, {"fit", std::string("fill")}});
  ASSERT_TRUE(summary.ok()) << summary.error().text();
  EXPECT_TRUE(contains(summary->skipped[0].reason, "mask"));
  const auto dataset = openDataset(folder / "set");
  const Tensor mask = dataset->sample(Split::Train, 0)->target;
  const std::uint8_t rows[] = {kIgnoredPixel, 2, 0, kIgnoredPixel};
  for (int i = 0; i < 16; ++i) EXPECT_EQ(mask.data<std::uint8_t>()[i], rows[i / 4]);
  EXPECT_EQ(dataset->samplesOfClass(Split::Train, 2).size(), 1u);
  EXPECT_EQ(dataset->samplesOfClass(Split::Train, 1).size(), 0u);
}

TEST(Import, NumbersAndSeveralLabelsComeBack) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(30);
  made.task = Task::MultiLabel;
  made.make = [](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = Tensor::of<float>(Shape{3}, {static_cast<float>(index), 1, -2});
    if (index % 2 == 0) item.labels = {0, 2};
    return item;
  };
  ASSERT_TRUE(importMade(made, folder / "set", {{"validation_share", 0.0}}).ok());
  const auto dataset = openDataset(folder / "set");
  EXPECT_EQ(dataset->info().inputType, DataType::Float32);
  EXPECT_EQ(dataset->info().channelMean, (std::vector<double>{14.5, 1, -2}));
  EXPECT_EQ(dataset->samplesOfClass(Split::Train, 2).size(), 15u);
  EXPECT_EQ(dataset->samplesOfClass(Split::Train, kNoLabel).size(), 15u);
  const auto sample = dataset->sample(Split::Train, 4);
  EXPECT_EQ(sample->labels, (std::vector<std::int32_t>{0, 2}));
  EXPECT_EQ(sample->input.data<float>()[0], 4);
}

TEST(ImportAgain, AddsOnlyWhatIsNew) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(200);
  for (std::size_t i = 0; i < 200; ++i) made.items[i].group = "group " + std::to_string(i % 20);
  MadeItems first = made;
  first.items.resize(120);
  first.classes.resize(3);
  made.classes = {"b", "a", "c", "new"};  // the same names in another order, and one more
  for (std::size_t i = 0; i < 200; ++i) {
    const std::int32_t label = made.items[i].label;
    made.items[i].label = i == 150 ? 3 : label == 2 ? 2 : 1 - label;
  }
  ASSERT_TRUE(importMade(first, folder / "set", {}, {2, 2048}).ok());
  const auto before = splitsOf(*openDataset(folder / "set"));
  const auto readBefore = openDataset(folder / "set");
  const auto added = importMade(made, folder / "set", {}, {2, 2048});
  ASSERT_TRUE(added.ok()) << added.error().text();
  EXPECT_TRUE(added->appended);
  EXPECT_EQ(added->samples, 80);
  EXPECT_EQ(added->duplicates, 120);
  EXPECT_EQ(added->classes, (std::vector<std::string>{"a", "b", "c", "new"}));
  EXPECT_EQ(added->splits[0] + added->splits[1] + added->splits[2], 80);
  EXPECT_TRUE(readBefore->sample(Split::Train, 3).ok());  // who had it open reads on
  const auto dataset = openDataset(folder / "set");
  EXPECT_EQ(dataset->info().samples(), 200);
  std::map<std::string, std::set<Split>> groups;
  std::set<std::string> names;
  for (const Split split : kSplits)
    for (std::int64_t i = 0; i < dataset->size(split); ++i) {
      const auto sample = dataset->sample(split, i).value();
      const auto number = std::stoul(sample.source.substr(5));
      EXPECT_TRUE(names.insert(sample.source).second);
      EXPECT_EQ(sample.label, number == 150 ? 3 : static_cast<std::int32_t>(number % 3));
      groups[sample.group].insert(split);
      if (const auto known = before.find(sample.source); known != before.end()) {
        EXPECT_EQ(known->second, split);
      }
    }
  for (const auto& [name, where] : groups) EXPECT_EQ(where.size(), 1u) << name;
  const std::string content = contentOf(*dataset);
  const auto nothing = importMade(made, folder / "set", {}, {2, 2048});
  EXPECT_EQ(nothing->samples, 0);
  EXPECT_EQ(contentOf(*openDataset(folder / "set")), content);
  EXPECT_EQ(folder.entries(), std::vector<std::string>{"set"});
}

TEST(ImportAgain, ReadsOnlyWhatChanged) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(30);
  std::atomic<int> reads = 0;
  for (std::size_t i = 0; i < made.items.size(); ++i) {
    made.items[i].source = (folder / ("file" + std::to_string(i))).string();
    writeBytes(made.items[i].source, "x");
  }
  made.make = [&reads](std::int64_t index) -> Result<LoadedItem> {
    ++reads;
    if (index == 29) return fail(ErrorCode::Corrupt, "bad");
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(index), Shape{1, 8, 6});
    return item;
  };
  ASSERT_EQ(importMade(made, folder / "data")->samples, 29);
  EXPECT_EQ(reads, 30);
  reads = 0;
  writeBytes(made.items[3].source, "xx");
  ImportItem later;
  later.source = (folder / "later").string();
  writeBytes(later.source, "x");
  made.items.push_back(later);
  const auto again = importMade(made, folder / "data");
  ASSERT_TRUE(again.ok()) << again.error().text();
  // The changed one, the bad one, the new one.
  EXPECT_EQ(reads, 3);
  EXPECT_EQ(again->samples, 1);
  EXPECT_EQ(again->duplicates, 29);
  EXPECT_EQ(again->skippedCount, 1);
}

TEST(ImportAgain, WhatCanBeReadNowIsLeftOutNoMore) {
  const TemporaryFolder folder;
  MadeItems made = madeImages(30);
  for (std::size_t i = 0; i < made.items.size(); ++i) {
    made.items[i].source = (folder / ("file " + std::to_string(i))).string();
    writeBytes(made.items[i].source, "x");
  }
  int bad = 28;
  made.make = [&](std::int64_t index) -> Result<LoadedItem> {
    if (index >= bad) return fail(ErrorCode::Corrupt, "It is cut off.");
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(index), Shape{1, 8, 6});
    return item;
  };
  ASSERT_TRUE(importMade(made, folder / "data").ok());
  EXPECT_EQ(openDataset(folder / "data")->info().skipped, 2);
  ASSERT_TRUE(readSkipped(folder / "data").ok());
  EXPECT_EQ(readSkipped(folder / "data")->listed.size(), 2u);
  EXPECT_EQ(readSkipped(folder / "data")->listed[1].source, made.items[29].source);
  bad = 29;
  ASSERT_TRUE(importMade(made, folder / "data").ok());
  EXPECT_EQ(openDataset(folder / "data")->info().skipped, 1);
  EXPECT_EQ(readSkipped(folder / "data")->count, 1);
  // Also where it is what another sample is, and nothing new comes in.
  made.make = [](std::int64_t index) -> Result<LoadedItem> {
    LoadedItem item;
    item.input = imageOf(static_cast<std::size_t>(std::min<std::int64_t>(index, 28)), Shape{1, 8, 6});
    return item;
  };
  ASSERT_TRUE(importMade(made, folder / "data").ok());
  EXPECT_EQ(openDataset(folder / "data")->info().samples(), 29);
  EXPECT_EQ(openDataset(folder / "data")->info().skipped, 0);
  EXPECT_EQ(readSkipped(folder / "data")->count, 0);
  EXPECT_FALSE(std::filesystem::exists(folder / "data/skipped.json"));
}

TEST(ImportAgain, HasTheStatisticsOfAll) {
  const TemporaryFolder folder;
  const MadeItems made = madeImages(60);
  MadeItems first = made;
  first.items.resize(20);
  const FieldValues options{{"validation_share", 0.0}};
  ASSERT_TRUE(importMade(first, folder / "set", options).ok());
  ASSERT_TRUE(importMade(made, folder / "set", options).ok());
  ASSERT_TRUE(importMade(made, folder / "whole", options).ok());
  const auto grown = openDataset(folder / "set");
  const auto whole = openDataset(folder / "whole");
  EXPECT_EQ(grown->info().channelMean, whole->info().channelMean);
  EXPECT_EQ(grown->info().channelDeviation, whole->info().channelDeviation);
  EXPECT_EQ(std::memcmp(grown->meanImage()->raw(), whole->meanImage()->raw(), 48 * sizeof(float)), 0);
}

TEST(ImportAgain, WithOtherOptionsIsRefused) {
  const TemporaryFolder folder;
  const MadeItems made = madeImages(20);
  ASSERT_TRUE(importMade(made, folder / "set").ok());
  const auto other = importMade(made, folder / "set", {{"own", std::int64_t{3}}});
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, ErrorCode::AlreadyExists);
  EXPECT_TRUE(contains(other.error().text(), "these options"));
  writeBytes(folder / "other/file", "x");
  EXPECT_EQ(importMade(made, folder / "other").error().code, ErrorCode::AlreadyExists);
  EXPECT_EQ(readBytes(folder / "other/file"), "x");
}

}  // namespace
}  // namespace fovea::test
