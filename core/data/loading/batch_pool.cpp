#include "core/data/loading/batch_pool.h"

#include <algorithm>

namespace fovea {
namespace {

constexpr std::size_t kMaximumFree = 64;

bool isWhole(const Tensor& tensor, std::int64_t count) {
  return tensor.defined() && tensor.soleOwner() && tensor.shape()[0] == count;
}

}  // namespace

// Reserves memory here, so that returning a batch never allocates.
BatchPool::BatchPool(const BatchMaker& maker) : maker_(maker) {
  free_.reserve(kMaximumFree);
}

Batch::~Batch() {
  if (pool_) pool_->giveBack(*this);
}

Batch::Batch(Batch&& other) noexcept = default;

Batch& Batch::operator=(Batch&& other) noexcept {
  if (this == &other) return *this;
  if (pool_) pool_->giveBack(*this);
  inputs = std::move(other.inputs);
  labels = std::move(other.labels);
  target = std::move(other.target);
  lengths = std::move(other.lengths);
  boxes = std::move(other.boxes);
  indices = std::move(other.indices);
  epoch = other.epoch;
  firstPosition = other.firstPosition;
  whole = other.whole;
  endOfEpoch = other.endOfEpoch;
  pool_ = std::move(other.pool_);
  return *this;
}

Result<Batch> BatchPool::take(std::int64_t count) {
  {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::find_if(free_.begin(), free_.end(), [&](const Batch& batch) { return batch.size() == count; });
    if (found != free_.end()) {
      Batch batch = std::move(*found);
      if (found + 1 != free_.end()) *found = std::move(free_.back());
      free_.pop_back();
      batch.pool_ = shared_from_this();
      return batch;
    }
  }
  FOVEA_TRY(Batch batch, maker_.allocate(count));
  batch.pool_ = shared_from_this();
  return batch;
}

void BatchPool::giveBack(Batch& batch) noexcept {
  const std::shared_ptr<BatchPool> self = std::move(batch.pool_);
  const bool whole = std::all_of(batch.inputs.begin(), batch.inputs.end(),
                                 [&](const BatchPart& part) { return isWhole(part.values, batch.size()); }) &&
                     isWhole(batch.labels, batch.size()) &&
                     (!maker_.hasTargets() || isWhole(batch.target, batch.size())) &&
                     (!maker_.hasLengths() || isWhole(batch.lengths, batch.size()));
  if (!whole) return;
  const std::lock_guard lock(mutex_);
  if (free_.size() < kMaximumFree) free_.push_back(std::move(batch));
}

}  // namespace fovea
