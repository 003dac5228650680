// Stopping has no effect: wherever a run is stopped, it continues with exactly the same bits.
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

  // By way of a file, in a new trainer.
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

// An epoch has 10 training steps and 4 validation calls.
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
  // A resumed run repeats a validation from its start, so it is not interrupted there.
  for (bool finished = false; !finished;) {
    const TrainingUpdate update = valueOf(trainer->advance());
    story.add(update);
    finished = update.finished;
    if (!trainer->inValidation()) trainer = throughAFile(*trainer);
  }
  EXPECT_EQ(story.lines, whole.lines);
  expectSameState(end, valueOf(trainer->checkpoint()));
}

// A checkpoint contains all states of an optimizer, the accumulators and the averages.
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

// A network that applies one convolution twice: a checkpoint holds its weights and their momentum once.
TEST_F(ResumeTest, SharedWeightsLearnAndGoOnExactly) {
  Drawing drawing;
  const auto convolution = [](const std::string& owner) {
    return FieldValues{{"filters", std::int64_t{6}},
                       {"kernel", List{3, 3}},
                       {kSharedWeights, owner},
                       {"initializer", std::string("he_normal")}};
  };
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("first", "convolution", convolution(""), {"data"})
      .add("again1", "convolution", convolution(""), {"first"})
      .add("bend", "relu", {}, {"again1"})
      .add("again2", "convolution", convolution("again1"), {"bend"})
      .add("fc", "linear", {{"units", std::int64_t{3}}}, {"again2"})
      .add("loss", "cross_entropy", {}, {"fc"});
  plan_.network = drawing.network;
  plan_.settings.momentum = 0.9;
  Story whole;
  const Checkpoint end = neverStopped(whole);
  std::vector<std::string> names;
  for (const auto& [name, tensor] : end.tensors) {
    EXPECT_EQ(name.find("again2"), std::string::npos) << name;
    if (name.find("again1.weight") != std::string::npos) names.push_back(name);
  }
  EXPECT_EQ(names.size(), 2u) << "the weights and their momentum";
  EXPECT_LT(whole.epochs.back().validationLoss, 0.7 * whole.epochs.front().trainLoss);
  for (const std::int64_t calls : {1, 9, 12, 19}) {
    Story story;
    const auto first = begin();
    advance(*first, story, calls);
    const auto second = throughAFile(*first);
    advance(*second, story);
    EXPECT_EQ(story.lines, whole.lines) << "stopped after " << calls;
    expectSameState(end, valueOf(second->checkpoint()));
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

// The schedule is nearly zero in the first steps of a warm-up: a rate set then must not be multiplied by a huge factor
// later.
TEST_F(ResumeTest, ARateThatIsSetWhereTheScheduleIsNearlyZeroDoesNotExplode) {
  plan_.settings.schedule = "fixed";
  plan_.settings.warmupEpochs = 1;
  plan_.settings.warmupStart = 0;
  for (const std::int64_t before : {0, 1}) {
    const auto trainer = begin();
    Story story;
    advance(*trainer, story, before);
    trainer->setLearningRate(0.02);
    EXPECT_DOUBLE_EQ(trainer->learningRate(), 0.02) << "it is in force at once";
    const auto second = throughAFile(*trainer);
    for (int i = 0; i < 25; ++i) {
      valueOf(trainer->advance());
      EXPECT_LE(trainer->learningRate(), 0.05 + 1e-12) << "at step " << trainer->position().step;
      EXPECT_GE(trainer->learningRate(), 0.02 - 1e-12);
    }
    EXPECT_DOUBLE_EQ(trainer->learningRate(), 0.05) << "in the end the schedule asks for more";
    advance(*second, story, 25);
    EXPECT_EQ(second->learningRate(), trainer->learningRate());
  }
}

TEST_F(ResumeTest, ARateThatIsSetLaterFollowsTheScheduleDown) {
  plan_.settings.schedule = "step";
  plan_.settings.schedulePeriod = 1;
  plan_.settings.scheduleFactor = 0.5;
  const auto trainer = begin();
  Story story;
  advance(*trainer, story, 1);
  trainer->setLearningRate(0.08);
  EXPECT_DOUBLE_EQ(trainer->learningRate(), 0.08);
  advance(*trainer, story, 14);
  EXPECT_DOUBLE_EQ(trainer->learningRate(), 0.04);
}

TEST_F(ResumeTest, WithoutAValidationSplit) {
  plan_.source = taskDataset(folder_ / "whole", {150, 0, 0});
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

TEST_F(ResumeTest, HistogramsMayBeAskedForWhenARunGoesOn) {
  Story story;
  const auto first = begin();
  advance(*first, story, 14);
  TrainingPlan recorded = plan_;
  recorded.settings.histogramEvery = 2;
  recorded.settings.histogramUnit = "epochs";
  const auto second = valueOf(Trainer::resume(recorded, valueOf(first->checkpoint()), openTaskDevice("cpu")));
  EXPECT_EQ(second->settings().histogramEvery, 2);
  EXPECT_EQ(second->settings().histogramUnit, "epochs");
  int records = 0;
  for (bool finished = false; !finished;) {
    const TrainingUpdate update = valueOf(second->advance());
    records += update.layers != nullptr;
    finished = update.finished;
  }
  EXPECT_EQ(records, 1) << "in the third epoch";
  EXPECT_EQ(second->position().changes, 0);
}

TEST_F(ResumeTest, ARunCannotEndBeforeWhatItHasTrained) {
  Story story;
  const auto first = begin();
  advance(*first, story);
  const Checkpoint end = valueOf(first->checkpoint());
  TrainingPlan shorter = plan_;
  shorter.settings.epochs = 2;
  const auto refused = Trainer::resume(shorter, end, openTaskDevice("cpu"));
  expectError(refused, ErrorCode::InvalidArgument, "has trained 3 epochs already");
  EXPECT_TRUE(contains(refused.error().advice, "at least 3 epochs"));
  const auto same = valueOf(Trainer::resume(plan_, end, openTaskDevice("cpu")));
  EXPECT_TRUE(valueOf(same->advance()).finished);
  expectSameState(end, valueOf(same->checkpoint()));
}

// A run that is lengthened when it is resumed equals one that a person lengthened at its end.
TEST_F(ResumeTest, AnotherNumberOfEpochsIsAChange) {
  plan_.settings.schedule = "cosine";
  Story story;
  const auto first = begin();
  advance(*first, story);
  const Checkpoint stop = valueOf(first->checkpoint());
  expectOk(first->change("epochs", std::int64_t{5}));
  EXPECT_FALSE(first->position().epochsSet);
  advance(*first, story);
  TrainingPlan longer = plan_;
  longer.settings.epochs = 5;
  const auto second = valueOf(Trainer::resume(longer, stop, openTaskDevice("cpu")));
  EXPECT_EQ(second->position().changes, 1);
  EXPECT_EQ(second->position().epochsSet, 5);
  Story more;
  advance(*second, more);
  EXPECT_EQ(more.epochs.size(), 2u);
  const Checkpoint end = valueOf(second->checkpoint());
  expectSameState(valueOf(first->checkpoint()), end);
  EXPECT_EQ(end.position.changes, first->position().changes);
  const auto third = valueOf(Trainer::resume(longer, end, openTaskDevice("cpu")));
  EXPECT_EQ(third->position().changes, 1) << "it has this number already";
  EXPECT_FALSE(third->position().epochsSet);
}

TEST_F(ResumeTest, AnotherDataSetIsRefusedInWords) {
  Story story;
  const auto first = begin();
  advance(*first, story, 12);
  const Checkpoint inValidation = valueOf(first->checkpoint());
  TrainingPlan other = plan_;
  other.source = taskDataset(folder_ / "small", {60, 10, 0});
  expectError(Trainer::resume(other, inValidation, openTaskDevice("cpu")), ErrorCode::InvalidArgument, "150 samples");
  other.source = taskDataset(folder_ / "unvalidated", {150, 0, 0});
  expectError(Trainer::resume(other, inValidation, openTaskDevice("cpu")), ErrorCode::InvalidArgument, "0 to validate");
  other.source = openDataset(makeDataset(folder_ / "shape", {150, 10, 0}));
  expectError(Trainer::resume(other, inValidation, openTaskDevice("cpu")), ErrorCode::InvalidArgument, "small");
}

// A data set that changed since the run: the same folder, the same sizes.
class ChangedDataTest : public ResumeTest {
 protected:
  void SetUp() override {
    ResumeTest::SetUp();
    Story story;
    const auto first = begin();
    advance(*first, story, 14);
    atEpochsEnd_ = valueOf(first->checkpoint());
  }
  Result<std::unique_ptr<Trainer>> resumeWith(std::shared_ptr<Dataset> data) {
    TrainingPlan plan = plan_;
    plan.source = std::move(data);
    return Trainer::resume(plan, atEpochsEnd_, openTaskDevice("cpu"));
  }
  std::uint32_t sampleOf(Split split) { return dataset_->recordOf(split, 4); }
  Checkpoint atEpochsEnd_;
};

TEST_F(ChangedDataTest, CorrectedLabelsAreNamedAndTakingThemBackLetsTheRunGoOn) {
  const auto edited = valueOf(dataset_->edited({EditKind::Relabel, {sampleOf(Split::Train)}, 0}));
  const auto refused = resumeWith(edited);
  expectError(refused, ErrorCode::InvalidArgument, "other labels");
  EXPECT_TRUE(contains(refused.error().message, "none then, 1 now")) << refused.error().text();
  EXPECT_TRUE(contains(refused.error().advice, "taken back"));
  EXPECT_TRUE(resumeWith(valueOf(edited->undone())).ok());
}

TEST_F(ChangedDataTest, SamplesThatWereLeftOutOrMovedAreNoticed) {
  const auto excluded = valueOf(dataset_->edited({EditKind::Exclude, {sampleOf(Split::Train)}}));
  expectError(resumeWith(excluded), ErrorCode::InvalidArgument, "149 samples to train");
  const auto moved = valueOf(
      valueOf(
          valueOf(excluded->undone())->edited({EditKind::Move, {sampleOf(Split::Train)}, kNoLabel, Split::Validation}))
          ->edited({EditKind::Move, {sampleOf(Split::Validation)}, kNoLabel, Split::Train}));
  expectError(resumeWith(moved), ErrorCode::InvalidArgument, "not those that the run began with");
}

TEST_F(ChangedDataTest, WhatARunDoesNotSeeMayChange) {
  const auto edited = valueOf(dataset_->edited({EditKind::Relabel, {sampleOf(Split::Test)}, 0}));
  EXPECT_TRUE(resumeWith(edited).ok()) << "the test split";
  EXPECT_TRUE(resumeWith(taskDataset(folder_ / "elsewhere")).ok()) << "the folder";
}

TEST_F(ChangedDataTest, OtherSamplesOfTheSameSizesAreRefused) {
  auto writer = valueOf(
      DatasetWriter::create(folder_ / "other", {"other", "test", "nowhere", kTaskShape, {"left", "right", "low"}}));
  for (const auto& [split, count] : {std::pair(Split::Train, 150u), std::pair(Split::Validation, 34u)})
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t number = i + (split == Split::Train ? 0 : 150);
      const auto label = static_cast<std::int32_t>(number % 3);
      expectOk(writer->add(rawSample(kTaskShape, taskPixels(number + (number == 33 ? 7000 : 0), label), label, split,
                                     "nowhere", number)));
    }
  EXPECT_TRUE(writer->finish().ok());
  expectError(resumeWith(openDataset(folder_ / "other")), ErrorCode::InvalidArgument,
              "not those that the run began with");
}

TEST_F(ChangedDataTest, ACheckpointOfAnEarlierVersionIsBelieved) {
  atEpochsEnd_.data.reset();
  EXPECT_TRUE(resumeWith(valueOf(dataset_->edited({EditKind::Relabel, {sampleOf(Split::Train)}, 0}))).ok());
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
