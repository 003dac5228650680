// Why: a training step needs batches, not a data set. A source makes them: from a data set (BatchLoader), out of random
// numbers (SyntheticBatches), or without any samples (EmptyBatches). A checkpoint keeps the position of a source.
#pragma once
#include <cstdint>

#include "core/base/result.h"
#include "core/data/loading/batch.h"

namespace fovea {

// Where the next batch begins.
struct SourcePosition {
  std::int64_t epoch = 0;
  std::int64_t sample = 0;  // within `epoch`, in the order of that epoch
  bool operator==(const SourcePosition&) const = default;
};

// The cost of loading since the source was opened; restore() does not reset it.
struct LoadingStatistics {
  std::int64_t batches = 0;  // batches that next() has returned, without markers
  std::int64_t samples = 0;  // samples in those batches
  double seconds = 0;        // time that callers have spent in next(): waiting for a batch, or making it
  int threads = 0;           // threads that make batches now; 0: next() makes them
};

// One thread calls a source.
class BatchSource {
 public:
  BatchSource() = default;
  virtual ~BatchSource() = default;
  BatchSource(const BatchSource&) = delete;
  BatchSource& operator=(const BatchSource&) = delete;

  // The next batch. Where epochs end, a batch with `endOfEpoch` follows the last one of each, and then the next epoch
  // begins. After an error every later call returns the same error, until restore().
  virtual Result<Batch> next() = 0;

  // Restoring a position that position() returned reproduces the batches that followed it, bit by bit.
  virtual SourcePosition position() const = 0;
  // Fails with InvalidArgument for an impossible position.
  virtual Status restore(const SourcePosition& position) = 0;

  // The size of a whole epoch; 0 where a source never ends. The epoch of such a source is always 0.
  virtual std::int64_t batchesPerEpoch() const = 0;
  virtual std::int64_t samplesPerEpoch() const = 0;
  // True if every batch holds the same tensors: a step that has copied them once need not copy them again.
  virtual bool repeats() const { return false; }

  virtual LoadingStatistics statistics() const = 0;
};

}  // namespace fovea
