// Why: training runs for days in the memory of its first few batches. Used by the loader only.
#pragma once
#include <mutex>
#include <vector>

#include "core/data/loading/batch_maker.h"

namespace fovea {

// Batches that were given back and wait to be filled again. Thread-safe. Lives as long as the last batch or loader.
class BatchPool : public std::enable_shared_from_this<BatchPool> {
 public:
  explicit BatchPool(const BatchMaker& maker);

  // A batch for `count` samples with unspecified content: one that was given back, else a new one. OutOfMemory.
  Result<Batch> take(std::int64_t count);
  void giveBack(Batch& batch) noexcept;

 private:
  BatchMaker maker_;
  std::mutex mutex_;
  std::vector<Batch> free_;
};

}  // namespace fovea
