// Why: the learning rate of every step is a pure function of the settings, so that a plot, a resumed run and a test
// agree on it.
#pragma once
#include "core/train/training_settings.h"

namespace fovea {

// The learning rate of step `step` (0-based, over the whole run) when an epoch has `stepsPerEpoch` steps. With rate r,
// factor f, gamma g, power p, and i of n steps (counted from the end of the warm-up, if there is one):
//   fixed: r                                       step: r · f^floor(epoch / period)
//   multistep: r · f^(how many of the epochs given are over)
//   exponential: r · f^(i / stepsPerEpoch)          inverse: r · (1 + g · i)^(−p)
//   polynomial: r · (1 − i / n)^p                   sigmoid: r / (1 + exp(−g · (i − centre)))
//   cosine: r · (final + (1 − final) · (1 + cos(π · i / n)) / 2)
//   one_cycle: half a cosine from start · r up to r in the share `rise` of the run, then half a cosine down to final ·
//   r
// "step" and "multistep" count the epochs of the run. In the warm-up of w steps: the schedule's first rate times
// start + (1 − start) · i / w. Sources: Caffe's lr_policy (fixed, step, multistep, exp with the factor by epoch, inv,
// poly, sigmoid), Loshchilov and Hutter 2017 (cosine), Smith and Topin 2018 (one cycle), Goyal et al. 2017 (warm-up).
double scheduledLearningRate(const TrainingSettings& settings, std::int64_t step, std::int64_t stepsPerEpoch);

// A person may set the rate during a run: from then on it is the schedule times a factor. That factor is huge where the
// schedule was nearly zero (the first steps of a warm-up), so the rate stays below `rateSet`, what the person set, or
// what the schedule itself says, whichever is more. `scheduled` is scheduledLearningRate() of the step.
double steeringFactor(const TrainingSettings& settings, double scheduled, double rate);
// `rateSet` 0: none was set, or an earlier version did not keep it; then the factor alone counts.
double steeredRate(const TrainingSettings& settings, double scheduled, double factor, double rateSet);

}  // namespace fovea
