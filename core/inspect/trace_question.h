// Why: tracing a sample is a question to the inspection engine like any other.
#pragma once
#include "core/inspect/layer_arithmetic.h"
#include "core/inspect/questions.h"

namespace fovea {

struct TraceAnswer {
  InspectionRequest request;
  NetworkTrace trace;
  std::optional<std::string> truth;
};

// Returns the target of the network's loss for one sample, in the loss's type for a batch of one: its mask, boxes,
// numbers, next symbols, … after the checkpoint's transforms. Undefined if the data set has no such target, or if only
// a fraction of each sample is valid. Fails like readCheckpoint() and BatchMaker::fill().
Result<Tensor> targetOfSample(const Checkpoint& checkpoint, const Dataset& dataset, Split split, std::int64_t index);

// A Look. A loss for one label uses the sample's class, or the predicted class if that is unknown; any other loss uses
// the sample's target, see targetOfSample(). Fails like requestedSample(), NetworkTracer::trace() and readCheckpoint().
Result<TraceAnswer> traceSample(const InspectionEngine::Desk& desk, const InspectionRequest& request);

}  // namespace fovea
