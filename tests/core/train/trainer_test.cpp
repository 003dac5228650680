// Training learns, gives the same results every time, and rejects invalid settings with a message.
#include "core/train/trainer.h"

#include <cmath>
#include <limits>

#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

class TrainerTest : public ::testing::Test {
 protected:
  TrainingPlan plan(const std::string& device = "cpu") {
    if (!dataset_) dataset_ = taskDataset(folder_ / "squares");
    return {taskNetwork(), taskSettings(device), dataset_, "squares"};
  }
  Result<std::unique_ptr<Trainer>> create(const TrainingPlan& wanted) {
    return Trainer::create(wanted, openTaskDevice(wanted.settings.device));
  }

  TemporaryFolder folder_;
  std::shared_ptr<Dataset> dataset_;
};

double largestChange(const Tensor& a, const Tensor& b) {
  double change = 0, size = 0;
  for (std::int64_t i = 0; i < a.elementCount(); ++i) {
    change = std::max<double>(change, std::abs(a.data<float>()[i] - b.data<float>()[i]));
    size = std::max<double>(size, std::abs(b.data<float>()[i]));
  }
  return change / size;
}

class TrainerOnEachDevice : public TrainerTest, public ::testing::WithParamInterface<const char*> {};
INSTANTIATE_TEST_SUITE_P(Devices, TrainerOnEachDevice, ::testing::Values("cpu", "reference"));

TEST_P(TrainerOnEachDevice, Learns) {
  TrainingPlan wanted = plan(GetParam());
  wanted.settings.epochs = 6;
  wanted.settings.schedule = "fixed";
  const auto trainer = valueOf(create(wanted));
  Story story;
  advance(*trainer, story);
  ASSERT_EQ(story.epochs.size(), 6u);
  EXPECT_NEAR(story.points.front().loss, std::log(3.0), 0.8) << "before learning a class is a guess";
  EXPECT_LT(story.epochs.back().trainLoss, 0.4 * story.epochs.front().trainLoss);
  EXPECT_LT(story.epochs.back().validationLoss, 0.3);
  EXPECT_GT(story.epochs.back().validationAccuracy, 0.9);
}

TEST_P(TrainerOnEachDevice, TheSameSeedGivesTheSameBits) {
  const auto runOnce = [&](std::int64_t seed, Story& story) {
    TrainingPlan wanted = plan(GetParam());
    wanted.settings.seed = seed;
    const auto trainer = valueOf(create(wanted));
    advance(*trainer, story);
    return valueOf(trainer->checkpoint());
  };
  Story first, second, other;
  const Checkpoint a = runOnce(7, first);
  const Checkpoint b = runOnce(7, second);
  EXPECT_EQ(first.lines, second.lines);
  expectSameState(a, b);
  runOnce(8, other);
  EXPECT_NE(first.lines, other.lines) << "and another seed is another run";
}

// A head that only its own loss reaches learns, and the run is evaluated by the main loss.
TEST_P(TrainerOnEachDevice, ALossAtTheSideTeachesItsHead) {
  TrainingPlan wanted = plan(GetParam());
  wanted.settings.epochs = 6;
  wanted.settings.schedule = "fixed";
  Drawing drawing;
  drawing.network = wanted.network;
  drawing.add("side_fc", "linear", {{"units", std::int64_t{3}}}, {"pool1"})
      .add("side", "cross_entropy", {{"loss_weight", 0.3}}, {"side_fc"});
  wanted.network = drawing.network;
  const auto trainer = valueOf(create(wanted));
  const Tensor before = *valueOf(trainer->checkpoint()).find("side_fc.weight");
  Story story;
  advance(*trainer, story);
  EXPECT_NEAR(story.points.front().loss, 1.3 * std::log(3.0), 1.0) << "the losses add up";
  EXPECT_LT(story.epochs.back().trainLoss, 0.4 * story.epochs.front().trainLoss);
  EXPECT_GT(story.epochs.back().validationAccuracy, 0.9);
  const Tensor after = *valueOf(trainer->checkpoint()).find("side_fc.weight");
  EXPECT_GT(largestChange(before, after), 0.1);
}

