// Why: the whole state of a run in one file, so that resuming gives the same numbers as never having stopped. One
// safetensors file: the weights under their own names, so that other tools read them; optimizer and metric state beside
// them; the rest as JSON in the file's metadata.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/transform.h"
#include "core/network/network.h"
#include "core/tensor/safetensors.h"
#include "core/train/training_settings.h"

namespace fovea {

// Where a run is. Sums are over the samples of the epoch so far.
struct TrainingPosition {
  std::int64_t epoch = 0;   // complete epochs
  std::int64_t step = 0;    // training steps done in the whole run
  std::int64_t sample = 0;  // samples done in the current epoch
  double lossSum = 0;
  double correctSum = 0;
  std::int64_t intervalSamples = 0;  // of them, those whose sums are still on the device
  double seconds = 0;                // of training so far
  double bestValidationAccuracy = -1;
  std::int64_t bestEpoch = 0;
  // A learning rate that a person set during the run, as a factor on the schedule.
  double rateFactor = 1;
  double lastRate = 0;  // the learning rate of the step before
};

struct Checkpoint {
  Network network;
  TrainingSettings settings;
  TrainingPosition position;
  TransformList transforms;  // from a sample to the network's input
  std::vector<std::string> classes;
  std::string dataset;  // folder the run was trained on, as given
  // What the last validation said; negative when there was none.
  double validationLoss = -1;
  double validationAccuracy = -1;
  std::vector<std::pair<std::string, Tensor>> tensors;

  const Tensor* find(const std::string& name) const;
};

// Atomic; NoSpace and PermissionDenied leave the former file as it was.
Status writeCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
// Corrupt, NewerVersion, NotFound with the file's name.
Result<Checkpoint> readCheckpoint(const std::filesystem::path& path);

}  // namespace fovea
