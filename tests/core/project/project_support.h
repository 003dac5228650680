// Why: the project's tests need small, synthetic but complete networks, checkpoints and metrics.
#pragma once
#include <gtest/gtest.h>

#include "core/project/run_recorder.h"
#include "tests/core/data/data_support.h"
#include "tests/core/network/drawing.h"

namespace fovea::test {

// Accepts the samples of makeDataset(): [1, 6, 5] in 3 classes.
inline Network smallNetwork() {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 6, 5}}})
      .add("conv1", "convolution", {{"filters", std::int64_t{4}}, {"kernel", List{3, 3}}}, {"data"})
      .add("relu1", "relu", {}, {"conv1"})
      .add("fc1", "linear", {{"units", std::int64_t{3}}}, {"relu1"})
      .add("loss", "cross_entropy", {}, {"fc1"});
  return drawing.network;
}

inline RunDescription smallRun(const std::string& name = "first") {
  RunDescription description;
  description.name = name;
  description.network = smallNetwork();
  description.settings.epochs = 3;
  description.settings.batch = 4;
  description.dataset = "small";
  return description;
}

// A checkpoint at the end of `epoch` or, with `sample`, within the epoch after it.
inline Checkpoint smallCheckpoint(std::int64_t epoch, std::int64_t step, double accuracy, std::int64_t sample = 0) {
  Checkpoint checkpoint;
  checkpoint.network = smallNetwork();
  checkpoint.position.epoch = epoch;
  checkpoint.position.step = step;
  checkpoint.position.sample = sample;
  checkpoint.classes = {"a", "b", "c"};
  checkpoint.validationAccuracy = accuracy;
  checkpoint.validationLoss = 1 - accuracy;
  checkpoint.tensors.emplace_back("fc1.bias", Tensor::of<float>(Shape{3}, {1, 2, static_cast<float>(step)}));
  return checkpoint;
}

inline EpochRecord epochOf(std::int64_t epoch, std::int64_t step, double accuracy) {
  return {epoch, step, 0.5, 0.6, 0.7, accuracy, 0.01, 12.5, false};
}

inline void expectOk(const Status& status) {
  EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().text());
}

}  // namespace fovea::test
