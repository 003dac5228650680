// Why: a training step must never wait for data. Batches are made ahead on threads of their own, and which numbers they
// hold depends only on the data set, the options and the position: not on the number of threads, nor on when anything
// ran. Thread-safety: one thread calls next(); the loader may be destroyed at any time, and waits for its threads.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/transform.h"

namespace fovea {

// No thread where making a batch costs less than waking one: few pixels a batch, and data that stays in memory.
// Measured with LeNet on two cores, batch 64 of 28×28: a thread costs 10 % of the training, making the batch in place 1
// %. Elsewhere one thread, and more, up to one for each core, as long as whoever asks for batches waits for them more
// than a tenth of the time.
inline constexpr int kAutomaticThreads = -1;

struct BatchLoaderOptions {
  std::int64_t batch = 64;
  std::uint64_t seed = 0;
  bool shuffle = true;    // false: the order of the split, every epoch
  bool dropLast = false;  // leave out an epoch's last samples when they do not fill a batch
  bool streams = false;   // instead of any order: each row of the batches goes through its own part of the split
  int threads = 1;        // 0: batches are made inside next()
  int prefetch = 4;       // batches ready ahead
  TransformList transforms;
  Shape target;  // of one sample, as the loss takes it; of rank 0: see TargetPlan::make()
  std::int64_t startEpoch = 0;
  std::int64_t startPosition = 0;  // in samples, within startEpoch; the first batch begins there
};

class BatchPool;

// One batch. Move-only: destroyed, it gives its memory back to the loader to be used again, except for tensors that
// somebody still shares, which stay as they are.
struct Batch {
  Tensor images;                        // the inputs: f32 [N, C, H, W] of images, f32 or i32 [N, …] of anything else
  Tensor labels;                        // i32 [N], kNoLabel where there is none
  Tensor target;                        // [N, …] of a task with more to compare than a label: see TargetPlan
  Tensor lengths;                       // f32 [N] where DatasetInfo::lengths: of each input as it is here
  std::vector<std::vector<Box>> boxes;  // of detection: by sample, in pixels of the input as it is here
  std::vector<std::int64_t> indices;    // of the samples, within the split
  std::int64_t epoch = 0;
  std::int64_t firstPosition = 0;  // of the first sample in the order of the epoch
  bool endOfEpoch = false;         // a marker without samples: `epoch` is over

  Batch() = default;
  ~Batch();
  Batch(Batch&& other) noexcept;
  Batch& operator=(Batch&& other) noexcept;

  std::int64_t size() const { return static_cast<std::int64_t>(indices.size()); }
  // Where a loader starts that gives what follows this batch.
  std::int64_t nextPosition() const { return firstPosition + size(); }

 private:
  friend class BatchPool;
  std::shared_ptr<BatchPool> pool_;
};

class BatchLoader {
 public:
  // InvalidArgument: a batch larger than the split, an empty split, numbers out of range, transforms that do not fit,
  // samples that differ in size, targets that cannot be made as they are wanted.
  static Result<std::unique_ptr<BatchLoader>> create(std::shared_ptr<const Dataset> dataset, Split split,
                                                     BatchLoaderOptions options);
  ~BatchLoader();
  BatchLoader(const BatchLoader&) = delete;
  BatchLoader& operator=(const BatchLoader&) = delete;

  // The next batch. After the last of an epoch comes one with `endOfEpoch`, then the next epoch, without end. Corrupt
  // (a damaged sample; every later call gives the same error), OutOfMemory.
  Result<Batch> next();

  // The number of threads that make batches at present. Thread-safe.
  int threads() const;

  // Of a whole epoch.
  std::int64_t batchesPerEpoch() const;
  std::int64_t samplesPerEpoch() const;

 private:
  struct State;
  explicit BatchLoader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The order of `count` samples in an epoch: a permutation that is a pure function of its arguments (Fisher and Yates).
std::vector<std::uint32_t> sampleOrder(std::int64_t count, std::uint64_t seed, std::int64_t epoch);

// The sample at `position` where `count` of them are read in `streams` at once: row i of each batch goes on in part i
// of the split where that of the batch before ended. Parts differ by one sample at most, the longer ones first: the
// last batch is smaller then, and every sample is read once.
std::int64_t streamSample(std::int64_t count, std::int64_t streams, std::int64_t position);

}  // namespace fovea
