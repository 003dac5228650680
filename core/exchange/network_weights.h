// Why: exchange is between networks with their weights; these few calls give a network weights, run it, and compare
// what two of them say. Pure but for the device.
#pragma once
#include "core/backends/executor.h"
#include "core/network/lowering.h"
#include "core/tensor/safetensors.h"
#include "core/train/checkpoint.h"

namespace fovea {

// The weights that training would begin with.
Result<std::vector<std::pair<std::string, Tensor>>> firstWeights(const Network& network, std::uint64_t seed);

// By name, from a checkpoint's tensors. Corrupt names the variable that is missing.
std::function<Result<Tensor>(const VariableInfo&)> weightsOf(const Checkpoint& checkpoint);

// A batch of inputs that looks like data: numbers around 0 with that deviation, or symbols; the same for a seed.
Result<Tensor> sampleInput(const Network& network, std::int64_t batch, std::uint64_t seed, double deviation = 1);

// What the network says of a batch [N, ...], as at inference, with plain sums.
Result<Tensor> inferOutput(const Checkpoint& checkpoint, const Tensor& input, const std::shared_ptr<Device>& device);

struct NetworkSample {
  Tensor input, output;
};
// A batch whose output tells networks apart: the numbers are made smaller as long as a class takes all of a softmax.
Result<NetworkSample> tellingSample(const Checkpoint& checkpoint, std::int64_t batch,
                                    const std::shared_ptr<Device>& device);

// The largest |a - b| over the largest |b|; infinity where shapes differ or one is not a number.
double relativeDifference(const Tensor& a, const Tensor& b);

}  // namespace fovea