TEST_F(TrainerTest, DevicesAgree) {
  const auto runOnce = [&](const std::string& device, Story& story) {
    TrainingPlan wanted = plan(device);
    wanted.settings.logInterval = 1;
    const auto trainer = valueOf(create(wanted));
    while (trainer->position().step < 20) advance(*trainer, story, 1);
    return valueOf(trainer->checkpoint());
  };
  Story fast, exact;
  const Checkpoint cpu = runOnce("cpu", fast);
  const Checkpoint reference = runOnce("reference", exact);
  ASSERT_EQ(fast.points.size(), exact.points.size());
  for (std::size_t i = 0; i < fast.points.size(); ++i)
    EXPECT_NEAR(fast.points[i].loss, exact.points[i].loss, 1e-4) << "step " << i + 1;
  for (const auto& [name, tensor] : cpu.tensors) {
    const Tensor* other = reference.find(name);
    ASSERT_NE(other, nullptr) << name;
    for (std::int64_t i = 0; i < tensor.elementCount(); ++i)
      ASSERT_NEAR(tensor.data<float>()[i], other->data<float>()[i], 1e-4) << name << " " << i;
  }
}

TEST_F(TrainerTest, CountsStepsAndSamples) {
  const auto trainer = valueOf(create(plan()));
  EXPECT_EQ(trainer->samplesPerEpoch(), 150);
  EXPECT_EQ(trainer->stepsPerEpoch(), 10) << "nine whole batches and a tail of six: no sample is left out";
  EXPECT_GT(trainer->memory().peakBytes(), 0u);
  Story story;
  advance(*trainer, story, 10);
  EXPECT_EQ(trainer->position().step, 10);
  EXPECT_EQ(trainer->position().sample, 150);
  EXPECT_TRUE(trainer->inValidation());
  EXPECT_TRUE(story.epochs.empty()) << "the epoch ends with its validation";
  ASSERT_EQ(story.points.size(), 3u);  // after steps 4 and 8, and at the end of the epoch
  EXPECT_EQ(story.points.back().step, 10);
  EXPECT_EQ(story.points.back().epoch, 1.0);
  advance(*trainer, story, 4);  // 34 samples are three batches; the fourth call ends the epoch
  ASSERT_EQ(story.epochs.size(), 1u);
  EXPECT_FALSE(trainer->inValidation());
  EXPECT_EQ(trainer->position().epoch, 1);
  EXPECT_EQ(trainer->position().sample, 0);
  EXPECT_EQ(story.epochs[0].epoch, 1);
  EXPECT_EQ(story.epochs[0].step, 10);
  EXPECT_TRUE(story.epochs[0].best);
}

TEST_F(TrainerTest, EpochMeansWeighEverySampleAlike) {
  const auto trainer = valueOf(create(plan()));
  Story story;
  while (story.epochs.empty()) advance(*trainer, story, 1);
  // Points after 64, 64 and 22 samples.
  const double loss = (64 * story.points[0].loss + 64 * story.points[1].loss + 22 * story.points[2].loss) / 150;
  EXPECT_NEAR(story.epochs[0].trainLoss, loss, 1e-12);
  const double accuracy =
      (64 * story.points[0].accuracy + 64 * story.points[1].accuracy + 22 * story.points[2].accuracy) / 150;
  EXPECT_NEAR(story.epochs[0].trainAccuracy, accuracy, 1e-12);
  const double correct = story.epochs[0].validationAccuracy * 34;
  EXPECT_NEAR(correct, std::round(correct), 1e-9) << "a share of whole samples";
}

