// Why: a training step must never wait for data. Batches are made ahead on threads of their own, and which numbers they
// hold depends only on the data set, the options and the position: not on the number of threads, nor on when anything
// ran. Thread-safety: one thread calls next(); the loader may be destroyed at any time, and waits for its threads.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "core/data/loading/batch_source.h"
#include "core/data/store/dataset.h"
#include "core/data/transforms/transform.h"

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
  // The further parts with the statistics to normalise them by; empty: those of the data set.
  std::vector<DataPart> parts;
  // Of several ranks that compute each batch together, the one whose rows this loader makes: see BatchShare. Together
  // they hold the numbers of one rank alone.
  int rank = 0;
  int ranks = 1;
  std::int64_t startEpoch = 0;
  std::int64_t startPosition = 0;  // in samples, within startEpoch; the first batch begins there
};

class BatchLoader : public BatchSource {
 public:
  // InvalidArgument: a batch larger than the split, an empty split, numbers out of range, transforms that do not fit,
  // samples that differ in size, targets that cannot be made as they are wanted.
  static Result<std::unique_ptr<BatchLoader>> create(std::shared_ptr<const Dataset> dataset, Split split,
                                                     BatchLoaderOptions options);
  ~BatchLoader() override;

  // The next batch. After the last of an epoch comes one with `endOfEpoch`, then the next epoch, without end. Corrupt
  // (a damaged sample; every later call gives the same error), OutOfMemory.
  Result<Batch> next() override;
  SourcePosition position() const override;
  // Batches that were made ahead are dropped. InvalidArgument: a position beyond the split, or in the middle of a batch
  // of streams; the loader then stays where it is.
  Status restore(const SourcePosition& position) override;
  LoadingStatistics statistics() const override;

  // The number of threads that make batches at present. Thread-safe.
  int threads() const;

  // Of a whole epoch.
  std::int64_t batchesPerEpoch() const override;
  std::int64_t samplesPerEpoch() const override;

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
