// Records of the layers: values against numbers computed
// by hand, their steps, and that training is not affected.
#include <cmath>
#include <numeric>

#include "tests/core/train/rising_plan.h"

namespace fovea::test {
namespace {

using Frames = std::vector<std::shared_ptr<const LayerFrame>>;

Frames framesOf(Trainer& trainer, std::int64_t calls = 1'000'000) {
  Frames frames;
  for (std::int64_t i = 0; i < calls; ++i) {
    const TrainingUpdate update = valueOf(trainer.advance());
    if (update.layers) frames.push_back(update.layers);
    if (update.finished) break;
  }
  return frames;
}

std::vector<std::int64_t> stepsOf(const Frames& frames) {
  std::vector<std::int64_t> steps;
  for (const auto& frame : frames) steps.push_back(frame->step);
  return steps;
}

std::int64_t totalOf(const Histogram& histogram) {
  return std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::int64_t{0});
}

TEST(LayerRecord, SaysWhatIsWorkedOutByHand) {
  TrainingPlan plan = risingPlan(1);
  plan.settings.histogramEvery = 1;
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  const Frames frames = framesOf(*trainer);
  ASSERT_EQ(frames.size(), 1u);
  const LayerFrame& frame = *frames[0];
  ASSERT_FALSE(frame.error) << frame.error->text();
  EXPECT_GT(frame.seconds, 0);
  ASSERT_EQ(frame.layers.size(), 3u);
  EXPECT_EQ(frame.layers[0].layer, "x");
  EXPECT_TRUE(frame.layers[0].weights.counts.empty()) << "it is frozen";
  EXPECT_EQ(totalOf(frame.layers[0].activations), 2);
  const LayerRecord& fc = frame.layers[1];
  EXPECT_EQ(fc.layer, "fc");
  EXPECT_EQ(totalOf(fc.weights), 6) << "four weights and two biases";
  EXPECT_EQ(totalOf(fc.activations), 2);
  // dL/dW = −1/4 at each of four positions, dL/db = −1/2 at two.
  EXPECT_EQ(fc.gradients.minimum, -0.5);
  EXPECT_EQ(fc.gradients.maximum, -0.25);
  EXPECT_EQ(fc.gradients.counts.front(), 2);
  EXPECT_EQ(fc.gradients.counts.back(), 4);
  EXPECT_NEAR(fc.gradientNorm, std::sqrt(4 * 0.25 * 0.25 + 2 * 0.5 * 0.5), 1e-6);
  EXPECT_GT(fc.updateRatio, 0);
}

TEST(LayerRecord, ComesAtTheStepsOrEpochsThatWereAskedFor) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  EXPECT_TRUE(framesOf(*valueOf(Trainer::create(plan, openTaskDevice("cpu")))).empty());
  plan.settings.histogramEvery = 12;  // ten steps per epoch, three epochs
  EXPECT_EQ(stepsOf(framesOf(*valueOf(Trainer::create(plan, openTaskDevice("cpu"))))),
            (std::vector<std::int64_t>{1, 13, 25}));
  plan.settings.histogramEvery = 2;
  plan.settings.histogramUnit = "epochs";
  EXPECT_EQ(stepsOf(framesOf(*valueOf(Trainer::create(plan, openTaskDevice("cpu"))))),
            (std::vector<std::int64_t>{1, 21}));
}

// Batch normalisation has running statistics and dropout random numbers: recording must affect neither.
TEST(LayerRecord, LeavesTrainingAsItIs) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  Story without, with;
  const auto plain = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  advance(*plain, without);
  plan.settings.histogramEvery = 3;
  const auto recorded = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  advance(*recorded, with);
  EXPECT_EQ(with.lines, without.lines);
  expectSameState(valueOf(recorded->checkpoint()), valueOf(plain->checkpoint()));
}

TEST(LayerRecord, CanBeginAndEndDuringARun) {
  const TemporaryFolder folder;
  const TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  EXPECT_TRUE(framesOf(*trainer, 3).empty());
  expectOk(trainer->change("histogram_every", std::int64_t{2}));
  EXPECT_EQ(stepsOf(framesOf(*trainer, 4)), (std::vector<std::int64_t>{5, 7}));
  expectOk(trainer->change("weight_decay", 0.01));  // recompiles the steps
  EXPECT_EQ(framesOf(*trainer, 2).size(), 1u);
  expectOk(trainer->change("histogram_every", std::int64_t{0}));
  EXPECT_TRUE(framesOf(*trainer).empty());
}

}  // namespace
}  // namespace fovea::test
