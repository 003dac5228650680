// Why: checks once, before a run starts, that a data set provides what a network needs, with a clear message if not.
// Then converts each batch to the inputs of a step.
#pragma once
#include "core/data/loading/batch_supply.h"
#include "core/train/sample_streams.h"
#include "core/train/training_graph.h"

namespace fovea {

// How the loss's target is made from a batch.
enum class TargetSource {
  None,
  Labels,   // i32 [N]
  Numbers,  // f32 [N] or [N, 1]: the label as a number
  OneHot,   // f32 [N, classes]: 1 at the label, else 0; soft labels for mixed samples
  Images,   // f32 [N, ...sampleShape]: the input itself, for reconstruction
  Batch,    // the batch's own targets: see TargetPlan
};

// Describes the samples of `data`: "images of 1×28×28", "rows of 64 symbols".
std::string samplesWords(const DatasetInfo& data);

// `samples` is the type of one sample from the loader. InvalidArgument if it does not fit the network's input, if the
// number of classes or the task does not fit the loss, or if labels are missing. The message names both sides and what
// to change.
Result<TargetSource> chooseTarget(const StepGraph& step, const DatasetInfo& data, const TensorType& samples);

// BatchLoaderOptions::target for the result of chooseTarget(); rank 0 if it does not matter.
Shape wantedTarget(TargetSource source, const StepGraph& step);

// Returns the target of `batch` as `type`. Mixed samples train on soft labels but are evaluated on whole labels: if
// soft labels were chosen and `type` holds whole numbers, the labels are the target.
Tensor makeTarget(TargetSource source, const TensorType& type, const Batch& batch);

// Requests from a generating source the samples and targets that `step` needs.
void askForFeeds(const StepGraph& step, SourceRequest& request);

// Sets the feeds of `step` that a batch provides: samples, target, lengths, and which rows continue the previous batch.
// `executor` runs that step. `streams` is null if rows are independent or if all rows continue. Several inputs get
// their parts as matchParts() decides. InvalidArgument: the batch has no part for an input.
Status bindBatch(const StepGraph& step, TargetSource source, const Batch& batch, const SampleStreams* streams,
                 Executor& executor);

}  // namespace fovea
