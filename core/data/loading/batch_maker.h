// Why: the one place that makes a batch of given samples, for loaders, evaluations and predictions. Immutable: any
// number of threads can use one maker, each with its own Scratch.
#pragma once
#include "core/base/cancel.h"
#include "core/data/loading/batch_loader.h"
#include "core/data/loading/target_plan.h"

namespace fovea {

// The type of one input in batches of `data`.
TensorType batchInputType(const DatasetInfo& data, const TransformPlan& plan);

// The type in batches of a further part of one sample: i32 stays i32; u8 (divided by 255) and f32 become f32,
// normalised by the part's statistics along the first axis.
TensorType batchPartType(const DataPart& part);
void preparePart(const DataPart& part, const std::uint8_t* numbers, void* output);

class BatchMaker {
 public:
  struct Scratch {
    std::vector<Content> inputs;
    std::vector<SampleView> samples;
    InputScratch images;
    TargetPlan::Scratch targets;
    std::vector<float> mixed;
  };

  // `dataset` must outlive the maker. `target` is the shape of one target as a loss expects it: see TargetPlan::make().
  // `parts` are the further parts with the statistics that normalise them; empty: those of the data set. Fails with
  // InvalidArgument as TransformPlan::make() and TargetPlan::make(), and for parts other than those of the data set.
  static Result<BatchMaker> make(const Dataset& dataset, const TransformList& transforms, const Shape& target = {},
                                 std::vector<DataPart> parts = {});

  // The types of one sample. The target has no element type where batches have no target tensor: see hasTargets().
  const TensorType& inputType() const { return inputType_; }
  const TensorType& targetType() const { return mixedLabels_ ? sharesType_ : targets_.type(); }
  bool hasTargets() const { return mixedLabels_ || targets_.hasTensor(); }
  bool hasLengths() const { return hasLengths_; }
  // True if samples are mixed with others of their batch.
  bool mixes() const { return plan_.mixes(); }

  // A batch of `count` samples with unspecified content. Fails with OutOfMemory.
  Result<Batch> allocate(std::int64_t count) const;
  // Fills the tensors of `batch`, which must exist with the right types, from the samples of its indices in its epoch.
  // Fails with Corrupt, Unsupported, OutOfMemory or InvalidArgument; each error names the sample.
  Status fill(Split split, std::uint64_t seed, Batch& batch, Scratch& scratch) const;
  // Fills several batches on all processors. Several at once are of use where making one costs no more than starting a
  // thread: see isCheap(). Cancelled: `cancel` was requested, which is heard after a few samples.
  Status fillInParallel(Split split, std::uint64_t seed, std::span<Batch> batches, const CancelToken& cancel) const;
  // True if making a batch costs less than waking a thread: few pixels, and data that stays in memory.
  bool isCheap(Split split, std::int64_t count) const;

 private:
  BatchMaker(const Dataset& dataset, TransformPlan plan) : dataset_(&dataset), plan_(std::move(plan)) {}
  bool needsRecords() const {
    return targets_.hasTensor() || targets_.task() == Task::Detection || hasLengths() || !parts_.empty();
  }
  Status checkParts(const SampleView& sample) const;
  Status gather(Split split, std::span<const std::int64_t> indices, Scratch& scratch) const;
  Status fillRows(Split split, std::uint64_t seed, Batch& batch, std::size_t begin, std::size_t end,
                  Scratch& scratch) const;
  void fillShares(const Batch& batch, std::size_t sample, float* shares) const;
  void mix(std::uint64_t seed, Batch& batch, Scratch& scratch) const;
  Status fillInput(const Content& input, Random& random, Scratch& scratch, void* output) const;

  const Dataset* dataset_;
  TransformPlan plan_;
  TargetPlan targets_;
  TensorType inputType_;
  std::vector<DataPart> parts_;  // the further parts
  bool hasLengths_ = false;
  // Where samples are mixed, one label each becomes f32 [classes] with a share for each class.
  bool mixedLabels_ = false;
  TensorType sharesType_;
};

}  // namespace fovea
