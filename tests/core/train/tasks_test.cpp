// Every task can be learned: from a fixed seed its loss falls by the stated factor, and its metrics fit the task.
#include "core/data/loading/batch_loader.h"
#include "core/train/training_graph.h"
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
  EXPECT_GT(last.validationAccuracy, 0.97);
  EXPECT_GT(last.trainAccuracy, 0.9);
}

TEST_F(TasksTest, Detection) {
  const auto [first, last] = learn(detectionCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.3 * first.validationLoss) << first.validationLoss;
  EXPECT_GT(valueNamed(last.validationMetrics, "box_overlap"), 0.7);
  EXPECT_GT(valueNamed(last.validationMetrics, "centre_f1"), 0.85);
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
  EXPECT_GT(last.validationAccuracy, 0.95);
}

TEST_F(TasksTest, Numbers) {
  const auto [first, last] = learn(numbersCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.05 * first.validationLoss) << first.validationLoss;
  EXPECT_LT(valueNamed(last.validationMetrics, "mean_absolute_error"), 0.3);
  EXPECT_TRUE(std::isnan(last.validationAccuracy));
}

// The same samples in another folder, with a change of sample 5.
std::shared_ptr<Dataset> withAnotherNumber(const Dataset& data, const fs::path& folder) {
  DatasetDescription description{data.info().name, "test", "nowhere", Shape{}, data.info().classes};
  description.task = data.info().task;
  auto writer = valueOf(DatasetWriter::create(folder, description));
  for (const Split split : {Split::Train, Split::Validation})
    for (std::int64_t i = 0; i < data.size(split); ++i) {
      Sample sample = valueOf(data.sample(split, i));
      if (split == Split::Train && i == 5) sample.target.data<float>()[0] += 0.25f;
      SampleView view;
      view.input = rawContent(sample.input);
      view.target = rawContent(sample.target);
      view.split = split;
      expectOk(writer->add(view));
    }
  EXPECT_TRUE(writer->finish().ok());
  return openDataset(folder);
}

TEST_F(TasksTest, ARunGoesOnOnlyWithTheNumbersThatItBeganWith) {
  const TaskCase task = numbersCase(folder_ / "numbers");
  const auto first = trainerOf(task);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(first->advance().ok());
  expectOk(writeCheckpoint(folder_ / "stop.safetensors", valueOf(first->checkpoint())));
  const Checkpoint stop = valueOf(readCheckpoint(folder_ / "stop.safetensors"));
  TrainingPlan plan{task.network, task.settings, openDataset(folder_ / "numbers"), "data"};
  EXPECT_TRUE(Trainer::resume(plan, stop, openTaskDevice("cpu")).ok());
  plan.source = withAnotherNumber(*task.data, folder_ / "corrected");
  const auto refused = Trainer::resume(plan, stop, openTaskDevice("cpu"));
  expectError(refused, ErrorCode::InvalidArgument, "other targets (boxes, masks, numbers or texts)");
  EXPECT_TRUE(contains(refused.error().advice, "begin a new run with these weights")) << refused.error().text();
}

TEST_F(TasksTest, NextSymbol) {
  const auto [first, last] = learn(nextSymbolCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.25 * first.validationLoss) << first.validationLoss;
  // One symbol of six follows an e, where two are possible at a ratio of 3 to 1.
  EXPECT_LT(valueNamed(last.validationMetrics, "perplexity"), 1.35);
  EXPECT_GT(last.validationAccuracy, 0.8);
}

TEST_F(TasksTest, Transcription) {
  const auto [first, last] = learn(transcriptionCase(folder_ / "set"));
  EXPECT_LT(last.validationLoss, 0.2 * first.validationLoss) << first.validationLoss;
}

TEST_F(TasksTest, SoundsOfDifferentLengths) {
  const auto [first, last] = learn(soundsCase(folder_ / "set", 20));
  EXPECT_LT(last.validationLoss, 0.2 * first.validationLoss) << first.validationLoss;
}

