// Why: the learning rate of every step is a pure function of the settings, so that plots, resumed runs and tests agree
// on it.
#pragma once
#include "core/train/training_settings.h"

namespace fovea {

// The learning rate of step `step` (0-based, over the whole run) for `stepsPerEpoch` steps per epoch. With rate r,
// factor f, gamma g, power p, and i of n steps (counted from the end of the warm-up, if there is one):
//   fixed: r                                       step: r · f^floor(epoch / period)
//   multistep: r · f^(number of the given epochs that are over)
//   exponential: r · f^(i / stepsPerEpoch)          inverse: r · (1 + g · i)^(−p)
//   polynomial: r · (1 − i / n)^p                   sigmoid: r / (1 + exp(−g · (i − centre)))
//   cosine: r · (final + (1 − final) · (1 + cos(π · i / n)) / 2)
//   one_cycle: half a cosine from start · r up to r in the fraction `rise` of the run, then half a cosine to final · r
// "step" and "multistep" count the epochs of the run. In the warm-up of w steps: the schedule's first rate times
// start + (1 − start) · i / w. Sources: Caffe's lr_policy (fixed, step, multistep, exp with the factor by epoch, inv,
// poly, sigmoid), Loshchilov and Hutter 2017 (cosine), Smith and Topin 2018 (one cycle), Goyal et al. 2017 (warm-up).
double scheduledLearningRate(const TrainingSettings& settings, std::int64_t step, std::int64_t stepsPerEpoch);

// A person may set the rate during a run. It then equals the schedule times a factor. That factor is huge if the
// schedule was nearly zero (first steps of a warm-up), so the rate never exceeds the larger of `rateSet`, which the
// person set, and the schedule's own rate. `scheduled` is scheduledLearningRate() of the step.
double steeringFactor(const TrainingSettings& settings, double scheduled, double rate);
// `rateSet` 0: no rate was set, or an earlier version did not store it; then the factor alone applies.
double steeredRate(const TrainingSettings& settings, double scheduled, double factor, double rateSet);

}  // namespace fovea
