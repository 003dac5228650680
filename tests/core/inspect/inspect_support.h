// Why: inspection is tested on networks so small that every number can be computed by hand.
#pragma once
#include <gtest/gtest.h>

#include "core/backends/device.h"
#include "core/base/random.h"
#include "core/network/lowering.h"
#include "core/train/checkpoint.h"
#include "tests/core/data/data_support.h"
#include "tests/core/network/drawing.h"

namespace fovea::test {

inline std::shared_ptr<Device> openDevice(const char* name) {
  BackendRegistry backends;
  registerReferenceBackend(backends);
  registerCpuBackend(backends);
  return valueOf(backends.open(name));
}

inline void expectNear(const Tensor& actual, std::initializer_list<float> expected, float tolerance = 1e-6f) {
  ASSERT_EQ(actual.elementCount(), static_cast<std::int64_t>(expected.size()));
  std::size_t i = 0;
  for (const float value : expected) {
    EXPECT_NEAR(actual.values<float>()[i], value, tolerance) << "element " << i;
    ++i;
  }
}

// Draws new weights for a network.
inline Checkpoint drawnWeights(const Network& network, std::uint64_t seed = 5) {
  Checkpoint checkpoint;
  checkpoint.network = network;
  const LoweredNetwork lowered = valueOf(lowerNetwork(network, {NetworkMode::Inference, 1, 0}));
  for (const VariableInfo& variable : lowered.variables) {
    Tensor value = initialValue(variable, seed).clone();
    // Sets statistics, scales and biases to values other than 0 and 1, so that they have an effect.
    Random random(seed, static_cast<std::uint64_t>(checkpoint.tensors.size()));
    if (value.shape().rank() == 1)
      for (float& number : value.values<float>()) number += static_cast<float>(0.3 * random.uniform());
    checkpoint.tensors.emplace_back(variable.name, value);
  }
  return checkpoint;
}

inline Tensor noiseOf(const Shape& shape, std::uint64_t seed = 1) {
  Random random(seed);
  Tensor tensor = Tensor::make({DataType::Float32, shape});
  for (float& value : tensor.values<float>()) value = static_cast<float>(random.normal());
  return tensor;
}

// data [1, 2, 3] → conv (2 filters of 1×2) → relu → fc (3 units) → loss, and a separate layer whose output is not read.
inline Checkpoint handMadeCheckpoint() {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 2, 3}}})
      .add("conv", "convolution", {{"filters", std::int64_t{2}}, {"kernel", List{1, 2}}}, {"data"})
      .add("relu", "relu", {}, {"conv"})
      .add("fc", "linear", {{"units", std::int64_t{3}}}, {"relu"})
      .add("loss", "cross_entropy", {}, {"fc"})
      .add("aside", "tanh", {}, {"conv"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  checkpoint.classes = {"red", "green", "blue"};
  checkpoint.tensors = {
      {"conv.weight", Tensor::of<float>(Shape{2, 1, 1, 2}, {1, 1, 1, -1})},
      {"conv.bias", Tensor::of<float>(Shape{2}, {0, 0.5f})},
      {"fc.weight",
       Tensor::of<float>(Shape{3, 8}, {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1})},
      {"fc.bias", Tensor::of<float>(Shape{3}, {0, 1, 2})},
  };
  return checkpoint;
}

// The network computes 4 × pixels / 255, and their softmax with cross-entropy: a sample's brightest pixel is its
// prediction.
inline Checkpoint brightestPixel(const char* loss = "cross_entropy") {
  Drawing drawing;
  drawing.add("data", "input", {{"shape", List{1, 1, 3}}})
      .add("fc", "linear", {{"units", std::int64_t{3}}, {"bias", false}}, {"data"})
      .add("loss", loss, {}, {"fc"});
  Checkpoint checkpoint;
  checkpoint.network = drawing.network;
  checkpoint.classes = {"a", "b", "c"};
  checkpoint.tensors = {{"fc.weight", Tensor::of<float>(Shape{3, 3}, {4, 0, 0, 0, 4, 0, 0, 0, 4})}};
  return checkpoint;
}

}  // namespace fovea::test
