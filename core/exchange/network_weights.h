// Why: imports and exports need to give a network weights, run it, and compare two networks' outputs. Pure except for
// the device.
#pragma once
#include "core/backends/executor.h"
#include "core/network/lowering.h"
#include "core/tensor/safetensors.h"
#include "core/train/checkpoint.h"

namespace fovea {

// Tensors by the name of the Input layer, or of the layer that outputs them.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

// Returns the initial weights of a new training run.
Result<std::vector<std::pair<std::string, Tensor>>> firstWeights(const Network& network, std::uint64_t seed);

// Returns a lookup by name in a checkpoint's tensors. Corrupt names a missing variable.
std::function<Result<Tensor>(const VariableInfo&)> weightsOf(const Checkpoint& checkpoint);

// Returns one batch per input of the network, in order, that resembles data: numbers around 0 with that deviation, or
// symbols. Deterministic for a seed.
Result<NamedTensors> sampleInputs(const Network& network, std::int64_t batch, std::uint64_t seed, double deviation = 1);

// Runs inference on batches [N, …] for the network's inputs, in order, without fast approximate algorithms. Returns all
// outputs, the predictions first. InvalidArgument if inputs are missing or have other types.
Result<NamedTensors> inferOutputs(const Checkpoint& checkpoint, const NamedTensors& inputs,
                                  const std::shared_ptr<Device>& device);

struct NetworkSample {
  NamedTensors inputs, outputs;
};
// Returns batches whose outputs distinguish networks: scales the numbers down while one class saturates a softmax.
Result<NetworkSample> tellingSample(const Checkpoint& checkpoint, std::int64_t batch,
                                    const std::shared_ptr<Device>& device);

// The largest |a - b| divided by the largest |b|, whatever their types; infinity if shapes differ or an element is not
// finite.
double relativeDifference(const Tensor& a, const Tensor& b);
// The largest difference over pairs in order; infinity if the lengths differ.
double relativeDifference(const NamedTensors& a, const NamedTensors& b);

}  // namespace fovea
