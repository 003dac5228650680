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

// What loading has cost since the source was opened; restore() does not begin anew.
struct LoadingStatistics {
  std::int64_t batches = 0;  // that next() has returned, without markers
  std::int64_t samples = 0;  // in them
  double seconds = 0;        // that callers have spent in next(): waiting for a batch, or making it
  int threads = 0;           // that make batches at present; 0: next() makes them
};

// One thread calls a source.
class BatchSource {
 public:
  BatchSource() = default;
  virtual ~BatchSource() = default;
  BatchSource(const BatchSource&) = delete;
  BatchSource& operator=(const BatchSource&) = delete;

  // The next batch. Where epochs end, a batch with `endOfEpoch` follows the last one of each; the next epoch follows
  // that. After an error every later call returns the same error, until restore().
  virtual Result<Batch> next() = 0;

  // Restoring a position that position() returned gives the batches that followed it, number by number.
  virtual SourcePosition position() const = 0;
  // InvalidArgument: there is no such position.
  virtual Status restore(const SourcePosition& position) = 0;

  // The size of a whole epoch; 0 where a source has no end. Its epoch is then always 0.
  virtual std::int64_t batchesPerEpoch() const = 0;
  virtual std::int64_t samplesPerEpoch() const = 0;
  // Every batch holds the same tensors: a step that has them need not copy them again.
  virtual bool repeats() const { return false; }

  virtual LoadingStatistics statistics() const = 0;
};

}  // namespace fovea
