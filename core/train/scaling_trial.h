// Why: beside the planner's formulas, a person wants to see what several ranks really reach on this machine.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "core/train/trainer.h"

namespace fovea {

struct ScalingTrialOptions {
  int ranks = 2;
  double seconds = 5;  // of measured steps, after two that warm up
  CancelToken cancel{};
  std::function<void()> progress{};  // called after each step, on the calling thread
};

// The processor for each rank, or as many devices from the first one of `device` on: "cuda:0,cuda:1". Errors of
// deviceNames().
Result<std::string> rankDevices(std::string_view device, int ranks);

// Trains a copy of the plan's network with ranks that are threads of this process, and returns the median time of a
// step. They share the threads of the processor, or use as many devices from the one on that the settings name. Fails
// as openDevices(), Trainer::create() and advance(); Cancelled.
Result<double> measureRanks(const TrainingPlan& plan, const BackendRegistry& backends,
                            const ScalingTrialOptions& options);

}  // namespace fovea
