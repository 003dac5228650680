// Why: before a run of hours begins, a person wants to know how long it will take and whether it fits. Some of its
// steps say so better than any formula.
#pragma once
#include <functional>
#include <memory>

#include "core/train/trainer.h"

namespace fovea {

struct RunEstimateOptions {
  std::int64_t steps = 20;       // to measure at most, after two that warm up
  std::int64_t validations = 5;  // batches of validation to measure at most
  double mostSeconds = 5;        // for the steps; one is measured in any case
  // Called after each batch with a fraction of the work that is done, on the calling thread.
  std::function<void(double)> progress{};
};

struct RunEstimate {
  double secondsPerStep = 0;           // the median
  double secondsPerValidation = 0;     // of one batch; 0: nothing is validated
  std::int64_t steps = 0;              // of the whole run
  std::int64_t validationBatches = 0;  // likewise
  double seconds = 0;                  // of the whole run, without checkpoints
  double secondsPerEpoch = 0;
  std::uint64_t memoryBytes = 0;      // on the device, as planned
  std::uint64_t checkpointBytes = 0;  // of one checkpoint
  StepTimes times{};                  // of the measured steps
  int loaderThreads = 0;
};

// Trains a copy of the plan's network for some steps and discards it. Errors of Trainer::create() and advance(), which
// are those that the run would meet; Cancelled: plan.cancel was set.
Result<RunEstimate> estimateRun(TrainingPlan plan, const DeviceTeam& devices, const RunEstimateOptions& options = {});

}  // namespace fovea
