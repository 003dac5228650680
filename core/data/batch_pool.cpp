#include "core/data/batch_pool.h"

#include <algorithm>

namespace fovea {
namespace {

constexpr std::size_t kMaximumFree = 64;

}  // namespace

// Reserved here, so that giving back never allocates.
BatchPool::BatchPool(const TensorType& inputType) : inputType_(inputType) {
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
  std::vector<std::int64_t> extents(inputType_.shape.begin(), inputType_.shape.end());
  extents.insert(extents.begin(), count);
  FOVEA_TRY(const Shape shape, Shape::make(extents));
  FOVEA_TRY(batch.images, Tensor::tryMake({inputType_.dtype, shape}));
  FOVEA_TRY(batch.labels, Tensor::tryMake({DataType::Int32, Shape{count}}));
  batch.indices.resize(static_cast<std::size_t>(count));
  batch.pool_ = shared_from_this();
  return batch;
}

void BatchPool::giveBack(Batch& batch) noexcept {
  const std::shared_ptr<BatchPool> self = std::move(batch.pool_);
  const bool whole = batch.images.defined() && batch.images.soleOwner() && batch.labels.defined() &&
                     batch.labels.soleOwner() && batch.images.shape()[0] == batch.size() &&
                     batch.labels.shape()[0] == batch.size();
  if (!whole) return;
  const std::lock_guard lock(mutex_);
  if (free_.size() < kMaximumFree) free_.push_back(std::move(batch));
}

}  // namespace fovea
