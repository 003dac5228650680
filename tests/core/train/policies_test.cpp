// When a run validates, which state is its best, when it stops early, and what a user may change during it.
#include <nlohmann/json.hpp>

#include "core/train/input_transforms.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

class PoliciesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    dataset_ = taskDataset(folder_ / "squares");
    plan_ = {taskNetwork(), taskSettings(), dataset_, (folder_ / "squares").string()};
  }
  TrainingSettings& settings() { return plan_.settings; }
  std::unique_ptr<Trainer> begin() { return valueOf(Trainer::create(plan_, openTaskDevice("cpu"))); }
  std::unique_ptr<Trainer> throughAFile(const Trainer& trainer) {
    expectOk(writeCheckpoint(folder_ / "stop.safetensors", valueOf(trainer.checkpoint())));
    return valueOf(
        Trainer::resume(plan_, valueOf(readCheckpoint(folder_ / "stop.safetensors")), openTaskDevice("cpu")));
  }
  void expectRefused(const std::string& words) {
    expectError(Trainer::create(plan_, openTaskDevice("cpu")), ErrorCode::InvalidArgument, words);
  }

  TemporaryFolder folder_;
  std::shared_ptr<Dataset> dataset_;
  TrainingPlan plan_;
};

// All reports of a run until its end.
struct Course {
  std::vector<EpochRecord> epochs;
  std::vector<ValidationRecord> validations;
  std::string stopped;
  std::int64_t calls = 0;
};

Course runToEnd(Trainer& trainer, std::int64_t calls = 1'000'000) {
  Course course;
  for (; course.calls < calls; ++course.calls) {
    const TrainingUpdate update = valueOf(trainer.advance());
    if (update.epoch) course.epochs.push_back(*update.epoch);
    if (update.validation) course.validations.push_back(*update.validation);
    if (!update.stoppedEarly.empty()) course.stopped = update.stoppedEarly;
    if (update.finished) break;
  }
  return course;
}

TEST_F(PoliciesTest, ValidatesEachSoManyEpochsAndAtTheEnd) {
  settings().epochs = 5;
  settings().validationEvery = 2;
  const auto trainer = begin();
  const Course course = runToEnd(*trainer);
  ASSERT_EQ(course.epochs.size(), 5u);
  for (const EpochRecord& epoch : course.epochs) {
    const bool validated = epoch.epoch % 2 == 0 || epoch.epoch == 5;
    EXPECT_EQ(std::isfinite(epoch.validationLoss), validated) << epoch.epoch;
    EXPECT_FALSE(epoch.best && !validated) << epoch.epoch;
  }
  EXPECT_TRUE(course.epochs[1].best);
  EXPECT_TRUE(course.validations.empty());
}

// An epoch has ten steps; validations count the steps of the whole run.
TEST_F(PoliciesTest, ValidatesWithinEpochs) {
  settings().epochs = 2;
  settings().validationUnit = "steps";
  settings().validationEvery = 6;
  const auto trainer = begin();
  const Course course = runToEnd(*trainer);
  ASSERT_EQ(course.validations.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(course.validations[i].step, static_cast<std::int64_t>(6 * (i + 1)));
    EXPECT_TRUE(std::isfinite(course.validations[i].loss));
    EXPECT_GE(course.validations[i].accuracy, 0);
    EXPECT_EQ(course.validations[i].epoch, i == 0 ? 1 : 2);
  }
  EXPECT_TRUE(course.validations[0].best);
  ASSERT_EQ(course.epochs.size(), 2u);
  EXPECT_FALSE(std::isfinite(course.epochs[0].validationLoss));
  EXPECT_TRUE(std::isfinite(course.epochs[1].validationLoss));
}

// Neither validating in between nor stopping anywhere affects training.
TEST_F(PoliciesTest, ValidatingWithinEpochsChangesNoWeight) {
  settings().epochs = 2;
  const auto plain = begin();
  runToEnd(*plain);
  settings().validationUnit = "steps";
  settings().validationEvery = 6;
  const auto whole = begin();
  const Course course = runToEnd(*whole);
  const Checkpoint end = valueOf(whole->checkpoint());
  const Tensor *left = end.find("fc1.weight"), *right = nullptr;
  const Checkpoint plainEnd = valueOf(plain->checkpoint());
  right = plainEnd.find("fc1.weight");
  ASSERT_TRUE(left && right);
  EXPECT_EQ(std::memcmp(left->raw(), right->raw(), left->bytes()), 0);
  for (std::int64_t calls = 1; calls < course.calls; ++calls) {
    SCOPED_TRACE(calls);
    const auto first = begin();
    const Course before = runToEnd(*first, calls);
    const auto second = throughAFile(*first);
    const Course after = runToEnd(*second);
    expectSameState(end, valueOf(second->checkpoint()));
    ASSERT_EQ(before.validations.size() + after.validations.size(), course.validations.size());
    const ValidationRecord& last = after.validations.empty() ? before.validations.back() : after.validations.back();
    EXPECT_EQ(last.loss, course.validations.back().loss);
  }
}

