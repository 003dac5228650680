// Why: the numbers of a sample are asked of the inspection engine like every other question.
#pragma once
#include "core/inspect/layer_arithmetic.h"
#include "core/inspect/questions.h"

namespace fovea {

struct TraceAnswer {
  InspectionRequest request;
  NetworkTrace trace;
  std::optional<std::string> truth;
};

// Returns the target that the network's loss compares with for one sample, in the loss's type for a batch of one: its
// mask, boxes, numbers, next symbols, … after the checkpoint's transforms. The tensor is undefined where the data set has nothing that the loss
// could compare with, or where only a part of each sample counts. Fails like readCheckpoint() and BatchMaker::fill().
Result<Tensor> targetOfSample(const Checkpoint& checkpoint, const Dataset& dataset, Split split, std::int64_t index);

// A Look. The loss compares with the sample's class, or with the predicted one if that is unknown; any other loss with
// the sample's target, see targetOfSample(). Fails like
// requestedSample(), NetworkTracer::trace() and readCheckpoint().
Result<TraceAnswer> traceSample(const InspectionEngine::Desk& desk, const InspectionRequest& request);

}  // namespace fovea
