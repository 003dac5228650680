// Why: exchange is between networks with their weights; these few calls give a network weights, run it, and compare
// what two of them say. Pure but for the device.
#pragma once
#include "core/backends/executor.h"
#include "core/network/lowering.h"
#include "core/tensor/safetensors.h"
#include "core/train/checkpoint.h"

namespace fovea {

// Tensors by the names of Input layers, or of the layers whose outputs they are.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

// The weights that training would begin with.
Result<std::vector<std::pair<std::string, Tensor>>> firstWeights(const Network& network, std::uint64_t seed);

// By name, from a checkpoint's tensors. Corrupt names the variable that is missing.
std::function<Result<Tensor>(const VariableInfo&)> weightsOf(const Checkpoint& checkpoint);

// A batch for each input of the network, in their order, that looks like data: numbers around 0 with that deviation, or
// symbols; the same for a seed.
Result<NamedTensors> sampleInputs(const Network& network, std::int64_t batch, std::uint64_t seed, double deviation = 1);

// Runs the network at inference on batches [N, …] for its inputs, in their order, with plain sums. Returns all its
// outputs, the predictions first. InvalidArgument where inputs are missing or of other types.
Result<NamedTensors> inferOutputs(const Checkpoint& checkpoint, const NamedTensors& inputs,
                                  const std::shared_ptr<Device>& device);

struct NetworkSample {
  NamedTensors inputs, outputs;
};
// Batches whose outputs tell networks apart: the numbers are made smaller as long as a class takes all of a softmax.
Result<NetworkSample> tellingSample(const Checkpoint& checkpoint, std::int64_t batch,
                                    const std::shared_ptr<Device>& device);

// The largest |a - b| over the largest |b|; infinity where shapes differ or one is not a number.
double relativeDifference(const Tensor& a, const Tensor& b);
// The largest of them over pairs in order; infinity where there are more of one.
double relativeDifference(const NamedTensors& a, const NamedTensors& b);

}  // namespace fovea