TEST_F(PoliciesTest, EndsWhereThereIsNoProgress) {
  settings().epochs = 50;
  settings().stopPatience = 3;
  settings().stopMinimum = 10;  // never reached, so the first validation stays the best
  const auto trainer = begin();
  const Course course = runToEnd(*trainer);
  EXPECT_EQ(course.epochs.size(), 4u);
  EXPECT_NE(course.stopped.find("Stopped early: accuracy has not become better"), std::string::npos) << course.stopped;
  EXPECT_NE(course.stopped.find("in 3 validations"), std::string::npos) << course.stopped;
  EXPECT_TRUE(valueOf(trainer->advance()).finished);
  // Continuing a stopped run starts the patience again.
  const auto again = throughAFile(*trainer);
  EXPECT_EQ(runToEnd(*again).epochs.size(), 3u);
}

TEST_F(PoliciesTest, ProgressResetsThePatience) {
  settings().epochs = 6;
  settings().stopPatience = 5;
  settings().bestMetric = "loss";
  settings().learningRate = 0.001;
  settings().schedule = "fixed";
  const auto trainer = begin();
  const Course course = runToEnd(*trainer);
  EXPECT_EQ(course.epochs.size(), 6u);
  EXPECT_TRUE(course.stopped.empty());
  EXPECT_LT(trainer->position().withoutProgress, 5);
}

TEST_F(PoliciesTest, TheBestIsChosenByTheMetricThatIsAskedFor) {
  settings().bestMetric = "loss";
  const auto trainer = begin();
  const Course course = runToEnd(*trainer);
  double lowest = 1e9;
  for (const EpochRecord& epoch : course.epochs) {
    EXPECT_EQ(epoch.best, epoch.validationLoss < lowest) << epoch.epoch;
    lowest = std::min(lowest, epoch.validationLoss);
  }
  const Checkpoint end = valueOf(trainer->checkpoint());
  ASSERT_TRUE(end.score.has_value());
  EXPECT_EQ(*end.score, -course.epochs.back().validationLoss);
}

// Trains to the end of an epoch and returns its record.
EpochRecord epochOfRun(Trainer& trainer, std::int64_t epoch) {
  EpochRecord record;
  while (trainer.position().epoch < epoch)
    if (const TrainingUpdate update = valueOf(trainer.advance()); update.epoch) record = *update.epoch;
  return record;
}

// Values of two metrics cannot be compared: the loss as a score is below every accuracy.
TEST_F(PoliciesTest, AfterAChangeOfTheDecidingMetricTheBestIsJudgedAnew) {
  settings().epochs = 5;
  const auto trainer = begin();
  epochOfRun(*trainer, 2);
  ASSERT_TRUE(trainer->position().scoreToBeat);
  expectOk(trainer->change("best_metric", std::string("loss")));
  EXPECT_EQ(trainer->position().bestEpoch, 0);
  EXPECT_FALSE(trainer->position().scoreToBeat);
  EXPECT_FALSE(valueOf(trainer->checkpoint()).score) << "it was an accuracy";
  const EpochRecord third = epochOfRun(*trainer, 3);
  EXPECT_TRUE(third.best);
  EXPECT_EQ(trainer->position().bestEpoch, 3);
  EXPECT_EQ(trainer->position().scoreToBeat, -third.validationLoss);
  expectOk(trainer->change("best_metric", std::string()));
  const EpochRecord fourth = epochOfRun(*trainer, 4);
  EXPECT_TRUE(fourth.best);
  EXPECT_EQ(valueOf(trainer->checkpoint()).score, fourth.validationAccuracy);
  const auto before = trainer->position().scoreToBeat;
  expectOk(trainer->change("best_metric", std::string("accuracy")));
  EXPECT_EQ(trainer->position().scoreToBeat, before) << "it is the one that the loss declares";
  EXPECT_EQ(trainer->position().bestEpoch, 4);
}

TEST_F(PoliciesTest, ARunThatStoppedEarlyGoesOnWithAnotherNumberOfEpochs) {
  settings().epochs = 50;
  settings().stopPatience = 3;
  settings().stopMinimum = 10;
  const auto trainer = begin();
  ASSERT_EQ(runToEnd(*trainer).epochs.size(), 4u);
  expectOk(trainer->change("epochs", std::int64_t{40}));
  EXPECT_EQ(runToEnd(*trainer).epochs.size(), 3u);
}