// As in the evaluation of a checkpoint: the loss of all samples at once, whatever the batch.
TEST_F(TrainerTest, TheLossOfAValidationDoesNotDependOnTheBatch) {
  for (const auto& [name, value] : {std::pair<std::string, FieldValue>{"class_weights", std::string("1, 20, 0.1")},
                                    {"ignore_index", std::int64_t{1}}}) {
    SCOPED_TRACE(name);
    std::vector<double> losses;
    for (const std::int64_t batch : {34, 15, 4, 1}) {
      Drawing drawing;
      drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
          .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"data"})
          .add("loss", "cross_entropy", {{name, value}}, {"fc1"});
      TrainingPlan wanted = plan();
      wanted.network = drawing.network;
      wanted.settings.batch = batch;
      wanted.settings.epochs = 1;
      wanted.settings.learningRate = 1e-10;
      Story story;
      advance(*valueOf(create(wanted)), story);
      losses.push_back(story.epochs.at(0).validationLoss);
    }
    for (const double loss : losses) EXPECT_NEAR(loss, losses.front(), 1e-5);
  }
}

TEST_F(TrainerTest, FollowsTheSchedule) {
  const auto trainer = valueOf(create(plan()));
  Story story;
  advance(*trainer, story);
  ASSERT_EQ(story.epochs.size(), 3u);
  EXPECT_EQ(story.epochs[0].learningRate, 0.05);
  EXPECT_EQ(story.epochs[1].learningRate, 0.05);
  EXPECT_DOUBLE_EQ(story.epochs[2].learningRate, 0.005);
}

TEST_F(TrainerTest, AfterTheLastEpochNothingHappens) {
  const auto trainer = valueOf(create(plan()));
  Story story;
  advance(*trainer, story);
  const Checkpoint end = valueOf(trainer->checkpoint());
  const TrainingUpdate more = valueOf(trainer->advance());
  EXPECT_TRUE(more.finished);
  EXPECT_FALSE(more.epoch.has_value());
  expectSameState(end, valueOf(trainer->checkpoint()));
  trainer->setEpochs(4);
  advance(*trainer, story);
  EXPECT_EQ(story.epochs.size(), 4u) << "more epochs may be asked for";
}

TEST_F(TrainerTest, WithoutValidationEpochsEndWithTraining) {
  TrainingPlan wanted = plan();
  wanted.source = taskDataset(folder_ / "whole", {150, 0, 0});
  const auto trainer = valueOf(create(wanted));
  Story story;
  advance(*trainer, story);
  ASSERT_EQ(story.epochs.size(), 3u);
  for (const EpochRecord& epoch : story.epochs) {
    EXPECT_TRUE(std::isnan(epoch.validationLoss));
    EXPECT_TRUE(std::isnan(epoch.validationAccuracy));
    EXPECT_TRUE(std::isfinite(epoch.trainLoss));
  }
  EXPECT_EQ(trainer->position().step, 30);
  EXPECT_LT(valueOf(trainer->checkpoint()).validationAccuracy, 0) << "there was none";
}

TEST_F(TrainerTest, ABatchMayBeTheWholeDataSet) {
  TrainingPlan wanted = plan();
  wanted.settings.batch = 150;
  const auto trainer = valueOf(create(wanted));
  Story story;
  advance(*trainer, story);
  EXPECT_EQ(trainer->position().step, 3);
  EXPECT_EQ(story.epochs.size(), 3u);
}

TEST_F(TrainerTest, ASetRateIsAFactorOnTheSchedule) {
  TrainingPlan wanted = plan();
  const auto trainer = valueOf(create(wanted));
  Story story;
  advance(*trainer, story, 5);
  trainer->setLearningRate(0.02);
  EXPECT_NEAR(trainer->learningRate(), 0.02, 1e-15);
  while (story.epochs.size() < 2) advance(*trainer, story, 1);
  EXPECT_NEAR(trainer->learningRate(), 0.002, 1e-15) << "the schedule's step still comes";
  expectOk(writeCheckpoint(folder_ / "a.safetensors", valueOf(trainer->checkpoint())));
  const auto resumed =
      valueOf(Trainer::resume(wanted, valueOf(readCheckpoint(folder_ / "a.safetensors")), openTaskDevice("cpu")));
  EXPECT_EQ(resumed->learningRate(), trainer->learningRate());
}

