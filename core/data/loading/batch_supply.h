// Why: a run opens several sources of the same samples: to train, to validate, again after it went back. A supply opens
// them, and says beforehand what their batches hold, so that what does not fit a network is refused early.
// Immutable; every const function may be called from any thread.
#pragma once
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/loading/batch_loader.h"
#include "core/data/store/data_fingerprint.h"

namespace fovea {

// A tensor that a step is fed from each batch. Sources that make their batches up fill it.
struct SourceTensor {
  std::string name;
  TensorType type;         // [N, …] of a whole batch
  std::int64_t first = 0;  // of whole numbers: they lie in [first, last)
  std::int64_t last = 1;
};

struct SourceRequest {
  Split split = Split::Train;
  BatchLoaderOptions loading;
  std::vector<SourceTensor> inputs;    // for sources that make their batches up
  std::optional<SourceTensor> target;  // likewise; nothing where the step compares with nothing
};

class BatchSupply {
 public:
  virtual ~BatchSupply() = default;

  // What the samples are. Where madeForStep(), only the name says anything.
  virtual const DatasetInfo& info() const = 0;
  // Batches hold whatever tensors the request names, so nothing needs to be matched.
  virtual bool madeForStep() const = 0;
  // Samples of one epoch of the split; 0: there are none. Not asked where endless().
  virtual std::int64_t size(Split split) const = 0;
  // Training has no end, and there is nothing to validate on.
  virtual bool endless() const { return false; }
  // Fails as the sources' create().
  virtual Result<std::unique_ptr<BatchSource>> open(const SourceRequest& request) const = 0;
  // What a run must find again to go on; nothing where every start gives the same.
  virtual Result<std::optional<DataFingerprint>> fingerprint() const { return std::optional<DataFingerprint>(); }
  // The data set whose samples the batches hold; null where there is none.
  virtual const Dataset* dataset() const { return nullptr; }
};

// Batches of a data set, through a BatchLoader.
std::shared_ptr<const BatchSupply> supplyOf(std::shared_ptr<const Dataset> dataset);

// What a plan asks for: a supply, or a data set that becomes one. A null data set gives none.
class RunSource {
 public:
  RunSource() = default;
  RunSource(std::shared_ptr<const BatchSupply> supply) : supply_(std::move(supply)) {}
  template <class T>
  requires std::convertible_to<T*, const Dataset*> RunSource(std::shared_ptr<T> dataset)
      : supply_(dataset ? supplyOf(std::move(dataset)) : nullptr) {}

  explicit operator bool() const { return supply_ != nullptr; }
  const BatchSupply& operator*() const { return *supply_; }
  const BatchSupply* operator->() const { return supply_.get(); }

 private:
  std::shared_ptr<const BatchSupply> supply_;
};

}  // namespace fovea
