// Why: before a run begins, some steps of it say which learning rate suits it, and what time and memory it will take.
#pragma once
#include "app/cli/command.h"
#include "core/train/trainer.h"

namespace fovea::cli {

// Prints the results of a trial with a rising learning rate.
Status findRate(Context& context, TrainingPlan plan, const DeviceTeam& devices);
// Prints the estimated time and size of the run, measured over a few steps.
Status printEstimate(Context& context, const TrainingPlan& plan, const DeviceTeam& devices);

}  // namespace fovea::cli
