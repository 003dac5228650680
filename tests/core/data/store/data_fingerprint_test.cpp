// A run resumes only with its original data: targets beside classes count as well, and no sample is read for this.
#include "core/data/store/data_fingerprint.h"

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/store/dataset_manifest.h"
#include "../data_support.h"

namespace fovea::test {
namespace {

using Change = std::function<void(std::size_t number, Sample& sample)>;

// Twelve samples, the last four for testing. All of them have what any task could ask for.
std::shared_ptr<Dataset> samplesOf(const fs::path& folder, Task task, const Change& change = {}) {
  DatasetDescription description{"set", "test", "nowhere", Shape{}, {"a", "b", "c"}};
  description.task = task;
  auto writer = DatasetWriter::create(folder, description);
  EXPECT_TRUE(writer.ok());
  for (std::size_t i = 0; i < 12; ++i) {
    Sample sample;
    sample.input = Tensor::make({DataType::UInt8, Shape{1, 6, 5}});
    for (std::uint8_t& pixel : sample.input.values<std::uint8_t>()) pixel = static_cast<std::uint8_t>(i * 9 + 1);
    if (task == Task::Detection) sample.boxes = {{0, 0, 2, 3, 1}, {1, 1, 4, 4, 0}};
    if (task == Task::Transcription) sample.labels = {0, 1, 2};
    if (task == Task::Segmentation) sample.target = Tensor::zeros({DataType::UInt8, Shape{1, 6, 5}});
    if (task == Task::ImageToImage) sample.target = Tensor::zeros({DataType::UInt8, Shape{1, 12, 10}});
    if (task == Task::Regression) sample.target = Tensor::zeros({DataType::Float32, Shape{2}});
    if (change) change(i, sample);
    SampleView view;
    view.input = rawContent(sample.input);
    view.labels = std::span<const std::int32_t>(sample.labels);
    view.boxes = std::span<const Box>(sample.boxes);
    if (sample.target.defined()) view.target = rawContent(sample.target);
    view.split = i < 6 ? Split::Train : i < 8 ? Split::Validation : Split::Test;
    EXPECT_TRUE((*writer)->add(view).ok());
  }
  EXPECT_TRUE((*writer)->finish().ok());
  auto opened = Dataset::open(folder);
  EXPECT_TRUE(opened.ok()) << (opened.ok() ? "" : opened.error().text());
  return *opened;
}

DataFingerprint printOf(const Dataset& data) {
  auto print = fingerprintOf(data);
  EXPECT_TRUE(print.ok()) << (print.ok() ? "" : print.error().text());
  return *print;
}

// The smallest change of what is to be learned that leaves classes as they are.
void nudge(Sample& sample) {
  if (!sample.boxes.empty()) sample.boxes[1].right = 4.5f;
  if (!sample.labels.empty()) std::swap(sample.labels[0], sample.labels[1]);
  if (!sample.target.defined()) return;
  if (sample.target.dtype() == DataType::Float32)
    sample.target.data<float>()[1] = 1e-6f;
  else if (sample.target.shape()[1] == 12)
    sample.target.data<std::uint8_t>()[7] = 1;
  else
    std::swap(sample.target.data<std::uint8_t>()[3], sample.target.data<std::uint8_t>()[4]);
}

class FingerprintOfTargets : public ::testing::TestWithParam<Task> {
 protected:
  // So that moving one pixel of a mask leaves its classes as they are.
  static void prepare(Sample& sample) {
    if (GetParam() == Task::Segmentation) sample.target.data<std::uint8_t>()[3] = 1;
  }
  static Change nudged(std::size_t which) {
    return [which](std::size_t number, Sample& sample) {
      prepare(sample);
      if (number == which) nudge(sample);
    };
  }
  TemporaryFolder folder_;
};

TEST_P(FingerprintOfTargets, SeesTheSmallestChangeOfWhatIsLearned) {
  const DataFingerprint before = printOf(*samplesOf(folder_ / "before", GetParam(), nudged(99)));
  EXPECT_EQ(before.targets.size(), 32u);
  EXPECT_EQ(before, printOf(*samplesOf(folder_ / "again", GetParam(), nudged(99))));
  EXPECT_EQ(before, printOf(*samplesOf(folder_ / "tested", GetParam(), nudged(9)))) << "no run sees the test split";
  for (const std::size_t which : {std::size_t{2}, std::size_t{7}}) {
    const auto folder = folder_ / ("changed " + std::to_string(which));
    const DataFingerprint now = printOf(*samplesOf(folder, GetParam(), nudged(which)));
    EXPECT_EQ(before.contents, now.contents);
    EXPECT_EQ(before.labels, now.labels);
    EXPECT_NE(before.targets, now.targets);
    EXPECT_NE(differenceWords(before, now).find("other targets"), std::string::npos) << differenceWords(before, now);
  }
}

TEST_P(FingerprintOfTargets, IsTheSameOfADataSetThatAnOlderFoveaWrote) {
  const DataFingerprint before = printOf(*samplesOf(folder_ / "set", GetParam(), nudged(99)));
  auto json = parseJson(readBytes(folder_ / "set" / kManifestFile));
  ASSERT_TRUE(json.ok());
  std::size_t removed = 0;
  for (Json& segment : (*json)["segments"]) removed += segment["tables"].erase(kTargetTable);
  ASSERT_EQ(removed, 1u) << formatJson(*json);
  writeBytes(folder_ / "set" / kManifestFile, formatJson(*json));
  const auto older = Dataset::open(folder_ / "set");
  ASSERT_TRUE(older.ok()) << older.error().text();
  EXPECT_EQ(before, printOf(**older));
}

INSTANTIATE_TEST_SUITE_P(Tasks, FingerprintOfTargets,
                         ::testing::Values(Task::Detection, Task::Segmentation, Task::ImageToImage, Task::Regression,
                                           Task::Transcription),
                         [](const auto& each) { return std::string(taskName(each.param)); });

TEST(FingerprintTest, ClassesAloneNeedNoTableOfTargets) {
  const TemporaryFolder folder;
  const auto data = samplesOf(folder / "set", Task::Unlabelled);
  EXPECT_TRUE(printOf(*data).targets.empty());
  EXPECT_EQ(readBytes(folder / "set" / kManifestFile).find(std::string("\"") + kTargetTable + "\""), std::string::npos);
}

// Shown by records that could not be read: their boxes are damaged.
TEST(FingerprintTest, ReadsNoSample) {
  const TemporaryFolder folder;
  const DataFingerprint before = printOf(*samplesOf(folder / "set", Task::Detection));
  const fs::path store = folder / "set" / "samples-0001.mdb";
  std::string bytes = readBytes(store);
  const Box box{1, 1, 4, 4, 0};
  const std::string wanted(reinterpret_cast<const char*>(&box), sizeof box);
  std::size_t damaged = 0;
  for (std::size_t at = bytes.find(wanted); at != std::string::npos; at = bytes.find(wanted, at + 1), ++damaged)
    bytes[at] ^= 1;
  ASSERT_GE(damaged, 12u) << "each record, and what the store left behind while it grew";
  writeBytes(store, bytes);
  const auto data = Dataset::open(folder / "set");
  ASSERT_TRUE(data.ok()) << data.error().text();
  EXPECT_EQ((*data)->record(0).error().code, ErrorCode::Corrupt);
  EXPECT_EQ(before, printOf(**data));
}

// A run of an older Fovea does not know of its targets.
TEST(FingerprintTest, WhatIsNotKnownIsBelieved) {
  const TemporaryFolder folder;
  const DataFingerprint now = printOf(*samplesOf(folder / "set", Task::Detection));
  DataFingerprint before = now;
  before.targets.clear();
  EXPECT_EQ(differenceWords(before, now), "");
}

}  // namespace
}  // namespace fovea::test