TEST_F(PoliciesTest, WhatCannotWorkIsRefusedWithAFix) {
  settings().bestMetric = "psnr";
  expectRefused("Set best_metric to one of: loss, accuracy");
  settings() = taskSettings();
  settings().stopPatience = 3;
  expectRefused("it has 3 validations");
  settings() = taskSettings();
  settings().nesterov = true;
  settings().momentum = 0;
  expectRefused("Set momentum to 0.9");
  settings() = taskSettings();
  settings().schedule = "inverse";
  settings().scheduleGamma = -0.1;  // 1 + gamma · step is 0 at step 10
  expectRefused("Set schedule_gamma to 0 or more");
  settings().scheduleGamma = -0.01;
  begin();
  settings() = taskSettings();
  settings().stopPatience = 1;
  plan_.source = taskDataset(folder_ / "without", {150, 0, 16});
  expectRefused("no validation split");
}

// A change and the step after which it is made.
struct Change {
  std::int64_t step;
  const char* setting;
  FieldValue value;
};

Checkpoint runWith(Trainer& trainer, const std::vector<Change>& changes) {
  std::size_t next = 0;
  for (;;) {
    while (next < changes.size() && trainer.position().step >= changes[next].step && !trainer.inValidation()) {
      expectOk(trainer.change(changes[next].setting, changes[next].value));
      ++next;
    }
    if (valueOf(trainer.advance()).finished) return valueOf(trainer.checkpoint());
  }
}

TEST_F(PoliciesTest, TheSameChangesAtTheSameStepsGiveTheSameBits) {
  const std::vector<std::vector<Change>> courses = {
      {{13, "learning_rate", 0.02}},
      {{7, "weight_decay", 0.01}, {15, "weight_decay", 0.0}},
      {{5, "batch", std::int64_t{10}}, {23, "batch", std::int64_t{32}}},
      {{3, "momentum", 0.5}, {4, "learning_rate", 0.01}, {9, "batch", std::int64_t{25}}, {15, "weight_decay", 0.1}},
      {{12, "epochs", std::int64_t{2}}},
      {{6, "augmentation", std::string(R"([{"type":"random_flip"},{"type":"noise"}])")},
       {21, "augmentation", std::string()}}};
  settings().schedule = "cosine";
  const Checkpoint unchanged = runWith(*begin(), {});
  for (const auto& changes : courses) {
    SCOPED_TRACE(changes.front().setting);
    const Checkpoint first = runWith(*begin(), changes), second = runWith(*begin(), changes);
    expectSameState(first, second);
    EXPECT_EQ(first.position.changes, static_cast<std::int64_t>(changes.size()));
    const Tensor *left = first.find("fc1.weight"), *right = unchanged.find("fc1.weight");
    EXPECT_NE(std::memcmp(left->raw(), right->raw(), left->bytes()), 0) << "the change did nothing";
  }
}

// The run continues with the change as if it had not been stopped.
TEST_F(PoliciesTest, AChangedRunGoesOnFromItsCheckpoint) {
  const std::vector<Change> changes = {{5, "batch", std::int64_t{10}},
                                       {8, "weight_decay", 0.01},
                                       {11, "learning_rate", 0.01},
                                       {12, "augmentation", std::string(R"([{"type":"random_flip"}])")}};
  const Checkpoint end = runWith(*begin(), changes);
  const auto first = begin();
  for (const Change& change : changes) {
    while (first->position().step < change.step) valueOf(first->advance());
    expectOk(first->change(change.setting, change.value));
  }
  const auto second = throughAFile(*first);
  EXPECT_EQ(second->settings().batch, 10);
  EXPECT_EQ(second->settings().weightDecay, 0.01);
  EXPECT_EQ(second->learningRate(), first->learningRate());
  EXPECT_EQ(augmentationWords(second->transforms()), "Flip");
  expectSameState(end, runWith(*second, {}));
}

// Where the run stopped, a validation would be due by the new setting, but the run goes on without one.
TEST_F(PoliciesTest, AChangeOfWhenToValidateBeginsNoValidationInAResumedRun) {
  settings().validationUnit = "steps";
  settings().validationEvery = 7;
  const auto first = begin();
  while (first->position().step < 6) valueOf(first->advance());
  expectOk(first->change("validation_every", std::int64_t{3}));
  const auto second = throughAFile(*first);
  EXPECT_FALSE(second->inValidation());
  EXPECT_EQ(runToEnd(*second).validations.size(), runToEnd(*first).validations.size());
}

// Every sample of an epoch is used once, whatever the batch sizes.
TEST_F(PoliciesTest, AnotherBatchLosesNoSample) {
  const auto trainer = begin();
  for (int i = 0; i < 4; ++i) valueOf(trainer->advance());
  expectOk(trainer->change("batch", std::int64_t{43}));
  EXPECT_EQ(trainer->position().sample, 64);
  Story story;
  advance(*trainer, story, 2);
  EXPECT_EQ(trainer->position().sample, 150);
  EXPECT_EQ(trainer->position().step, 6);
  EXPECT_EQ(trainer->stepsPerEpoch(), 4);
}

