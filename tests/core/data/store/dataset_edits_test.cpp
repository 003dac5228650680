// A data set that a person has corrected: every query reflects the edits, and nothing that was imported changes.
#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/data/loading/batch_loader.h"
#include "core/data/store/dataset.h"
#include "tests/core/data/data_support.h"

namespace fovea::test {
namespace {

std::shared_ptr<Dataset> good(Result<std::shared_ptr<Dataset>> dataset) {
  EXPECT_TRUE(dataset.ok()) << (dataset.ok() ? "" : dataset.error().text());
  return dataset.ok() ? *dataset : nullptr;
}

// What is said of a data set without reading a sample, as words.
std::string described(const Dataset& dataset) {
  std::string text = std::to_string(dataset.info().excluded);
  for (const Split split : kSplits) {
    const SplitInfo& info = dataset.info().split(split);
    text += "|" + std::to_string(info.samples) + "," + std::to_string(info.unlabelled);
    for (const std::int64_t count : info.perClass) text += " " + std::to_string(count);
    for (const std::int32_t label : dataset.labels(split)) text += ":" + std::to_string(label);
    for (std::int32_t label = kNoLabel; label < 3; ++label)
      for (const std::uint32_t index : dataset.samplesOfClass(split, label)) text += ";" + std::to_string(index);
  }
  return text;
}

class DatasetEdits : public testing::Test {
 protected:
  // Sample i of all has the label i % 3: 0 … 8 train, 9 … 11 validation, 12 … 15 test.
  DatasetEdits() : imported_(openDataset(makeDataset(folder_ / "set", {9, 3, 4}))) {}

