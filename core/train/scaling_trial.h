// Why: beside the planner's formulas, a person wants to see what several ranks really reach on this machine.
#pragma once
#include "core/train/trainer.h"

namespace fovea {

struct ScalingTrialOptions {
  int ranks = 2;
  double seconds = 5;  // of measured steps, after two that warm up
  CancelToken cancel{};
};

// Trains a copy of the plan's network with ranks that are threads of this process, and returns the median time of a
// step. All ranks use the device that the settings name; ranks on one processor share its threads. Fails as
// Trainer::create() and advance(); Cancelled.
Result<double> measureRanks(const TrainingPlan& plan, const BackendRegistry& backends,
                            const ScalingTrialOptions& options);

}  // namespace fovea
