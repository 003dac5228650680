// Why: a training step must never wait for data. Worker threads make batches in advance. The content of a batch depends
// only on the data set, the options and the position: not on the number of threads, nor on timing. Thread-safety: one
// thread calls next(); the loader may be destroyed at any time, and waits for its threads.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "core/data/loading/batch_source.h"
#include "core/data/store/dataset.h"
#include "core/data/transforms/transform.h"

namespace fovea {

// Uses no thread where making a batch costs less than waking one: see BatchMaker::isCheap().
// Measured with LeNet on two cores, batch 64 of 28×28: a thread costs 10 % of the training, making the batch in place 1
// %. Otherwise it starts with one thread, and adds more, up to one per core, while the caller spends more than a tenth
// of its time waiting for batches.
inline constexpr int kAutomaticThreads = -1;

struct BatchLoaderOptions {
  std::int64_t batch = 64;
  std::uint64_t seed = 0;
  bool shuffle = true;    // false: the order of the split, every epoch
  bool dropLast = false;  // leave out the last samples of an epoch when they do not fill a batch
  bool streams = false;   // replaces shuffling: each row of the batches reads its own part of the split in order
  int threads = 1;        // 0: next() makes the batches
  int prefetch = 4;       // number of batches made in advance
  TransformList transforms;
  Shape target;  // shape of one target as the loss expects it; rank 0: see TargetPlan::make()
  // The further parts with the statistics that normalise them; empty: the statistics of the data set.
  std::vector<DataPart> parts;
  // Several ranks can compute each batch together; this loader makes the samples of `rank` (see BatchShare). The
  // batches of all ranks together hold the same numbers as those of a loader with one rank.
  int rank = 0;
  int ranks = 1;
  std::int64_t startEpoch = 0;
  std::int64_t startPosition = 0;  // in samples, within startEpoch; the first batch begins at it
};

class BatchLoader : public BatchSource {
 public:
  // Fails with InvalidArgument: a batch larger than the split, an empty split, numbers out of range, transforms that do
  // not fit, samples that differ in size, targets of a shape that cannot be made.
  static Result<std::unique_ptr<BatchLoader>> create(std::shared_ptr<const Dataset> dataset, Split split,
                                                     BatchLoaderOptions options);
  ~BatchLoader() override;

  // The next batch. After the last batch of an epoch follows one with `endOfEpoch`, then the next epoch, without end.
  // Fails with Corrupt (a damaged sample; every later call returns the same error) or OutOfMemory.
  Result<Batch> next() override;
  SourcePosition position() const override;
  // Discards the batches made in advance. Fails with InvalidArgument for a position beyond the split, or inside a batch
  // of streams; the loader then keeps its position.
  Status restore(const SourcePosition& position) override;
  LoadingStatistics statistics() const override;

  // The number of threads that make batches at present. Thread-safe.
  int threads() const;

  // Batches of a whole epoch.
  std::int64_t batchesPerEpoch() const override;
  std::int64_t samplesPerEpoch() const override;

 private:
  struct State;
  explicit BatchLoader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The order of `count` samples in an epoch: a permutation that is a pure function of its arguments (Fisher-Yates
// shuffle).
std::vector<std::uint32_t> sampleOrder(std::int64_t count, std::uint64_t seed, std::int64_t epoch);

// The sample at `position` where `count` samples are read in `streams` parallel rows: row i of each batch continues in
// part i of the split after row i of the previous batch. Parts differ by at most one sample, the longer ones first: the
// last batch is then smaller, and every sample is read once.
std::int64_t streamSample(std::int64_t count, std::int64_t streams, std::int64_t position);

}  // namespace fovea
