// Why: everything that decides how a run goes, as one value: the form, the command line, JSON and the run's record read
// it.
#pragma once
#include <cstdint>
#include <string>

#include "core/base/schema.h"

namespace fovea {

struct TrainingSettings {
  std::int64_t epochs = 10;
  std::int64_t batch = 64;
  double learningRate = 0.01;
  double momentum = 0.9;
  bool nesterov = false;
  double weightDecay = 0.0005;
  std::string schedule = "fixed";    // "fixed", "step"
  double scheduleFactor = 0.1;       // of "step": the rate is multiplied by this …
  std::int64_t schedulePeriod = 5;   // … each time so many epochs have passed
  std::int64_t logInterval = 10;     // steps between two points of the training curves
  std::int64_t keepCheckpoints = 3;  // the last so many are kept, and the best
  std::int64_t seed = 1;
  std::string device = "cpu";
};

// Titles, help and ranges of the fields above, in the order of a form.
const TypedSchema<TrainingSettings>& trainingSettingsSchema();

// The learning rate of step `step` (0-based, over the whole run) when an epoch has `stepsPerEpoch` steps.
// "step" is Caffe's step policy with the period in epochs: rate × factor^floor(epoch / period).
double scheduledLearningRate(const TrainingSettings& settings, std::int64_t step, std::int64_t stepsPerEpoch);

}  // namespace fovea