TEST_F(TrainerTest, WhatDoesNotFitTheDataIsNamed) {
  TrainingPlan wanted = plan();
  Drawing shape;
  shape.add("data", "input", {{"shape", List{1, 9, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"data"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  wanted.network = shape.network;
  expectError(create(wanted), ErrorCode::InvalidArgument, "squares");
  EXPECT_TRUE(contains(create(wanted).error().advice, "Input"));
  Drawing classes;
  classes.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{2}}}, {"data"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  wanted.network = classes.network;
  expectError(create(wanted), ErrorCode::InvalidArgument, "2 classes apart, but \"squares\" has 3");
}

TEST_F(TrainerTest, ANetworkWithoutLossIsNamed) {
  TrainingPlan wanted = plan();
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}}).add("fc1", "linear", {{"units", std::int64_t{3}}}, {"data"});
  wanted.network = drawing.network;
  expectError(create(wanted), ErrorCode::InvalidArgument, "Without a loss");
}

TEST_F(TrainerTest, ABatchLargerThanTheDataIsNamed) {
  TrainingPlan wanted = plan();
  wanted.settings.batch = 151;
  expectError(create(wanted), ErrorCode::InvalidArgument, "150");
  wanted.settings.batch = 0;
  expectError(create(wanted), ErrorCode::InvalidArgument, "Batch");
}

// The last batch of an epoch may hold a single sample; it leaves the running moments as they are.
TEST_F(TrainerTest, ABatchNormNeedsSeveralNumbersOfAChannel) {
  TrainingPlan wanted = plan();
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{4}}}, {"data"})
      .add("norm1", "batch_normalization", {}, {"fc1"})
      .add("fc2", "linear", {{"units", std::int64_t{3}}}, {"norm1"})
      .add("loss", "cross_entropy", {}, {"fc2"});
  wanted.network = drawing.network;
  wanted.settings.batch = 1;
  expectError(create(wanted), ErrorCode::InvalidArgument, "The batch norm “norm1” gets a single number");
  wanted.settings.batch = wanted.settings.microBatches = 16;
  expectError(create(wanted), ErrorCode::InvalidArgument, "fewer micro-batches");
  wanted.settings.microBatches = 1;
  wanted.settings.batch = 149;
  const auto trainer = valueOf(create(wanted));
  valueOf(trainer->advance());
  const Checkpoint before = valueOf(trainer->checkpoint());
  valueOf(trainer->advance());
  const Checkpoint after = valueOf(trainer->checkpoint());
  EXPECT_EQ(after.position.sample, 150);
  for (const char* name : {"norm1.running_mean", "norm1.running_variance"}) {
    const auto earlier = before.find(name)->values<float>(), later = after.find(name)->values<float>();
    EXPECT_TRUE(std::equal(earlier.begin(), earlier.end(), later.begin())) << name;
  }
}

TEST_F(TrainerTest, SamplesWithoutLabelsAreNamed) {
  auto writer = valueOf(DatasetWriter::create(folder_ / "unlabelled",
                                              {"mixed", "test", "nowhere", kTaskShape, {"left", "right", "low"}}));
  for (std::int32_t i = 0; i < 20; ++i) {
    const auto pixels = taskPixels(static_cast<std::uint64_t>(i), i % 3);
    expectOk(writer->add(rawSample(kTaskShape, pixels, i < 5 ? kNoLabel : i % 3, Split::Train, "nowhere",
                                   static_cast<std::uint64_t>(i))));
  }
  ASSERT_TRUE(writer->finish().ok());
  TrainingPlan wanted = plan();
  wanted.source = openDataset(folder_ / "unlabelled");
  expectError(create(wanted), ErrorCode::InvalidArgument, "5 of the 20 train samples of \"mixed\" have no label");
}

TEST_F(TrainerTest, AMoreGenerousNetworkIsAllowed) {
  TrainingPlan wanted = plan();
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("fc1", "linear", {{"units", std::int64_t{5}}}, {"data"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  wanted.network = drawing.network;
  Story story;
  advance(*valueOf(create(wanted)), story);
  EXPECT_GT(story.epochs.back().trainAccuracy, 0.6);
}

}  // namespace
}  // namespace fovea::test
