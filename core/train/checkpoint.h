// Why: the whole state of a run in one file, so that resuming gives the same numbers as never having stopped. One
// safetensors file: the weights under their own names, so that other tools read them; optimizer and metric state beside
// them; the rest as JSON in the file's metadata.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/data_fingerprint.h"
#include "core/data/transform.h"
#include "core/network/network.h"
#include "core/tensor/safetensors.h"
#include "core/train/training_settings.h"

namespace fovea {

// The sum of a metric over samples: a number, or the counts that its value follows from.
struct MetricSum {
  std::string name;
  std::vector<double> values;
};

// Where a run is. Sums are over the samples of the epoch so far.
struct TrainingPosition {
  std::int64_t epoch = 0;            // complete epochs
  std::int64_t step = 0;             // training steps done in the whole run
  std::int64_t sample = 0;           // samples done in the current epoch
  std::vector<MetricSum> sums;       // of the loss and the metrics
  std::int64_t intervalSamples = 0;  // of them, those whose sums are still on the device
  double seconds = 0;                // of training so far
  // Of the best epoch so far; 0: there is none. See EpochRecord::best.
  double bestValidationAccuracy = -1;
  double bestValidationLoss = 0;
  double bestValue = 0;  // of the metric that decides, where one does
  std::int64_t bestEpoch = 0;
  // Batches and samples whose gradients wait for their update, and how often weights were taken into their average.
  std::int64_t gatheredBatches = 0;
  std::int64_t gatheredSamples = 0;
  std::int64_t averages = 0;
  // A learning rate that a person set during the run, and the factor on the schedule that it was; see steeredRate().
  double rateFactor = 1;
  double rateSet = 0;   // 0: none was set
  double lastRate = 0;  // the learning rate of the step before
};

struct Checkpoint {
  Network network;
  TrainingSettings settings;
  TrainingPosition position;
  TransformList transforms;  // from a sample to the network's input
  // Of one sample as the data set stores it, before any transform; of rank 0 in checkpoints of earlier versions. Where
  // samples differ in size, the largest extents.
  TensorType samples;
  bool uniformSamples = true;
  std::vector<std::string> classes;
  std::string dataset;                    // folder the run was trained on, as given
  std::optional<DataFingerprint> data{};  // not known in checkpoints of earlier versions
  // What the last validation said; negative when there was none.
  double validationLoss = -1;
  double validationAccuracy = -1;
  std::vector<std::pair<std::string, Tensor>> tensors;

  const Tensor* find(const std::string& name) const;
  // What the network's variable is to be used with: its average where the settings say so and there is one, else
  // itself.
  const Tensor* findWeight(const std::string& variable) const;
};

// Atomic; NoSpace and PermissionDenied leave the former file as it was.
Status writeCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
// Corrupt, NewerVersion, NotFound with the file's name.
Result<Checkpoint> readCheckpoint(const std::filesystem::path& path);

}  // namespace fovea
