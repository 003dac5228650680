// Why: a benchmark needs batches of the right types but no data set; a step that learns its own input (style transfer)
// needs no samples at all. Both sources are endless.
#pragma once
#include <memory>

#include "core/data/loading/batch_supply.h"

namespace fovea {

// Batches of random numbers: normally distributed, or integers from the range that each tensor states. The content of a
// batch is a pure function of the seed and its position.
class SyntheticBatches : public BatchSource {
 public:
  // `repeated`: every batch holds the same tensors, drawn once. Fails with InvalidArgument (tensors whose first axis is
  // not `batch`, an empty range) or OutOfMemory.
  static Result<std::unique_ptr<SyntheticBatches>> create(const SourceRequest& request, bool repeated);

  Result<Batch> next() override;
  SourcePosition position() const override { return {0, sample_}; }
  Status restore(const SourcePosition& position) override;
  std::int64_t batchesPerEpoch() const override { return 0; }
  std::int64_t samplesPerEpoch() const override { return 0; }
  bool repeats() const override { return repeated_; }
  LoadingStatistics statistics() const override { return loading_; }

 private:
  SyntheticBatches(SourceRequest request, bool repeated) : request_(std::move(request)), repeated_(repeated) {}
  Status draw();

  SourceRequest request_;
  bool repeated_;
  std::vector<BatchPart> inputs_;  // tensors of the batch at `drawnFor_`
  Tensor target_;
  std::int64_t drawnFor_ = -1;
  std::int64_t sample_ = 0;
  LoadingStatistics loading_;
};

// Batches without any tensor: each counts as `batch` samples.
class EmptyBatches : public BatchSource {
 public:
  explicit EmptyBatches(std::int64_t batch) : batch_(batch) {}

  Result<Batch> next() override;
  SourcePosition position() const override { return {0, sample_}; }
  Status restore(const SourcePosition& position) override;
  std::int64_t batchesPerEpoch() const override { return 0; }
  std::int64_t samplesPerEpoch() const override { return 0; }
  LoadingStatistics statistics() const override { return loading_; }

 private:
  std::int64_t batch_;
  std::int64_t sample_ = 0;
  LoadingStatistics loading_;
};

// Endless supplies, for training only.
std::shared_ptr<const BatchSupply> syntheticSupply(bool repeated);
std::shared_ptr<const BatchSupply> emptySupply();

}  // namespace fovea
