// Why: a person who looks for a fault steps through one batch layer by layer, forward and then backward, and looks at
// each tensor. A trace records all of them beside the step: the run computes the same numbers with and without it.
// Thread-safety: values.
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/train/statistics.h"

namespace fovea {

struct TracedTensor {
  std::string name;  // "output", "gradient of the output", "gradient of conv1.weight"
  Shape shape;       // of the whole batch
  Statistics statistics;
  Histogram histogram;
  // Of an output or its gradient the first sample, of a weight's gradient all of it.
  Tensor values;
};

// What one layer computes in one direction.
struct TraceStage {
  std::string layer;
  bool backward = false;
  std::vector<TracedTensor> tensors;
};

struct StepTrace {
  std::int64_t step = 0;  // steps done, with the one that was traced
  double loss = std::numeric_limits<double>::quiet_NaN();
  std::vector<TraceStage> stages;  // forward in the order of computation, then backward in the opposite order
  std::optional<Error> error;      // why nothing could be recorded
};

// "step 12 · relu1 backward · gradient of the output [64, 20, 24, 24]: mean 0.0013 ± 0.02, from −0.1 to 0.3, 51.2 %
// zeros".
std::string traceText(const StepTrace& trace, const TraceStage& stage, const TracedTensor& tensor);

}  // namespace fovea
