// Why: what a data set holds and what a network asks for are matched once, in words, before a run begins; after that
// each batch becomes the inputs of a step.
#pragma once
#include "core/data/batch_loader.h"
#include "core/train/sample_streams.h"
#include "core/train/training_graph.h"

namespace fovea {

// What the loss compares with, made from a batch.
enum class TargetSource {
  None,
  Labels,   // i32 [N]
  Numbers,  // f32 [N] or [N, 1]: the label as a number
  OneHot,   // f32 [N, classes]: 1 at the label, else 0; shares of several labels where samples are mixed
  Images,   // f32 [N, ...sampleShape]: the input itself, to be reproduced
  Batch,    // what the samples have beside their inputs: see TargetPlan
};

// What the samples of `data` are: "images of 1×28×28", "rows of 64 symbols".
std::string samplesWords(const DatasetInfo& data);

// `samples` is the type of one sample as the loader gives it. InvalidArgument when they do not fit the network's input,
// its classes not the network's, its task not the loss, or labels are missing: both sides are named, with what to
// change.
Result<TargetSource> chooseTarget(const StepGraph& step, const DatasetInfo& data, const TensorType& samples);

// BatchLoaderOptions::target for what chooseTarget() said: of rank 0 where it does not matter.
Shape wantedTarget(TargetSource source, const StepGraph& step);

// The target of `batch` as `type`. Mixed samples are trained on shares of labels, but judged by whole labels: where
// shares were chosen and `type` is of whole numbers, the labels are the target.
Tensor makeTarget(TargetSource source, const TensorType& type, const Batch& batch);

// Sets the feeds of `step` that a batch fills: samples, target, lengths, and which rows go on from the batch before.
// `executor` runs that step; `streams` is null where rows have nothing to do with each other.
Status bindBatch(const StepGraph& step, TargetSource source, const Batch& batch, const SampleStreams* streams,
                 Executor& executor);

}  // namespace fovea
