// Probes: values against numbers computed by hand, and that training is not affected.
#include <cmath>
#include <numeric>

#include "core/train/training_graph.h"
#include "tests/core/train/rising_plan.h"

namespace fovea::test {
namespace {

const Tensor& savedTensor(const Checkpoint& checkpoint, const std::string& name) {
  const auto found = std::find_if(checkpoint.tensors.begin(), checkpoint.tensors.end(),
                                  [&](const auto& each) { return each.first == name; });
  EXPECT_NE(found, checkpoint.tensors.end()) << name;
  return found->second;
}

std::vector<std::shared_ptr<const ProbeFrame>> framesOf(Trainer& trainer, std::int64_t calls = 1'000'000) {
  std::vector<std::shared_ptr<const ProbeFrame>> frames;
  for (std::int64_t i = 0; i < calls; ++i) {
    const TrainingUpdate update = valueOf(trainer.advance());
    if (update.probed) frames.push_back(update.probed);
    if (update.finished) break;
  }
  return frames;
}

TEST(Probe, SaysWhatIsWorkedOutByHand) {
  const TrainingPlan plan = risingPlan(1);
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  const Checkpoint before = valueOf(trainer->checkpoint());
  expectOk(trainer->probe({{"fc", "x"}, 1}));
  const auto frames = framesOf(*trainer);
  ASSERT_EQ(frames.size(), 1u);
  const ProbeFrame& frame = *frames[0];
  ASSERT_FALSE(frame.error) << frame.error->text();
  EXPECT_EQ(frame.step, 1);
  ASSERT_EQ(frame.layers.size(), 2u);

  const LayerProbe& fc = frame.layers[0];
  const auto w = savedTensor(before, "fc.weight").values<float>(), b = savedTensor(before, "fc.bias").values<float>();
  const double y[2] = {0.5 * w[0] + 0.5 * w[1] + b[0], 0.5 * w[2] + 0.5 * w[3] + b[1]};
  EXPECT_EQ(fc.layer, "fc");
  EXPECT_NEAR(fc.output.mean, (y[0] + y[1]) / 2, 1e-6);
  EXPECT_NEAR(fc.output.deviation, std::abs(y[0] - y[1]) / 2, 1e-6);
  EXPECT_NEAR(fc.output.minimum, std::min(y[0], y[1]), 1e-6);
  EXPECT_NEAR(fc.output.maximum, std::max(y[0], y[1]), 1e-6);
  EXPECT_EQ(fc.output.zeroShare, 0);
  // dL/dW = −x/2 for each of two rows, dL/db = −1/2.
  const double gradient = std::sqrt(4 * 0.25 * 0.25 + 2 * 0.5 * 0.5);
  EXPECT_NEAR(fc.gradientNorm, gradient, 1e-6);
  double weights = 0;
  for (const float value : w) weights += static_cast<double>(value) * value;
  for (const float value : b) weights += static_cast<double>(value) * value;
  EXPECT_NEAR(fc.updateRatio, 0.1 * gradient / std::sqrt(weights), 1e-5);
  EXPECT_EQ(fc.bytes, (2 + 4 + 2) * sizeof(float));
  EXPECT_GE(fc.milliseconds, 0);  // what depends only on constants is computed before the first step
  EXPECT_EQ(std::accumulate(fc.histogram.counts.begin(), fc.histogram.counts.end(), std::int64_t{0}), 2);
  ASSERT_EQ(fc.thumbnail.shape(), (Shape{1, 2}));
  EXPECT_NEAR(fc.thumbnail.values<float>()[0], y[0], 1e-6);
  EXPECT_NEAR(fc.thumbnail.values<float>()[1], y[1], 1e-6);

  const LayerProbe& x = frame.layers[1];
  EXPECT_NEAR(x.output.mean, 0.5, 1e-7);
  EXPECT_EQ(x.output.deviation, 0);
  EXPECT_TRUE(std::isnan(x.gradientNorm)) << "it is frozen";
  EXPECT_TRUE(std::isnan(x.updateRatio));
}

// Batch normalisation has running statistics and dropout random numbers: probing must affect neither.
TEST(Probe, LeavesTrainingAsItIs) {
  const TemporaryFolder folder;
  const TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  for (const char* device : {"cpu", "reference"}) {
    Story without, with;
    const auto plain = valueOf(Trainer::create(plan, openTaskDevice(device)));
    advance(*plain, without);
    const auto probed = valueOf(Trainer::create(plan, openTaskDevice(device)));
    expectOk(probed->probe({{"conv1", "norm1", "relu1", "drop1", "fc1", "loss"}, 3}));
    advance(*probed, with);
    EXPECT_EQ(with.lines, without.lines) << device;
    expectSameState(valueOf(probed->checkpoint()), valueOf(plain->checkpoint()));
  }
}

TEST(Probe, SaysTheSameOnTheReferenceDevice) {
  const TemporaryFolder folder;
  const TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  std::vector<std::shared_ptr<const ProbeFrame>> frames;
  for (const char* device : {"reference", "cpu"}) {
    const auto trainer = valueOf(Trainer::create(plan, openTaskDevice(device)));
    expectOk(trainer->probe({{"conv1", "relu1", "fc1"}, 1}));
    const auto seen = framesOf(*trainer, 2);
    ASSERT_EQ(seen.size(), 2u);
    frames.push_back(seen[1]);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const LayerProbe &one = frames[0]->layers[i], &other = frames[1]->layers[i];
    SCOPED_TRACE(one.layer);
    EXPECT_NEAR(one.output.mean, other.output.mean, 1e-4);
    EXPECT_NEAR(one.output.deviation, other.output.deviation, 1e-4);
    EXPECT_NEAR(one.output.zeroShare, other.output.zeroShare, 1e-3);
    EXPECT_EQ(one.thumbnail.shape(), other.thumbnail.shape());
    if (i == 1) {
      EXPECT_GT(one.output.zeroShare, 0.2) << "a ReLU cuts";
      EXPECT_TRUE(std::isnan(one.gradientNorm));
      continue;
    }
    EXPECT_GT(std::min(one.milliseconds, other.milliseconds), 0);
    EXPECT_NEAR(one.gradientNorm / other.gradientNorm, 1, 1e-3);
    EXPECT_NEAR(one.updateRatio / other.updateRatio, 1, 1e-3);
  }
}

TEST(Probe, LooksAtEachSoManySteps) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  EXPECT_TRUE(framesOf(*trainer, 3).empty());
  expectOk(trainer->probe({{"fc1"}, 4}));
  std::vector<std::int64_t> steps;
  for (const auto& frame : framesOf(*trainer, 30)) steps.push_back(frame->step);
  ASSERT_GE(steps.size(), 3u);
  EXPECT_EQ(steps[0], 4);
  EXPECT_EQ(steps[1], 8);
  expectOk(trainer->probe({}));
  EXPECT_TRUE(framesOf(*trainer, 8).empty());
}

// If gradients are accumulated over several batches, only some steps change the weights.
TEST(Probe, HasNoUpdateWhereGradientsAreGathered) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  plan.settings.accumulation = 2;
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  expectOk(trainer->probe({{"fc1"}, 1}));
  const auto frames = framesOf(*trainer, 2);
  ASSERT_EQ(frames.size(), 2u);
  EXPECT_TRUE(std::isnan(frames[0]->layers[0].updateRatio));
  EXPECT_GT(frames[1]->layers[0].updateRatio, 0);
}