// The losses of a few steps with one batch of sounds.
std::vector<float> lossesOf(const TaskCase& task, bool lengths) {
  BatchLoaderOptions options;
  options.shuffle = false;
  options.target = Shape{4};
  const Batch batch = valueOf(valueOf(BatchLoader::create(task.data, Split::Train, options))->next());
  const StepGraph step = valueOf(buildTrainingGraph(task.network, task.settings, 64, StepKind::Whole, lengths));
  const auto store = std::make_shared<VariableStore>(openTaskDevice("cpu"));
  for (const VariableInfo& variable : step.variables) expectOk(store->write(variable.name, initialValue(variable, 1)));
  const auto executor = valueOf(Executor::compile(step.graph, store));
  expectOk(executor->setInput(step.feeds.value(FeedRole::Samples), batch.input()));
  expectOk(executor->setInput(step.feeds.value(FeedRole::Target), batch.target));
  expectOk(executor->setInput(step.feeds.value(FeedRole::LearningRate), Tensor::of<float>(Shape(), {0.01f})));
  if (lengths) expectOk(executor->setInput(step.feeds.value(FeedRole::Lengths), batch.lengths));
  std::vector<float> losses;
  for (int i = 0; i < 5; ++i) {
    expectOk(executor->run());
    losses.push_back(valueOf(executor->readScalar(step.graph->findOutput("loss"))));
  }
  return losses;
}

// The padding of sounds has no influence on loss and gradients, however long it is.
TEST_F(TasksTest, MoreFillingIsTheSameLoss) {
  const TaskCase shorter = soundsCase(folder_ / "short", 16), longer = soundsCase(folder_ / "long", 30);
  const auto first = lossesOf(shorter, true), second = lossesOf(longer, true);
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(first[i], second[i], 1e-4f * first[i]) << i;
  EXPECT_LT(first.back(), 0.95f * first.front());
  EXPECT_GT(std::abs(lossesOf(shorter, false)[0] - lossesOf(longer, false)[0]), 0.02f);
}

// A step has an input of lengths only if the samples have them and the loss uses them.
TEST_F(TasksTest, LengthsAreAskedForWhereTheyAreKnown) {
  const TaskCase sounds = soundsCase(folder_ / "sounds", 20), squares = severalLabelsCase(folder_ / "squares");
  const auto step = [](const TaskCase& task, bool lengths) {
    return valueOf(buildTrainingGraph(task.network, task.settings, 4, StepKind::Whole, lengths));
  };
  const StepGraph known = step(sounds, true);
  ASSERT_TRUE(known.feeds.has(FeedRole::Lengths));
  EXPECT_EQ(known.graph->value(known.feeds.value(FeedRole::Lengths)).type, (TensorType{DataType::Float32, Shape{4}}));
  EXPECT_FALSE(step(sounds, false).feeds.has(FeedRole::Lengths));
  EXPECT_EQ(step(sounds, false).graph->values().size() + 1, known.graph->values().size());
  EXPECT_FALSE(step(squares, true).feeds.has(FeedRole::Lengths));
  TrainingSettings half = sounds.settings;
  half.precision = "bf16";
  const StepGraph precise = valueOf(buildTrainingGraph(sounds.network, half, 4, StepKind::Whole, true));
  EXPECT_EQ(precise.graph->value(precise.feeds.value(FeedRole::Lengths)).name, "lengths");
  EXPECT_TRUE(valueOf(buildValidationGraph(sounds.network, 4, false, {.lengths = true})).feeds.has(FeedRole::Lengths));
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
  EXPECT_TRUE(contains(error.text(), "The network expects samples of [1, 8, 8], but those of \"segmentation\""));
  task.network = taskNetwork();
  task.data = severalLabelsCase(folder_ / "again").data;
  error = refuse(task);
  EXPECT_TRUE(contains(error.text(),
                       "compares with one label for each sample, but \"multi_label\" holds images of 1×8×8 with "
                       "any of 3 labels each"));
  EXPECT_TRUE(contains(error.advice, "Binary cross-entropy after a layer with 3 units"));
  task = transcriptionCase(folder_ / "spoken");
  ASSERT_TRUE(
      applyEdit(task.network, {SetParameter{task.network.findByName("fc")->id, "units", std::int64_t{3}}, ""}).ok());
  EXPECT_TRUE(contains(refuse(task).text(), "tells 3 classes apart, but \"transcription\" has 3, and a blank"));
}

}  // namespace
}  // namespace fovea::test
