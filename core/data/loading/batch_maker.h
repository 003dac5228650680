// Why: a batch of given samples is made in one place, whoever asks for it: a loader on its threads, an evaluation, a
// prediction. Immutable: one maker serves any number of threads, each with its own Scratch.
#pragma once
#include "core/data/loading/batch_loader.h"
#include "core/data/loading/target_plan.h"

namespace fovea {

// Of one input as batches of `data` hold it.
TensorType batchInputType(const DatasetInfo& data, const TransformPlan& plan);

// A further part of one sample as the data set holds it, as batches hold it: i32 as it is; u8 (as shares of 255) and
// f32 as f32, normalised by the part's statistics along the first axis.
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

  // `dataset` must outlive it. `target` is the shape of one target as a loss takes it: see TargetPlan::make().
  // `parts` are the further parts with the statistics to normalise them by; empty: those of the data set.
  // InvalidArgument as TransformPlan::make() and TargetPlan::make(), and for parts that are not those of the data set.
  static Result<BatchMaker> make(const Dataset& dataset, const TransformList& transforms, const Shape& target = {},
                                 std::vector<DataPart> parts = {});

  // Of one sample. The target's has no element type where batches have none: see hasTargets().
  const TensorType& inputType() const { return inputType_; }
  const TensorType& targetType() const { return mixedLabels_ ? sharesType_ : targets_.type(); }
  bool hasTargets() const { return mixedLabels_ || targets_.hasTensor(); }
  bool hasLengths() const { return hasLengths_; }
  // Whether samples are mixed with others of their batch.
  bool mixes() const { return plan_.mixes(); }

  // A batch of `count` samples with unspecified content. OutOfMemory.
  Result<Batch> allocate(std::int64_t count) const;
  // Fills the tensors of `batch` for the samples of its indices in its epoch; the tensors are there with the right
  // types. Corrupt, Unsupported, OutOfMemory, InvalidArgument, each naming the sample.
  Status fill(Split split, std::uint64_t seed, Batch& batch, Scratch& scratch) const;

 private:
  BatchMaker(const Dataset& dataset, TransformPlan plan) : dataset_(&dataset), plan_(std::move(plan)) {}
  bool needsRecords() const {
    return targets_.hasTensor() || targets_.task() == Task::Detection || hasLengths() || !parts_.empty();
  }
  Status checkParts(const SampleView& sample) const;
  Status gather(Split split, const Batch& batch, Scratch& scratch) const;
  void fillShares(const Batch& batch, std::size_t sample, float* shares) const;
  void mix(std::uint64_t seed, Batch& batch, Scratch& scratch) const;
  Status fillInput(const Content& input, Random& random, Scratch& scratch, void* output) const;

  const Dataset* dataset_;
  TransformPlan plan_;
  TargetPlan targets_;
  TensorType inputType_;
  std::vector<DataPart> parts_;  // further ones
  bool hasLengths_ = false;
  // One label each becomes f32 [classes] with a share for each class where samples are mixed.
  bool mixedLabels_ = false;
  TensorType sharesType_;
};

}  // namespace fovea
