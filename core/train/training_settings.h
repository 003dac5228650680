// Why: everything that decides how a run goes, as one value: the form, the command line, JSON and the run's record read
// it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/schema.h"

namespace fovea {

// A step is one batch. Where gradients are accumulated, weights change only in some steps.
struct TrainingSettings {
  std::int64_t epochs = 10;
  std::int64_t batch = 64;
  std::int64_t accumulation = 1;  // batches whose gradients make one update

  std::string optimizer = "sgd";  // see core/train/optimizer.h
  double learningRate = 0.01;
  double momentum = 0.9;  // of "sgd" and "rmsprop"
  bool nesterov = false;
  double beta1 = 0.9;    // of the mean gradient: "adam", "adamw", "lamb"
  double beta2 = 0.999;  // of its square
  double rho = 0.9;      // of the mean square: "rmsprop", "adadelta"
  bool centred = false;  // of "rmsprop"
  double epsilon = 1e-8;
  double weightDecay = 0.0005;
  bool decayAll = false;          // of biases and normalisation too
  std::string clipping = "none";  // "norm", "value"
  double clipLimit = 1;

  std::string schedule = "fixed";                        // see scheduledLearningRate()
  double scheduleFactor = 0.1;                           // of "step", "multistep", "exponential"
  std::int64_t schedulePeriod = 5;                       // of "step", in epochs
  std::vector<std::int64_t> scheduleEpochs{30, 60, 90};  // of "multistep"
  double scheduleGamma = 0.0001;                         // of "inverse", "sigmoid"
  double schedulePower = 0.75;                           // of "inverse", "polynomial"
  std::int64_t scheduleCentre = 10000;                   // of "sigmoid", in steps
  double scheduleFinal = 0;                              // of "cosine", "one_cycle": the share of the rate at the end
  double scheduleRise = 0.3;                             // of "one_cycle": the share of the run that the rate rises
  double scheduleStart = 0.04;                           // of "one_cycle": the share of the rate at the beginning
  double warmupEpochs = 0;
  double warmupStart = 0.1;  // the share of the rate in the first step

  std::string averaging = "none";  // "exponential", "uniform"
  double averageDecay = 0.999;
  std::int64_t averageStart = 0;  // complete epochs before the first weights are taken into the average
  bool useAverage = true;         // to validate, and wherever a checkpoint's weights are used

  bool exact = false;             // no algorithms that trade rounding for speed
  std::int64_t memoryLimit = 0;   // megabytes of intermediates to try to keep to by computing some twice; 0: none
  std::string precision = "f32";  // "bf16", "f16": of what is computed; weights stay f32

  std::int64_t logInterval = 10;        // steps between two points of the training curves
  std::int64_t checkpointSpace = 1000;  // megabytes of checkpoints that a run keeps; the best and the last always stay
  std::int64_t seed = 1;
  std::string device = "cpu";
};

// Titles, help and ranges of the fields above, in the order of a form.
const TypedSchema<TrainingSettings>& trainingSettingsSchema();

}  // namespace fovea
