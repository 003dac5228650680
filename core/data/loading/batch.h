// Why: what training, validation, evaluation and benchmarks take from whatever makes batches.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/data/store/sample.h"

namespace fovea {

class BatchPool;

// One part of the samples of a batch: f32 [N, C, H, W] of images, f32 or i32 [N, …] of anything else.
struct BatchPart {
  std::string name;  // empty where the data set does not name it
  Tensor values;
};

// One batch. Move-only: destroyed, it gives its memory back to the loader to be used again, except for tensors that
// somebody still shares, which stay as they are.
struct Batch {
  std::vector<BatchPart> inputs;        // at least one, except in a batch of a source without samples
  Tensor labels;                        // i32 [N], kNoLabel where there is none
  Tensor target;                        // [N, …] of a task with more to compare than a label: see TargetPlan
  Tensor lengths;                       // f32 [N] where DatasetInfo::lengths: of each input as it is here
  std::vector<std::vector<Box>> boxes;  // of detection: by sample, in pixels of the input as it is here
  std::vector<std::int64_t> indices;    // of the samples, within the split
  std::int64_t epoch = 0;
  std::int64_t firstPosition = 0;  // of the first sample in the order of the epoch
  std::int64_t whole = 0;          // samples of all ranks where this holds those of one; 0: this holds all
  bool endOfEpoch = false;         // a marker without samples: `epoch` is over

  // The first part: the only one of most data sets.
  const Tensor& input() const { return inputs.front().values; }
  Tensor& input() { return inputs.front().values; }

  Batch() = default;
  ~Batch();
  Batch(Batch&& other) noexcept;
  Batch& operator=(Batch&& other) noexcept;

  std::int64_t size() const { return static_cast<std::int64_t>(indices.size()); }
  std::int64_t wholeSize() const { return whole > 0 ? whole : size(); }
  // Where a loader starts that gives what follows this batch.
  std::int64_t nextPosition() const { return firstPosition + wholeSize(); }

 private:
  friend class BatchPool;
  std::shared_ptr<BatchPool> pool_;
};

}  // namespace fovea