// The batch norms of a step with micro-batches see a part of the batch each, those of a measurement all of it.
TEST(Probe, SaysHowTheStepComputesTheBatch) {
  const TemporaryFolder folder;
  TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  plan.settings.logInterval = 1;
  for (const std::int64_t microBatches : {1, 4}) {
    plan.settings.microBatches = microBatches;
    const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
    expectOk(trainer->probe({{"fc1"}, 1}));
    const TrainingUpdate update = valueOf(trainer->advance());
    ASSERT_TRUE(update.probed && update.point);
    EXPECT_EQ(update.probed->microBatches, microBatches);
    EXPECT_EQ(update.probed->precision, "f32");
    if (microBatches > 1) continue;
    EXPECT_NEAR(update.probed->loss, update.point->loss, 1e-5);
  }
}

TEST(Probe, NamesTheLayerThatThereIsNot) {
  const TemporaryFolder folder;
  const TrainingPlan plan{taskNetwork(), taskSettings(), taskDataset(folder / "squares"), "squares"};
  const auto trainer = valueOf(Trainer::create(plan, openTaskDevice("cpu")));
  expectError(trainer->probe({{"conv7"}, 1}), ErrorCode::NotFound, "no layer named \"conv7\"");
  EXPECT_TRUE(framesOf(*trainer, 2).empty());
}

TEST(Thumbnail, IsTheMeanOverChannelsAndOverBoxes) {
  Tensor sample = Tensor::make({DataType::Float32, Shape{2, 2, 4}});
  std::iota(sample.values<float>().begin(), sample.values<float>().end(), 0.0f);
  const Tensor whole = thumbnailOf(sample);
  ASSERT_EQ(whole.shape(), (Shape{2, 4}));
  EXPECT_EQ(whole.values<float>()[0], 4);   // (0 + 8) / 2
  EXPECT_EQ(whole.values<float>()[7], 11);  // (7 + 15) / 2
  const Tensor small = thumbnailOf(sample, 2);
  ASSERT_EQ(small.shape(), (Shape{2, 2}));
  EXPECT_EQ(small.values<float>()[0], 4.5);  // mean of 4 and 5
  EXPECT_EQ(thumbnailOf(Tensor::zeros({DataType::Float32, Shape{5}})).shape(), (Shape{1, 5}));
}

}  // namespace
}  // namespace fovea::test