  TemporaryFolder folder_;
  std::shared_ptr<Dataset> imported_;
};

TEST_F(DatasetEdits, AnotherLabelIsThatOfTheSampleAndCounts) {
  const auto dataset = good(imported_->edited({EditKind::Relabel, {1, 4}, 2}));
  ASSERT_TRUE(dataset);
  EXPECT_EQ(dataset->labels(Split::Train)[1], 2);
  EXPECT_EQ(dataset->sample(Split::Train, 4)->label, 2);
  EXPECT_EQ(dataset->info().split(Split::Train).perClass, (std::vector<std::int64_t>{3, 1, 5}));
  const auto members = dataset->samplesOfClass(Split::Train, 2);
  EXPECT_EQ(std::vector<std::uint32_t>(members.begin(), members.end()), (std::vector<std::uint32_t>{1, 2, 4, 5, 8}));
  EXPECT_EQ(imported_->labels(Split::Train)[1], 1);
  EXPECT_TRUE(dataset->sharesStore(*imported_));
}

TEST_F(DatasetEdits, AClassThatWasNotThereIsOneAfterRelabelling) {
  const auto dataset = good(imported_->edited({.kind = EditKind::Relabel, .records = {1, 4}, .newClass = "boot"}));
  ASSERT_TRUE(dataset);
  ASSERT_EQ(dataset->info().classes.size(), 4u);
  EXPECT_EQ(dataset->info().classes.back(), "boot");
  EXPECT_EQ(dataset->info().split(Split::Train).perClass, (std::vector<std::int64_t>{3, 1, 3, 2}));
  EXPECT_EQ(dataset->sample(Split::Train, 4)->label, 3);
  EXPECT_EQ(openDataset(folder_ / "set")->info().classes, dataset->info().classes);
  EXPECT_EQ(good(dataset->undone())->info().classes, imported_->info().classes);
}

TEST_F(DatasetEdits, AMovedSampleStandsInTheOrderOfTheStore) {
  const auto dataset = good(imported_->edited({EditKind::Move, {2, 13}, kNoLabel, Split::Validation}));
  ASSERT_TRUE(dataset);
  EXPECT_EQ(dataset->size(Split::Train), 8);
  EXPECT_EQ(dataset->size(Split::Validation), 5);
  EXPECT_EQ(dataset->size(Split::Test), 3);
  const auto records = dataset->records(Split::Validation);
  EXPECT_EQ(std::vector<std::uint32_t>(records.begin(), records.end()), (std::vector<std::uint32_t>{2, 9, 10, 11, 13}));
  const auto sample = dataset->sample(Split::Validation, 4);
  ASSERT_TRUE(sample.ok());
  EXPECT_EQ(sample->split, Split::Validation);
  EXPECT_EQ(sample->sourceIndex, 13u);
}

TEST_F(DatasetEdits, WhatIsLeftOutIsInNoSplitButStillARecord) {
  const auto dataset = good(imported_->edited({EditKind::Exclude, {0, 1, 15}}));
  ASSERT_TRUE(dataset);
  EXPECT_EQ(dataset->info().samples(), 13);
  EXPECT_EQ(dataset->info().excluded, 3);
  EXPECT_EQ(dataset->sample(Split::Train, 0)->sourceIndex, 2u);
  EXPECT_EQ(dataset->record(15)->sourceIndex, 15u);
  EXPECT_TRUE(dataset->states().excluded[15]);
  EXPECT_EQ(dataset->record(16).error().code, ErrorCode::InvalidArgument);
}

TEST_F(DatasetEdits, AreThereWhenTheDataSetIsOpenedAgain) {
  const auto dataset = good(good(imported_->edited({EditKind::Exclude, {3}}))->edited({EditKind::Relabel, {4}, 0}));
  const auto again = openDataset(folder_ / "set");
  ASSERT_TRUE(dataset && again);
  EXPECT_EQ(described(*again), described(*dataset));
  EXPECT_NE(described(*again), described(*imported_));
}

TEST_F(DatasetEdits, RandomOnesCanBeTakenBackOneByOneAndDoneAgain) {
  Random random(3);
  std::vector<std::string> history = {described(*imported_)};
  auto dataset = imported_;
  for (int i = 0; i < 60; ++i) {
    SampleEdit edit{static_cast<EditKind>(random.below(4)), {}, kNoLabel, Split::Train};
    for (std::uint32_t record = 0; record < 16; ++record)
      if (random.below(4) == 0) edit.records.push_back(record);
    if (edit.records.empty()) edit.records.push_back(5);
    if (edit.kind == EditKind::Relabel) edit.label = static_cast<std::int32_t>(random.below(4)) - 1;
    if (edit.kind == EditKind::Move) edit.split = static_cast<Split>(random.below(3));
    dataset = good(dataset->edited(edit));
    ASSERT_TRUE(dataset);
    history.push_back(described(*dataset));
  }
  for (std::size_t i = history.size(); i-- > 1;) {
    ASSERT_EQ(described(*dataset), history[i]);
    dataset = good(dataset->undone());
  }
  EXPECT_EQ(described(*dataset), history[0]);
  EXPECT_FALSE(dataset->undone().ok());
  for (std::size_t i = 1; i < history.size(); ++i) dataset = good(dataset->redone());
  EXPECT_EQ(described(*dataset), history.back());
  EXPECT_EQ(described(*openDataset(folder_ / "set")), history.back());
}

TEST_F(DatasetEdits, BatchesFollow) {
  auto dataset = good(imported_->edited({EditKind::Exclude, {0, 1, 2, 3}}));
  dataset = good(dataset->edited({EditKind::Relabel, {4}, 0}));
  BatchLoaderOptions options;
  options.batch = 5;
  options.shuffle = false;
  auto loader = BatchLoader::create(dataset, Split::Train, options);
  ASSERT_TRUE(loader.ok()) << loader.error().text();
  const auto batch = (*loader)->next();
  ASSERT_TRUE(batch.ok());
  const auto labels = batch->labels.values<std::int32_t>();
  EXPECT_EQ(std::vector<std::int32_t>(labels.begin(), labels.end()), (std::vector<std::int32_t>{0, 2, 0, 1, 2}));
}

// Two that edit the same data set: the second takes the edits of the first in, and is told where both mean one sample.
TEST_F(DatasetEdits, ThoseOfAnotherProgramAreNotOverwritten) {
  const auto first = good(imported_->edited({EditKind::Exclude, {3}}));
  const auto second = good(imported_->edited({EditKind::Exclude, {4}}));
  EXPECT_EQ(second->info().excluded, 2);
  EXPECT_EQ(described(*openDataset(folder_ / "set")), described(*second));
  const auto third = first->edited({EditKind::Relabel, {4, 5}, 1});
  ASSERT_FALSE(third.ok());
  EXPECT_EQ(third.error().code, ErrorCode::AlreadyExists);
  EXPECT_TRUE(contains(third.error().message, "1 of the samples that are edited here")) << third.error().message;
  EXPECT_EQ(described(*openDataset(folder_ / "set")), described(*second));
}

TEST(DatasetEditsOfSeveralClasses, AMultiLabelSampleIsOfTheNewClassAlone) {
  TemporaryFolder folder;
  DatasetDescription description{"several", "test", "nowhere", {}, {"a", "b", "c"}};
  description.task = Task::MultiLabel;
  auto writer = DatasetWriter::create(folder / "set", description);
  ASSERT_TRUE(writer.ok());
  const auto pixels = pixelsOf(1, Shape{1, 2, 2});
  const std::vector<std::int32_t> both = {0, 2};
  SampleView sample = rawSample(Shape{1, 2, 2}, pixels, kNoLabel, Split::Train, "x", 0);
  sample.labels = Packed<std::int32_t>(std::span<const std::int32_t>(both));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE((*writer)->add(sample).ok());
  ASSERT_TRUE((*writer)->finish().ok());
  auto dataset = openDataset(folder / "set");
  dataset = good(dataset->edited({EditKind::Relabel, {1}, 1}));
  EXPECT_EQ(dataset->info().split(Split::Train).perClass, (std::vector<std::int64_t>{2, 1, 2}));
  EXPECT_EQ(dataset->sample(Split::Train, 1)->labels, std::vector<std::int32_t>{1});
  EXPECT_EQ(dataset->sample(Split::Train, 0)->labels, both);
  dataset = good(dataset->edited({EditKind::Relabel, {1}, kNoLabel}));
  EXPECT_EQ(dataset->info().split(Split::Train).unlabelled, 1);
  EXPECT_TRUE(dataset->sample(Split::Train, 1)->labels.empty());
}

TEST(DatasetEditsOfSeveralClasses, BoxesAreNotReplacedByOneClass) {
  TemporaryFolder folder;
  DatasetDescription description{"boxes", "test", "nowhere", {}, {"a", "b"}};
  description.task = Task::Detection;
  auto writer = DatasetWriter::create(folder / "set", description);
  ASSERT_TRUE(writer.ok());
  const auto pixels = pixelsOf(1, Shape{1, 8, 8});
  const std::vector<Box> boxes = {{1, 1, 4, 4, 1}};
  SampleView sample = rawSample(Shape{1, 8, 8}, pixels, kNoLabel, Split::Train, "x", 0);
  sample.boxes = Packed<Box>(std::span<const Box>(boxes));
  ASSERT_TRUE((*writer)->add(sample).ok());
  ASSERT_TRUE((*writer)->finish().ok());
  const auto dataset = openDataset(folder / "set");
  EXPECT_EQ(dataset->edited({EditKind::Relabel, {0}, 0}).error().code, ErrorCode::InvalidArgument);
  const auto moved = good(dataset->edited({EditKind::Move, {0}, kNoLabel, Split::Test}));
  EXPECT_EQ(moved->samplesOfClass(Split::Test, 1).size(), 1u);
  EXPECT_EQ(moved->sample(Split::Test, 0)->boxes, boxes);
}

}  // namespace
}  // namespace fovea::test
