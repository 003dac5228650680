// Every task is learned: from a fixed seed its loss falls by what is said here, and what it measures is what fits it.
#include "tests/core/train/task_data.h"

namespace fovea::test {
namespace {

class TasksTest : public ::testing::Test {
 protected:
  // The first and the last epoch of a training.
  std::pair<EpochRecord, EpochRecord> learn(const TaskCase& task) {
    const auto trainer = trainerOf(task);
    const auto epochs = trained(*trainer);
    return {epochs.front(), epochs.back()};
  }
  TemporaryFolder folder_;
};

TEST_F(TasksTest, Segmentation) {
  const auto [first, last] = learn(segmentationCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.15 * first.validationLoss) << first.validationLoss;
  EXPECT_GT(valueNamed(last.validationMetrics, "confusion_iou"), 0.9);
  EXPECT_GT(valueNamed(last.validationMetrics, "accuracy"), 0.97);
}

TEST_F(TasksTest, ImageToImage) {
  const auto [first, last] = learn(imageCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.2 * first.validationLoss) << first.validationLoss;
  EXPECT_GT(valueNamed(last.validationMetrics, "psnr"), 22);
  EXPECT_GT(valueNamed(last.validationMetrics, "ssim"), valueNamed(first.validationMetrics, "ssim"));
}

TEST_F(TasksTest, SeveralLabels) {
  const auto [first, last] = learn(severalLabelsCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.4 * first.validationLoss) << first.validationLoss;
  EXPECT_GT(valueNamed(last.validationMetrics, "accuracy"), 0.95);
}

TEST_F(TasksTest, Numbers) {
  const auto [first, last] = learn(numbersCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.05 * first.validationLoss) << first.validationLoss;
  EXPECT_LT(valueNamed(last.validationMetrics, "mean_absolute_error"), 0.3);
}

TEST_F(TasksTest, NextSymbol) {
  const auto [first, last] = learn(nextSymbolCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.25 * first.validationLoss) << first.validationLoss;
  // One of six symbols follows an e, which is as often followed by one as by another as 3 to 1.
  EXPECT_LT(valueNamed(last.validationMetrics, "perplexity"), 1.35);
}

TEST_F(TasksTest, Transcription) {
  const auto [first, last] = learn(transcriptionCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.2 * first.validationLoss) << first.validationLoss;
}

TEST_F(TasksTest, TwoRunsOfOneSeedAreTheSame) {
  const TaskCase task = segmentationCase(folder_ / "set");
  EXPECT_EQ(learn(task).second.trainLoss, learn(task).second.trainLoss);
}

TEST_F(TasksTest, WhatDoesNotFitTheTaskIsSaidOnBothSides) {
  TaskCase task = segmentationCase(folder_ / "masks");
  task.network = severalLabelsCase(folder_ / "labels").network;
  const auto refuse = [](const TaskCase& wrong) {
    return Trainer::create({wrong.network, wrong.settings, wrong.data, "data"}, openTaskDevice("cpu")).error();
  };
  Error error = refuse(task);
  EXPECT_TRUE(contains(error.text(), "The network takes samples of [1, 8, 8], but those of \"segmentation\""));
  task.network = taskNetwork();
  task.data = severalLabelsCase(folder_ / "again").data;
  error = refuse(task);
  EXPECT_TRUE(contains(error.text(),
                       "compares with i32[16] for a batch, but \"multi_label\" holds images of 1×8×8 with "
                       "any of 3 labels each"));
  EXPECT_TRUE(contains(error.advice, "Binary cross-entropy behind a layer with 3 units"));
  task = transcriptionCase(folder_ / "spoken");
  ASSERT_TRUE(
      applyEdit(task.network, {SetParameter{task.network.findByName("fc")->id, "units", std::int64_t{3}}, ""}).ok());
  EXPECT_TRUE(contains(refuse(task).text(), "tells 3 classes apart, but \"transcription\" has 3, and a blank"));
}

}  // namespace
}  // namespace fovea::test
