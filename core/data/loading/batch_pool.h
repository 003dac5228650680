// Why: training runs for days in the memory of its first few batches. Only the loader uses this.
#pragma once
#include <mutex>
#include <vector>

#include "core/data/loading/batch_maker.h"

namespace fovea {

// Holds returned batches until they are filled again. Thread-safe. Lives as long as the last batch or loader.
class BatchPool : public std::enable_shared_from_this<BatchPool> {
 public:
  explicit BatchPool(const BatchMaker& maker);

  // A batch for `count` samples with unspecified content: a returned one if possible, else a new one. Fails with
  // OutOfMemory.
  Result<Batch> take(std::int64_t count);
  void giveBack(Batch& batch) noexcept;

 private:
  BatchMaker maker_;
  std::mutex mutex_;
  std::vector<Batch> free_;
};

}  // namespace fovea
