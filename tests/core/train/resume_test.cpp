// Stopping is free: wherever a run is stopped, what comes after is what would have come anyway, to the last bit.
#include <nlohmann/json.hpp>

#include "core/train/optimizer.h"
#include "tests/core/train/train_support.h"

namespace fovea::test {
namespace {

class ResumeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    dataset_ = taskDataset(folder_ / "squares");
    plan_ = {taskNetwork(), taskSettings(), dataset_, (folder_ / "squares").string()};
  }
  std::unique_ptr<Trainer> begin() { return valueOf(Trainer::create(plan_, openTaskDevice(plan_.settings.device))); }

  // Through a file, and into a trainer that knows nothing of the first one.
  std::unique_ptr<Trainer> throughAFile(const Trainer& trainer) {
    expectOk(writeCheckpoint(folder_ / "stop.safetensors", valueOf(trainer.checkpoint())));
    return valueOf(Trainer::resume(plan_, valueOf(readCheckpoint(folder_ / "stop.safetensors")),
                                   openTaskDevice(plan_.settings.device)));
  }
  Checkpoint neverStopped(Story& story) {
    const auto trainer = begin();
    advance(*trainer, story);
    return valueOf(trainer->checkpoint());
  }

  TemporaryFolder folder_;
  std::shared_ptr<Dataset> dataset_;
  TrainingPlan plan_;
};

// An epoch is 10 training steps and 4 calls of validation.
TEST_F(ResumeTest, GoesOnAsIfNeverStopped) {
  Story whole;
  const Checkpoint end = neverStopped(whole);
  const std::pair<std::int64_t, const char*> stops[] = {{0, "before the first step"},
                                                        {1, "after the first step"},
                                                        {4, "where a point was told"},
                                                        {7, "between two points"},
                                                        {9, "before the tail batch"},
                                                        {10, "before the validation"},
                                                        {12, "during the validation"},
                                                        {13, "at the validation's end"},
                                                        {14, "at the end of the epoch"},
                                                        {19, "in the second epoch"},
                                                        {26, "in the second validation"},
                                                        {28, "where the schedule steps"},
                                                        {41, "before the last validation's end"},
                                                        {42, "when all is over"}};
  for (const auto& [calls, place] : stops) {
    SCOPED_TRACE(place);
    Story story;
    const auto first = begin();
    advance(*first, story, calls);
    const auto second = throughAFile(*first);
    expectSameState(valueOf(first->checkpoint()), valueOf(second->checkpoint()));
    EXPECT_EQ(first->inValidation(), second->inValidation());
    EXPECT_EQ(first->learningRate(), second->learningRate());
    advance(*second, story);
    EXPECT_EQ(story.lines, whole.lines);
    expectSameState(end, valueOf(second->checkpoint()));
  }
}

TEST_F(ResumeTest, StoppingOftenIsNoDifferent) {
  plan_.settings.epochs = 2;
  Story whole, story;
  const Checkpoint end = neverStopped(whole);
  auto trainer = begin();
  // During a validation it begins anew each time, so there it is left alone.
  for (bool finished = false; !finished;) {
    const TrainingUpdate update = valueOf(trainer->advance());
    story.add(update);
    finished = update.finished;
    if (!trainer->inValidation()) trainer = throughAFile(*trainer);
  }
  EXPECT_EQ(story.lines, whole.lines);
  expectSameState(end, valueOf(trainer->checkpoint()));
}

// Whatever an optimizer keeps, what waits in accumulators and what is averaged belongs to a checkpoint.
TEST_F(ResumeTest, EveryOptimizerGoesOnExactly) {
  plan_.settings.epochs = 2;
  plan_.settings.learningRate = 0.01;
  plan_.settings.momentum = 0.8;
  for (const OptimizerType& optimizer : allOptimizers())
    for (const bool rich : {false, true}) {
      SCOPED_TRACE(optimizer.name + (rich ? " with all else" : ""));
      plan_.settings.optimizer = optimizer.name;
      plan_.settings.centred = rich;
      plan_.settings.accumulation = rich ? 3 : 1;
      plan_.settings.clipping = rich ? "norm" : "none";
      plan_.settings.averaging = rich ? "exponential" : "none";
      Story whole;
      const Checkpoint end = neverStopped(whole);
      for (const std::int64_t calls : {1, 5, 8, 12, 19}) {
        Story story;
        const auto first = begin();
        advance(*first, story, calls);
        const auto second = throughAFile(*first);
        advance(*second, story);
        EXPECT_EQ(story.lines, whole.lines) << "stopped after " << calls;
        expectSameState(end, valueOf(second->checkpoint()));
      }
    }
}

