#include "core/data/batch_pool.h"

#include <algorithm>

namespace fovea {
namespace {

constexpr std::size_t kMaximumFree = 64;

Result<Tensor> batchOf(const TensorType& sample, std::int64_t count) {
  std::vector<std::int64_t> extents(sample.shape.begin(), sample.shape.end());
  extents.insert(extents.begin(), count);
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  return Tensor::tryMake({sample.dtype, shape});
}

bool isWhole(const Tensor& tensor, std::int64_t count) {
  return tensor.defined() && tensor.soleOwner() && tensor.shape()[0] == count;
}

}  // namespace

// Reserved here, so that giving back never allocates.
BatchPool::BatchPool(const BatchMaker& maker)
    : inputType_(maker.inputType()), targetType_(maker.targetType()), targets_(maker.hasTargets()) {
  free_.reserve(kMaximumFree);
}

Batch::~Batch() {
  if (pool_) pool_->giveBack(*this);
}

Batch::Batch(Batch&& other) noexcept = default;

Batch& Batch::operator=(Batch&& other) noexcept {
  if (this == &other) return *this;
  if (pool_) pool_->giveBack(*this);
  images = std::move(other.images);
  labels = std::move(other.labels);
  target = std::move(other.target);
  boxes = std::move(other.boxes);
  indices = std::move(other.indices);
  epoch = other.epoch;
  firstPosition = other.firstPosition;
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
  Batch batch;
  FOVEA_TRY(batch.images, batchOf(inputType_, count));
  if (targets_) {
    FOVEA_TRY(batch.target, batchOf(targetType_, count));
  }
  FOVEA_TRY(batch.labels, Tensor::tryMake({DataType::Int32, Shape{count}}));
  batch.indices.resize(static_cast<std::size_t>(count));
  batch.pool_ = shared_from_this();
  return batch;
}

void BatchPool::giveBack(Batch& batch) noexcept {
  const std::shared_ptr<BatchPool> self = std::move(batch.pool_);
  const bool whole = isWhole(batch.images, batch.size()) && isWhole(batch.labels, batch.size()) &&
                     (!targets_ || isWhole(batch.target, batch.size()));
  if (!whole) return;
  const std::lock_guard lock(mutex_);
  if (free_.size() < kMaximumFree) free_.push_back(std::move(batch));
}

}  // namespace fovea
