// Why: a run opens several sources over the same samples: to train, to validate, and again after it went back to a
// checkpoint. A supply opens them. It also describes their batches in advance, so that data that does not fit a network
// is refused early. Immutable; any thread may call any const function.
#pragma once
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/data/loading/batch_loader.h"
#include "core/data/store/data_fingerprint.h"

namespace fovea {

// A tensor that a step reads from each batch. Sources of synthetic batches fill it.
struct SourceTensor {
  std::string name;
  TensorType type;         // [N, …] of a whole batch
  std::int64_t first = 0;  // integers only: they lie in [first, last)
  std::int64_t last = 1;
};

struct SourceRequest {
  Split split = Split::Train;
  BatchLoaderOptions loading;
  std::vector<SourceTensor> inputs;    // for sources of synthetic batches
  std::optional<SourceTensor> target;  // for sources of synthetic batches; nothing where the step needs no target
};

class BatchSupply {
 public:
  virtual ~BatchSupply() = default;

  // Describes the samples. Where madeForStep(), only the name is meaningful.
  virtual const DatasetInfo& info() const = 0;
  // True if batches hold whatever tensors the request names, so that nothing needs to match.
  virtual bool madeForStep() const = 0;
  // The number of samples in one epoch of the split; 0: there are none. Not called where endless().
  virtual std::int64_t size(Split split) const = 0;
  // True if training never ends and there are no samples to validate on.
  virtual bool endless() const { return false; }
  // Fails as the create() of the sources.
  virtual Result<std::unique_ptr<BatchSource>> open(const SourceRequest& request) const = 0;
  // Identifies the data that a resumed run must find again; nothing where every start produces the same batches.
  virtual Result<std::optional<DataFingerprint>> fingerprint() const { return std::optional<DataFingerprint>(); }
  // The data set that the samples come from; null where there is none.
  virtual const Dataset* dataset() const { return nullptr; }
};

// Supplies batches of a data set, through a BatchLoader.
std::shared_ptr<const BatchSupply> supplyOf(std::shared_ptr<const Dataset> dataset);

// The source of a training plan: a supply, or a data set, which becomes one. A null data set results in no supply.
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
