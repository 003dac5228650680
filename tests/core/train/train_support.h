// Why: the tests of training share one small task that a small network learns in a second, and one way to run it.
#pragma once
#include <gtest/gtest.h>

#include <bit>

#include "core/base/random.h"
#include "core/train/trainer.h"
#include "tests/core/backends/forwarding_device.h"
#include "tests/core/project/project_support.h"

namespace fovea::test {

inline const Shape kTaskShape{1, 8, 8};

// Noise with a bright square whose position is the class: learnable, but not by the mean.
inline std::vector<std::uint8_t> taskPixels(std::uint64_t number, std::int32_t label) {
  Random random(17, number);
  std::vector<std::uint8_t> pixels(64);
  for (auto& pixel : pixels) pixel = static_cast<std::uint8_t>(random.below(96));
  const std::size_t corner = label == 0 ? 9 : label == 1 ? 12 : 36;
  for (std::size_t y = 0; y < 3; ++y)
    for (std::size_t x = 0; x < 3; ++x) pixels[corner + 8 * y + x] = static_cast<std::uint8_t>(160 + random.below(96));
  return pixels;
}

// A data set of the task; `counts` are the samples of train, validation and test.
inline std::shared_ptr<Dataset> taskDataset(const fs::path& folder,
                                            std::array<std::int64_t, 3> counts = {150, 34, 16}) {
  auto writer =
      valueOf(DatasetWriter::create(folder, {"squares", "test", "nowhere", kTaskShape, {"left", "right", "low"}}));
  std::uint64_t number = 0;
  for (const Split split : kSplits)
    for (std::int64_t i = 0; i < counts[static_cast<std::size_t>(split)]; ++i, ++number) {
      const auto label = static_cast<std::int32_t>(number % 3);
      const auto pixels = taskPixels(number, label);
      expectOk(writer->add(rawSample(kTaskShape, pixels, label, split, "nowhere", number)));
    }
  EXPECT_TRUE(writer->finish().ok());
  return openDataset(folder);
}

// A network with every kind of state: batch normalisation (running statistics) and dropout (random numbers).
inline Network taskNetwork() {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 8, 8}}})
      .add("conv1", "convolution", {{"filters", std::int64_t{6}}, {"kernel", List{3, 3}}}, {"data"})
      .add("norm1", "batch_normalization", {}, {"conv1"})
      .add("relu1", "relu", {}, {"norm1"})
      .add("pool1", "max_pooling", {{"kernel", List{2, 2}}, {"stride", List{2, 2}}}, {"relu1"})
      .add("drop1", "dropout", {}, {"pool1"})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"drop1"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  return drawing.network;
}

// 150 samples in batches of 16: nine full batches and one of six.
inline TrainingSettings taskSettings(const std::string& device = "cpu") {
  TrainingSettings settings;
  settings.epochs = 3;
  settings.batch = 16;
  settings.learningRate = 0.05;
  settings.schedule = "step";
  settings.schedulePeriod = 2;
  settings.logInterval = 4;
  settings.seed = 7;
  settings.device = device;
  return settings;
}

inline std::shared_ptr<Device> openTaskDevice(const std::string& name) {
  BackendRegistry backends;
  registerReferenceBackend(backends);
  registerCpuBackend(backends);
  return valueOf(backends.open(name));
}

// All reports of a run, as text that differs if one bit differs; without times.
struct Story {
  std::vector<std::string> lines;
  std::vector<EpochRecord> epochs;
  std::vector<MetricPoint> points;

  void add(const TrainingUpdate& update) {
    const auto bits = [](double value) { return " " + std::to_string(std::bit_cast<std::uint64_t>(value)); };
    if (update.point) {
      const MetricPoint& p = *update.point;
      lines.push_back("point " + std::to_string(p.step) + bits(p.epoch) + bits(p.loss) + bits(p.accuracy) +
                      bits(p.learningRate));
      points.push_back(p);
    }
    if (update.epoch) {
      const EpochRecord& e = *update.epoch;
      lines.push_back("epoch " + std::to_string(e.epoch) + " " + std::to_string(e.step) + bits(e.trainLoss) +
                      bits(e.trainAccuracy) + bits(e.validationLoss) + bits(e.validationAccuracy) +
                      bits(e.learningRate) + (e.best ? " best" : ""));
      epochs.push_back(e);
    }
  }
};

// Advances until the run is over, or at most `calls` times.
inline void advance(Trainer& trainer, Story& story, std::int64_t calls = 1'000'000) {
  for (std::int64_t i = 0; i < calls; ++i) {
    const TrainingUpdate update = valueOf(trainer.advance());
    story.add(update);
    if (update.finished) return;
  }
}

// In any order.
inline void expectSameSums(std::vector<MetricSum> a, std::vector<MetricSum> b) {
  const auto byName = [](const MetricSum& x, const MetricSum& y) { return x.name < y.name; };
  std::sort(a.begin(), a.end(), byName);
  std::sort(b.begin(), b.end(), byName);
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].name, b[i].name);
    EXPECT_EQ(a[i].values, b[i].values) << a[i].name;
  }
}

// Expects tensors with the same bits, and the same position in the run.
inline void expectSameState(const Checkpoint& a, const Checkpoint& b) {
  ASSERT_EQ(a.tensors.size(), b.tensors.size());
  for (std::size_t i = 0; i < a.tensors.size(); ++i) {
    const auto& [name, left] = a.tensors[i];
    const auto& [otherName, right] = b.tensors[i];
    ASSERT_EQ(name, otherName);
    ASSERT_EQ(left.shape(), right.shape()) << name;
    ASSERT_EQ(left.dtype(), right.dtype()) << name;
    EXPECT_EQ(std::memcmp(left.raw(), right.raw(), left.bytes()), 0) << name << " differs";
  }
  EXPECT_EQ(a.position.epoch, b.position.epoch);
  EXPECT_EQ(a.position.step, b.position.step);
  EXPECT_EQ(a.position.sample, b.position.sample);
  expectSameSums(a.position.sums, b.position.sums);
  EXPECT_EQ(a.position.intervalSamples, b.position.intervalSamples);
  EXPECT_EQ(a.position.gatheredBatches, b.position.gatheredBatches);
  EXPECT_EQ(a.position.gatheredSamples, b.position.gatheredSamples);
  EXPECT_EQ(a.position.averages, b.position.averages);
  EXPECT_EQ(a.position.bestValidationLoss, b.position.bestValidationLoss);
  EXPECT_EQ(a.position.bestValidationAccuracy, b.position.bestValidationAccuracy);
  EXPECT_EQ(a.position.bestEpoch, b.position.bestEpoch);
  EXPECT_EQ(a.position.rateFactor, b.position.rateFactor);
  EXPECT_EQ(a.position.lastRate, b.position.lastRate);
  EXPECT_EQ(a.validationLoss, b.validationLoss);
  EXPECT_EQ(a.validationAccuracy, b.validationAccuracy);
}

}  // namespace fovea::test