TEST_F(ResumeTest, LookingDoesNotDisturb) {
  Story whole, watched;
  const Checkpoint end = neverStopped(whole);
  const auto trainer = begin();
  for (bool finished = false; !finished;) {
    valueOf(trainer->checkpoint());
    const TrainingUpdate update = valueOf(trainer->advance());
    watched.add(update);
    finished = update.finished;
  }
  EXPECT_EQ(watched.lines, whole.lines);
  expectSameState(end, valueOf(trainer->checkpoint()));
}

TEST_F(ResumeTest, GoesOnOnTheReferenceToo) {
  plan_.settings.device = "reference";
  plan_.settings.epochs = 2;
  Story whole, story;
  const Checkpoint end = neverStopped(whole);
  const auto first = begin();
  advance(*first, story, 6);
  const auto second = throughAFile(*first);
  advance(*second, story);
  EXPECT_EQ(story.lines, whole.lines);
  expectSameState(end, valueOf(second->checkpoint()));
}

TEST_F(ResumeTest, ASetRateGoesOnToo) {
  Story whole, story;
  const auto straight = begin();
  advance(*straight, whole, 12);
  straight->setLearningRate(0.013);
  advance(*straight, whole, 9);
  const auto second = throughAFile(*straight);
  advance(*straight, whole);
  advance(*second, story);
  EXPECT_EQ(story.lines, std::vector<std::string>(whole.lines.end() - static_cast<std::ptrdiff_t>(story.lines.size()),
                                                  whole.lines.end()));
  expectSameState(valueOf(straight->checkpoint()), valueOf(second->checkpoint()));
}

TEST_F(ResumeTest, WithoutAValidationSplit) {
  plan_.dataset = taskDataset(folder_ / "whole", {150, 0, 0});
  Story whole;
  const Checkpoint end = neverStopped(whole);
  for (const std::int64_t calls : {3, 9, 10, 11, 20}) {
    Story story;
    const auto first = begin();
    advance(*first, story, calls);
    const auto second = throughAFile(*first);
    advance(*second, story);
    EXPECT_EQ(story.lines, whole.lines) << "stopped after " << calls;
    expectSameState(end, valueOf(second->checkpoint()));
  }
}

TEST_F(ResumeTest, EpochsAndDeviceMayChangeAndNothingElse) {
  Story story;
  const auto first = begin();
  advance(*first, story);
  TrainingPlan longer = plan_;
  longer.settings.epochs = 5;
  longer.settings.device = "reference";
  longer.settings.learningRate = 12;
  const auto second = valueOf(Trainer::resume(longer, valueOf(first->checkpoint()), openTaskDevice("reference")));
  EXPECT_EQ(second->settings().epochs, 5);
  EXPECT_EQ(second->settings().device, "reference");
  EXPECT_EQ(second->settings().learningRate, plan_.settings.learningRate);
  Story more;
  advance(*second, more);
  EXPECT_EQ(more.epochs.size(), 2u);
  EXPECT_EQ(more.epochs.back().epoch, 5);
}

TEST_F(ResumeTest, AnotherDataSetIsRefusedInWords) {
  Story story;
  const auto first = begin();
  advance(*first, story, 12);
  const Checkpoint inValidation = valueOf(first->checkpoint());
  TrainingPlan other = plan_;
  other.dataset = taskDataset(folder_ / "small", {60, 10, 0});
  expectError(Trainer::resume(other, inValidation, openTaskDevice("cpu")), ErrorCode::InvalidArgument, "150 samples");
  other.dataset = taskDataset(folder_ / "unvalidated", {150, 0, 0});
  expectError(Trainer::resume(other, inValidation, openTaskDevice("cpu")), ErrorCode::InvalidArgument, "0 to validate");
  other.dataset = openDataset(makeDataset(folder_ / "shape", {150, 10, 0}));
  expectError(Trainer::resume(other, inValidation, openTaskDevice("cpu")), ErrorCode::InvalidArgument, "small");
}

TEST_F(ResumeTest, ACheckpointWithoutAWeightIsDamaged) {
  Story story;
  const auto first = begin();
  advance(*first, story, 3);
  const Checkpoint whole = valueOf(first->checkpoint());
  for (const char* name : {"fc1.weight", "momentum.fc1.weight", "training.loss_sum"}) {
    Checkpoint damaged = whole;
    ASSERT_NE(damaged.find(name), nullptr) << name;
    std::erase_if(damaged.tensors, [&](const auto& entry) { return entry.first == name; });
    expectError(Trainer::resume(plan_, damaged, openTaskDevice("cpu")), ErrorCode::Corrupt, name);
  }
  Checkpoint reshaped = whole;
  for (auto& [name, tensor] : reshaped.tensors)
    if (name == "fc1.bias") tensor = Tensor::of<float>(Shape{4}, {0, 0, 0, 0});
  const auto resumed = Trainer::resume(plan_, reshaped, openTaskDevice("cpu"));
  ASSERT_FALSE(resumed.ok());
  EXPECT_TRUE(contains(resumed.error().text(), "fc1.bias"));
}

}  // namespace
}  // namespace fovea::test
