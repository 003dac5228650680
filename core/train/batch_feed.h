// Why: what a data set holds and what a network asks for are matched once, in words, before a run begins; after that
// each batch becomes the inputs of a step.
#pragma once
#include "core/data/batch_loader.h"
#include "core/train/training_graph.h"

namespace fovea {

// What the loss compares with, made from a batch.
enum class TargetSource {
  None,
  Labels,   // i32 [N]
  Numbers,  // f32 [N] or [N, 1]: the label as a number
  OneHot,   // f32 [N, classes]: 1 at the label, else 0
  Images,   // f32 [N, ...sampleShape]: the input itself, to be reproduced
};

// `samples` is the type of one sample as the loader gives it. InvalidArgument when they do not fit the network's input, its classes not the network's, its labels
// not the loss, or labels are missing: both sides are named, with what to change.
Result<TargetSource> chooseTarget(const StepGraph& step, const DatasetInfo& data, const TensorType& samples);

// The target of `batch` as `type`.
Tensor makeTarget(TargetSource source, const TensorType& type, const Batch& batch);

}  // namespace fovea
