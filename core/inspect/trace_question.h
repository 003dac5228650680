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

// A Look. The loss compares with the sample's class, or with the predicted one if that is unknown. Fails like
// requestedSample(), NetworkTracer::trace() and readCheckpoint().
Result<TraceAnswer> traceSample(const InspectionEngine::Desk& desk, const InspectionRequest& request);

}  // namespace fovea
