#include "core/data/loading/batch_supply.h"

namespace fovea {
namespace {

class DatasetSupply : public BatchSupply {
 public:
  explicit DatasetSupply(std::shared_ptr<const Dataset> dataset) : dataset_(std::move(dataset)) {}

  const DatasetInfo& info() const override { return dataset_->info(); }
  bool madeForStep() const override { return false; }
  std::int64_t size(Split split) const override { return dataset_->size(split); }
  Result<std::unique_ptr<BatchSource>> open(const SourceRequest& request) const override {
    FOVEA_TRY(auto loader, BatchLoader::create(dataset_, request.split, request.loading));
    return std::unique_ptr<BatchSource>(std::move(loader));
  }
  Result<std::optional<DataFingerprint>> fingerprint() const override {
    FOVEA_TRY(DataFingerprint fingerprint, fingerprintOf(*dataset_));
    return std::optional(std::move(fingerprint));
  }
  const Dataset* dataset() const override { return dataset_.get(); }

 private:
  std::shared_ptr<const Dataset> dataset_;
};

}  // namespace

std::shared_ptr<const BatchSupply> supplyOf(std::shared_ptr<const Dataset> dataset) {
  return std::make_shared<DatasetSupply>(std::move(dataset));
}

}  // namespace fovea
