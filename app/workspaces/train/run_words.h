// Why: translates core's texts about the time of a step and the initial weights of a run.
#pragma once
#include <QString>

#include "core/train/starting_weights.h"
#include "core/train/step_times.h"
#include "core/worker/worker.h"

namespace fovea {

// Translates workerStateTitle(): "Training", "Paused".
QString workerStateWords(WorkerState state);
// Translates stepWaitText(): "Compute 91 %, data 3 %, host 6 %: the device is kept busy." Empty without steps.
QString stepWaitWords(const StepTimes& times, int loaderThreads);
// Translates startingWords(): "Begins with 8 of 10 weights of the checkpoint; fresh: …".
QString startingWeightsWords(const StartingWeights& weights);

}  // namespace fovea
