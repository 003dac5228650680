// Why: an out-of-memory error should name the layer that needs most memory and the batch size that would fit.
#pragma once
#include "core/base/cancel.h"
#include "core/train/training_graph.h"

namespace fovea {

// The layer whose values take most memory in a step, and how much. Values share memory over time, so all layers
// together may need less than their sum.
struct LayerBytes {
  std::string layer;
  std::uint64_t bytes = 0;
};
LayerBytes hungriestLayer(const Graph& graph);

// The bytes that a run with batches of `batch` needs until the end of an epoch, from a plan without a device.
Result<std::uint64_t> trainingBytes(const Network& network, const TrainingSettings& settings, std::int64_t batch);
// The largest batch below `settings.batch` whose plan fits into `bytes`; 0: none.
std::int64_t largestBatch(const Network& network, const TrainingSettings& settings, std::uint64_t bytes);
// The largest batch up to `most` whose plan fits into `bytes`, to within 2 %; 0: none, or cancelled before one was
// found. Needs only a few plans, since memory grows almost linearly with the batch.
std::int64_t largestBatchWithin(const Network& network, const TrainingSettings& settings, std::uint64_t bytes,
                                std::int64_t most, const CancelToken& cancel);

// The memory budget when `free` bytes are available: the previous budget `before` while it is available and leaves at
// most a quarter unused, so that results stay stable while other programs come and go; else seven eighths of `free`.
std::uint64_t plannedMemory(std::uint64_t free, std::uint64_t before);

// The fewest micro-batches, more than the settings have, in which a batch needs at most `bytes` according to a plan; 0
// if no number helps, or if the network cannot be trained in them.
std::int64_t microBatchesWithin(const Network& network, TrainingSettings settings, std::uint64_t bytes);

// OutOfMemory with the bytes needed and free, the layer that needs most, and `largest`, the largest batch that fits: 0
// if not even one sample does. Advises micro-batches if they help.
Error describeOutOfMemory(const Network& network, const TrainingSettings& settings, const DeviceInfo& device,
                          std::int64_t largest);

}  // namespace fovea
