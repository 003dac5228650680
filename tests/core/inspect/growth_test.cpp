// The growth of a run is shown as it was: each checkpoint once, in order, on one scale.
#include "core/inspect/growth.h"

#include <cmath>

#include "core/data/files/gif_image.h"
#include "tests/core/inspect/inspect_support.h"

namespace fovea::test {
namespace {

// The weights of epoch k are k + 1 times the hand-made ones.
fs::path growingRun(const TemporaryFolder& folder) {
  for (int epoch = 0; epoch < 3; ++epoch) {
    Checkpoint checkpoint = handMadeCheckpoint();
    checkpoint.position.epoch = epoch;
    checkpoint.position.step = 10 * epoch;
    Tensor weight = checkpoint.tensors[0].second.clone();
    for (float& value : weight.values<float>()) value *= static_cast<float>(epoch + 1);
    checkpoint.tensors[0].second = weight;
    // The order of the names differs from that of the steps.
    EXPECT_TRUE(writeCheckpoint(folder / ("run" + std::to_string(9 - epoch) + ".safetensors"), checkpoint).ok());
  }
  writeBytes(folder / "broken.safetensors", "no checkpoint");
  return folder / "";
}

Sample grownSample() {
  Sample sample;
  sample.input = Tensor::of<float>(Shape{1, 2, 3}, {1, 2, 3, -1, 0, 1});
  return sample;
}

TEST(Growth, EachCheckpointIsAFrameInOrderOfStep) {
  TemporaryFolder folder;
  const auto steps = valueOf(growthSteps(growingRun(folder)));
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[2].step, 20);
  EXPECT_EQ(valueOf(growthSteps(steps[0].file)).size(), 3u) << "a file stands for its folder";
  const Sample sample = grownSample();
  const Growth growth = valueOf(growthOf(steps, {.layer = "conv", .side = 100}, sample, openDevice("cpu")));
  ASSERT_EQ(growth.frames.size(), 3u);
  EXPECT_EQ(growth.planes[0].shape(), (Shape{2, 2, 2}));
  expectNear(growth.planes[2], {9, 15, -3, 3, -2.5f, -2.5f, -2.5f, -2.5f}, 1e-5f);
  for (const Tensor& frame : growth.frames) {
    EXPECT_EQ(frame.shape(), growth.frames[0].shape());
    EXPECT_EQ(frame.shape()[1] % 2, 0);
  }
  const Growth filters = valueOf(
      growthOf(steps, {.subject = GrowthSubject::Filters, .layer = "conv", .side = 100}, {}, openDevice("cpu")));
  expectNear(filters.planes[1], {2, 2, 2, -2});
  // One scale: the reddest pixel is the maximum over all checkpoints, so red increases.
  const auto redness = [&](const Tensor& frame) {
    const std::int64_t area = frame.shape()[1] * frame.shape()[2];
    int most = 0;
    for (std::int64_t i = 0; i < area; ++i)
      most = std::max(most, frame.data<std::uint8_t>()[i] - frame.data<std::uint8_t>()[2 * area + i]);
    return most;
  };
  EXPECT_LT(redness(filters.frames[0]), redness(filters.frames[1]));
  EXPECT_LT(redness(filters.frames[1]), redness(filters.frames[2]));
  const Status written = writeMovie(folder / "growth.gif", filters.frames, 0.5);
  if (written.ok()) {
    EXPECT_EQ(valueOf(countGifFrames(readBytes(folder / "growth.gif"))), 3u);
  } else {
    EXPECT_EQ(written.error().code, ErrorCode::Unsupported);
  }
}

TEST(Growth, WhatCannotBeShownIsRefused) {
  TemporaryFolder folder;
  const auto steps = valueOf(growthSteps(growingRun(folder)));
  const Sample sample = grownSample();
  expectError(growthOf(steps, {.layer = "nothing"}, sample, openDevice("cpu")), ErrorCode::NotFound, "nothing");
  expectError(growthOf(steps, {}, sample, openDevice("cpu")), ErrorCode::InvalidArgument, "Name the layer");
  expectError(growthOf(steps, {.subject = GrowthSubject::Filters, .layer = "relu"}, {}, openDevice("cpu")),
              ErrorCode::NotFound, "no layer with weights");
  expectError(growthSteps(folder / "none" / "x"), ErrorCode::NotFound, "no checkpoints");
  CancelToken cancel;
  cancel.cancel();
  expectError(growthOf(steps, {.layer = "conv"}, sample, openDevice("cpu"), cancel), ErrorCode::Cancelled);
  expectError(writeMovie(folder / "growth.png", {}, 0.5), ErrorCode::InvalidArgument, "neither");
}

}  // namespace
}  // namespace fovea::test
