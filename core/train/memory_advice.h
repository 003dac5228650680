// Why: "out of memory" helps nobody; which layer needs it and which batch would fit does.
#pragma once
#include "core/train/training_graph.h"

namespace fovea {

// The layer whose values take most memory in a step, and how much that is. Values share memory over time, so the layers
// together may need less than their sum.
struct LayerMemory {
  std::string layer;
  std::uint64_t bytes = 0;
};
LayerMemory hungriestLayer(const Graph& graph);

// The bytes that a step of `batch` needs with its inputs, from a plan without a device.
Result<std::uint64_t> trainingBytes(const Network& network, const TrainingSettings& settings, std::int64_t batch);
// The largest batch below `settings.batch` whose plan fits into `bytes`; 0: none.
std::int64_t largestBatch(const Network& network, const TrainingSettings& settings, std::uint64_t bytes);

// OutOfMemory with the bytes needed and free, the hungriest layer, and the largest batch that fits. `batch` says which
// one that is: 0 if not even one sample fits.
Error describeOutOfMemory(const Network& network, const TrainingSettings& settings, const DeviceInfo& device,
                          std::int64_t largest);

}  // namespace fovea
