// Why: "out of memory" helps nobody; which layer needs it and which batch would fit does.
#pragma once
#include "core/base/cancel.h"
#include "core/train/training_graph.h"

namespace fovea {

// The layer whose values take most memory in a step, and how much that is. Values share memory over time, so the layers
// together may need less than their sum.
struct LayerBytes {
  std::string layer;
  std::uint64_t bytes = 0;
};
LayerBytes hungriestLayer(const Graph& graph);

// The bytes that a run in batches of `batch` needs, from a plan without a device: those of a step, and the inputs of
// that step, of the smaller one at the end of an epoch, and of both kinds of a validation.
Result<std::uint64_t> trainingBytes(const Network& network, const TrainingSettings& settings, std::int64_t batch);
// The largest batch below `settings.batch` whose plan fits into `bytes`; 0: none.
std::int64_t largestBatch(const Network& network, const TrainingSettings& settings, std::uint64_t bytes);
// The largest batch up to `most` whose plan fits into `bytes`, to within two in a hundred; 0: none, or it was cancelled
// before one was found. A handful of plans, since memory grows nearly evenly with the batch.
std::int64_t largestBatchWithin(const Network& network, const TrainingSettings& settings, std::uint64_t bytes,
                                std::int64_t most, const CancelToken& cancel);

// The memory to plan for where `free` bytes are: what was planned for before, as long as that is there and no more than
// a quarter is left over, so that answers stay the same while other programs come and go; else seven eighths of it.
std::uint64_t plannedMemory(std::uint64_t free, std::uint64_t before);

// OutOfMemory with the bytes needed and free, the hungriest layer, and the largest batch that fits. `batch` says which
// one that is: 0 if not even one sample fits.
Error describeOutOfMemory(const Network& network, const TrainingSettings& settings, const DeviceInfo& device,
                          std::int64_t largest);

}  // namespace fovea