// An epoch has ten batches of 16; nine of them are 144 of the 150 samples.
TEST_F(PoliciesTest, AfterAChangeOfTheBatchTheScheduleFollowsTheEpochs) {
  settings().schedulePeriod = 1;
  settings().logInterval = 1;
  for (const std::int64_t batch : {75, 2}) {
    const auto trainer = begin();
    Story story;
    advance(*trainer, story, 9);
    expectOk(trainer->change("batch", batch));
    advance(*trainer, story);
    EXPECT_EQ(story.epochs.size(), 3u);
    for (const MetricPoint& point : story.points)
      EXPECT_NEAR(point.learningRate, 0.05 * std::pow(0.1, std::ceil(point.epoch) - 1), 1e-9)
          << "batch " << batch << ", epoch " << point.epoch;
  }
}

// What a checkpoint refuses later must not be set.
TEST_F(PoliciesTest, AChangeThatTheRunCouldNotGoOnWithIsRefused) {
  settings().nesterov = true;
  settings().validationUnit = "steps";
  settings().validationEvery = 5;
  settings().stopPatience = 3;
  const auto trainer = begin();
  valueOf(trainer->advance());
  expectError(trainer->change("momentum", 0.0), ErrorCode::InvalidArgument, "Nesterov");
  expectError(trainer->change("batch", std::int64_t{75}), ErrorCode::InvalidArgument, "it has 1 validation");
  EXPECT_EQ(trainer->settings().momentum, 0.9);
  EXPECT_EQ(trainer->settings().batch, 16);
  EXPECT_EQ(trainer->position().changes, 0);
  expectOk(trainer->change("momentum", 0.5));
  EXPECT_EQ(throughAFile(*trainer)->settings().momentum, 0.5);
}

TEST_F(PoliciesTest, AStartedEpochIsFinishedWhereTheEpochsBecomeFewer) {
  const auto trainer = begin();
  while (trainer->position().step < 13) valueOf(trainer->advance());
  expectOk(trainer->change("epochs", std::int64_t{1}));
  EXPECT_EQ(trainer->settingWords("epochs"), "2");
  const Course course = runToEnd(*trainer);
  ASSERT_EQ(course.epochs.size(), 1u);
  EXPECT_EQ(course.epochs[0].epoch, 2);
  EXPECT_TRUE(std::isfinite(course.epochs[0].validationLoss));
  EXPECT_EQ(throughAFile(*trainer)->position().epoch, 2);
}

TEST_F(PoliciesTest, ASettingThatTheStepDoesNotReadCannotChange) {
  expectError(begin()->change("clip_limit", 2.0), ErrorCode::InvalidArgument,
              "This run does not use clip_limit, since its clipping is none.");
  settings().optimizer = "adam";
  settings().clipping = "norm";
  const auto trainer = begin();
  expectError(trainer->change("momentum", 0.5), ErrorCode::InvalidArgument,
              "This run does not use momentum, since its optimizer is adam.");
  expectOk(trainer->change("clip_limit", 2.0));
  EXPECT_EQ(trainer->position().changes, 1);
}

TEST_F(PoliciesTest, TheWordsOfTheRateAreThoseOfTheRateThatWasSet) {
  const auto trainer = begin();
  EXPECT_EQ(trainer->settingWords("learning_rate"), "0.05");
  expectOk(trainer->change("learning_rate", 0.002));
  EXPECT_EQ(trainer->settingWords("learning_rate"), "0.002");
}

TEST_F(PoliciesTest, WhatCannotChangeIsNamedAndLeavesTheRunAsItWas) {
  const auto trainer = begin();
  const std::pair<const char*, FieldValue> refused[] = {
      {"optimizer", std::string("adam")},
      {"colour", std::string("red")},
      {"learning_rate", -1.0},
      {"batch", std::int64_t{1000}},
      {"best_metric", std::string("psnr")},
      {"augmentation", std::string("flip")},
      {"augmentation", std::string(R"([{"type":"resize","height":8,"width":8}])")},
      {"augmentation", std::string(R"([{"type":"mixup"}])")},
      {"augmentation", std::string(R"([{"type":"time_stretch"}])")}};
  for (const auto& [setting, value] : refused) EXPECT_FALSE(trainer->change(setting, value).ok()) << setting;
  EXPECT_EQ(trainer->position().changes, 0);
  expectSameState(runWith(*trainer, {}), runWith(*begin(), {}));
}

}  // namespace
}  // namespace fovea::test
