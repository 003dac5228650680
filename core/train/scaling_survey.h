// Why: the scaling planner's formulas need the time of a step and the size of the gradients. Terminal and window
// measure both in the same way, and compare the prediction with what several ranks reach on this machine.
#pragma once
#include <optional>
#include <vector>

#include "core/backends/device.h"
#include "core/train/scaling_plan.h"
#include "core/train/trainer.h"

namespace fovea {

struct ScalingRequest {
  // Batch and bytes are those of the trial. If stepSeconds is 0, a step is measured.
  ScalingInput input{};
  std::vector<int> ranks{};  // also trains with these numbers of ranks
  std::vector<int> offered{};  // asks which of these numbers of ranks could be measured here
  double seconds = 5;          // length of each measurement
  // Called after each measured step, on the calling thread: what is measured, and how much of the time is over.
  ProgressFunction progress{};
};

// The speed that some ranks reached on this machine.
struct MeasuredRanks {
  int ranks = 1;
  double stepSeconds = 0;
  double speedup = 0;  // against one device, which on a processor uses all threads
};

struct ScalingSurvey {
  ScalingInput input;  // complete, so that planScaling() can be repeated with other links and devices
  std::vector<ScalingRow> rows;
  std::vector<MeasuredRanks> measured;
  std::vector<int> possible;  // those of ScalingRequest::offered that can train here, see possibleRanks()
  std::optional<Error> stopped;  // why no further ranks were measured after the last of `measured`
};

// The plan of a trial on batches of random numbers, so that neither reading samples nor the values of a data set affect
// the measured time. Of the settings, it keeps those that determine the work of a step.
TrainingPlan scalingTrial(Network network, TrainingSettings settings, const CancelToken& cancel);

// Measures and plans. Uses the first device that the plan's settings name, and for ranks those after it. Rejects
// invalid values before measuring. Errors as planScaling(), estimateRun() and, for the first ranks, measureRanks();
// Cancelled.
Result<ScalingSurvey> surveyScaling(const TrainingPlan& trial, const BackendRegistry& backends,
                                    const ScalingRequest& request);

// Returns those of `wanted` that can train on this machine: their number divides the batch and its micro-batches, and
// on GPUs there are as many from the first one on that the settings name. Asks the backend for its devices, which may
// take a moment.
std::vector<int> possibleRanks(const TrainingSettings& settings, const BackendRegistry& backends,
                               const std::vector<int>& wanted);

// Powers of two from 1 to the smaller of `most` and `batch`, and that number itself.
std::vector<int> devicesToPlan(int most, std::int64_t batch);

}  // namespace fovea
