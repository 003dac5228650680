// Why: what core says in English of a step's time and of the weights a run begins with, said in the program's language.
#pragma once
#include <QString>

#include "core/train/starting_weights.h"
#include "core/train/step_times.h"
#include "core/worker/worker.h"

namespace fovea {

// The translated workerStateTitle(): "Training", "Paused".
QString workerStateWords(WorkerState state);
// As stepWaitText(): "Compute 91 %, data 3 %, host 6 %: the device is kept busy." Empty without steps.
QString stepWaitWords(const StepTimes& times, int loaderThreads);
// As startingWords(), of the checkpoint chosen in the form: "Begins with 8 of 10 weights of the checkpoint; fresh: …".
QString startingWeightsWords(const StartingWeights& weights);

}  // namespace fovea
