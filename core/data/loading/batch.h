// Why: the batch that training, validation, evaluation and benchmarks receive from any source.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

class BatchPool;

// One input of a batch: f32 [N, C, H, W] for images, f32 or i32 [N, …] for anything else.
struct BatchPart {
  std::string name;  // empty where the data set has no name for it
  Tensor values;
};

// One batch. Move-only: its destructor returns the memory to the loader for reuse, except for tensors that are still
// shared, which stay unchanged.
struct Batch {
  std::vector<BatchPart> inputs;  // at least one, except in a batch of a source without samples
  Tensor labels;                  // i32 [N], kNoLabel where there is none
  Tensor target;                  // [N, …] where the task has another target than a label: see TargetPlan
  // f32 [N] where DatasetInfo::lengths: the valid fraction of each transformed input
  Tensor lengths;
  std::vector<std::vector<Box>> boxes;  // detection only: boxes per sample, in pixels of the transformed input
  std::vector<std::int64_t> indices;    // indices of the samples within the split
  std::int64_t epoch = 0;
  std::int64_t firstPosition = 0;  // position of the first sample in the order of the epoch
  std::int64_t whole = 0;          // samples in the batch of all ranks if this is one rank's share; 0: not shared
  bool endOfEpoch = false;         // marks the end of `epoch`; the batch holds no samples

  // The first input: the only one of most data sets.
  const Tensor& input() const { return inputs.front().values; }
  Tensor& input() { return inputs.front().values; }

  Batch() = default;
  ~Batch();
  Batch(Batch&& other) noexcept;
  Batch& operator=(Batch&& other) noexcept;

  std::int64_t size() const { return static_cast<std::int64_t>(indices.size()); }
  // Samples in the batch of all ranks.
  std::int64_t wholeSize() const { return whole > 0 ? whole : size(); }
  // The position from which a loader produces the batches after this one.
  std::int64_t nextPosition() const { return firstPosition + wholeSize(); }

 private:
  friend class BatchPool;
  std::shared_ptr<BatchPool> pool_;
};

}  // namespace fovea
