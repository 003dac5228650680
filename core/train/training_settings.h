// Why: all settings of a run as one value, which the form, the command line, JSON and the run's record read.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/schema.h"

namespace fovea {

// A step is one batch. With gradient accumulation, weights change only in some steps.
struct TrainingSettings {
  std::int64_t epochs = 10;
  std::int64_t batch = 64;
  std::int64_t accumulation = 1;  // batches per weight update
  std::int64_t microBatches = 1;  // per batch, see StepShare; a power of two

  std::string optimizer = "sgd";  // see core/train/optimizer.h
  double learningRate = 0.01;
  double momentum = 0.9;  // for "sgd" and "rmsprop"
  bool nesterov = false;
  double beta1 = 0.9;    // decay rate of the mean gradient: "adam", "adamw", "lamb"
  double beta2 = 0.999;  // decay rate of the mean squared gradient
  double rho = 0.9;      // decay rate of the mean square: "rmsprop", "adadelta"
  bool centred = false;  // for "rmsprop"
  double epsilon = 1e-8;
  double weightDecay = 0.0005;
  bool decayAll = false;          // decays biases and normalisation too
  std::string clipping = "none";  // "norm", "value"
  double clipLimit = 1;

  std::string schedule = "fixed";                        // see scheduledLearningRate()
  double scheduleFactor = 0.1;                           // for "step", "multistep", "exponential"
  std::int64_t schedulePeriod = 5;                       // for "step", in epochs
  std::vector<std::int64_t> scheduleEpochs{30, 60, 90};  // for "multistep"
  double scheduleGamma = 0.0001;                         // for "inverse", "sigmoid"
  double schedulePower = 0.75;                           // for "inverse", "polynomial"
  std::int64_t scheduleCentre = 10000;                   // for "sigmoid", in steps
  double scheduleFinal = 0;                              // for "cosine", "one_cycle": final fraction of the rate
  double scheduleRise = 0.3;                             // for "one_cycle": fraction of the run with rising rate
  double scheduleStart = 0.04;                           // for "one_cycle": initial fraction of the rate
  double warmupEpochs = 0;
  double warmupStart = 0.1;  // fraction of the rate in the first step

  std::string averaging = "none";  // "exponential", "uniform"
  double averageDecay = 0.999;
  std::int64_t averageStart = 0;  // completed epochs before averaging starts
  bool useAverage = true;         // in validation, and wherever a checkpoint's weights are used

  bool normOverRanks = false;     // batch norm uses the samples of all ranks
  bool exact = false;             // forbids algorithms that trade rounding for speed
  std::int64_t memoryLimit = 0;   // limit in megabytes for intermediates, met by recomputing some; 0: none
  std::string precision = "f32";  // "bf16", "f16": of the computation; weights stay f32

  std::string bestMetric{};  // the validation metric that decides what is best; empty: the one the loss declares
  std::string validationUnit = "epochs";  // "steps"
  std::int64_t validationEvery = 1;       // the end of a run is always validated
  std::int64_t stopPatience = 0;          // validations without progress before the run stops; 0: never
  double stopMinimum = 0;                 // the smallest change of the deciding metric that counts as progress

  std::string checkpointUnit = "epochs";  // "steps", "minutes"
  std::int64_t checkpointEvery = 1;       // the best and the final state are always saved
  std::int64_t keepLast = 0;              // checkpoints; 0: as many as checkpointSpace allows
  std::int64_t keepBest = 1;
  std::int64_t keepEvery = 0;  // epochs; 0: off

  std::int64_t logInterval = 10;        // steps per point of the training curves
  std::int64_t histogramEvery = 0;      // steps or epochs from one record of the layers to the next; 0: none
  std::string histogramUnit = "steps";  // "epochs"
  std::int64_t checkpointSpace = 1000;  // megabytes per run; the best and the last checkpoint always stay
  std::int64_t seed = 1;
  std::string device = "cpu";
};

// Titles, help and ranges of the fields above, in the order and the sections (Field::group) of a form.
const TypedSchema<TrainingSettings>& trainingSettingsSchema();
// The sections whose settings are rarely changed.
std::vector<std::string> rareSettingsSections();

}  // namespace fovea
