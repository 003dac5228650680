// Why: stores the whole state of a run in one file, so that a resumed run gives the same numbers as an uninterrupted
// one. The file is safetensors: weights under their own names for other tools, optimizer and metric state, and the rest
// as JSON in the metadata.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/data/store/data_fingerprint.h"
#include "core/data/transforms/transform.h"
#include "core/network/network.h"
#include "core/tensor/safetensors.h"
#include "core/train/training_settings.h"

namespace fovea {

// The sum of a metric over samples: a number, or the counts from which its value is computed.
struct MetricSum {
  std::string name;
  std::vector<double> values;
};

// A run's progress. Sums are over the samples of the epoch so far.
struct TrainingPosition {
  std::int64_t epoch = 0;            // completed epochs
  std::int64_t step = 0;             // training steps of the whole run
  std::int64_t sample = 0;           // samples processed in the current epoch
  std::vector<MetricSum> sums;       // of the loss and the metrics
  std::int64_t intervalSamples = 0;  // those of them whose sums are still on the device
  double seconds = 0;                // training time so far
  // The best epoch so far; 0: none. See EpochRecord::best.
  double bestValidationAccuracy = -1;
  double bestValidationLoss = 0;
  double bestValue = 0;  // of the deciding metric, if there is one
  std::int64_t bestEpoch = 0;
  // Batches and samples with accumulated gradients not yet applied, and the number of weight averaging updates.
  std::int64_t gatheredBatches = 0;
  std::int64_t gatheredSamples = 0;
  std::int64_t averages = 0;
  // The learning rate that a person set during the run, and its factor on the schedule; see steeredRate().
  double rateFactor = 1;
  double rateSet = 0;               // 0: none was set
  double lastRate = 0;              // the previous step's learning rate
  std::int64_t scheduleShift = 0;   // added to `step` when evaluating the schedule, since the batch size changed
  std::int64_t changes = 0;         // number of settings changed by a person
  // Set if the run was resumed with another number of epochs, which is the last of `changes` then. Not stored.
  std::optional<std::int64_t> epochsSet{};
  std::int64_t validatedStep = -1;  // step of the last validation; -1: none, or unknown
  bool validating = false;          // a validation is under way, or about to begin
  // Early stopping: the score to beat (see Checkpoint::score) and the number of validations since it was reached.
  std::optional<double> scoreToBeat{};
  std::int64_t withoutProgress = 0;
  bool stoppedEarly = false;
};

struct Checkpoint {
  Network network;
  TrainingSettings settings;
  TrainingPosition position;
  TransformList transforms;  // from a sample to the network's input
  // Of one sample as stored in the data set, before any transform; rank 0 in checkpoints of earlier versions. If
  // samples differ in size, the largest extents.
  TensorType samples;
  bool uniformSamples = true;
  ImageForm images{};  // how image files became these samples; the defaults in checkpoints of earlier versions
  // For samples with several parts: the name of the main input, and the other parts with the statistics that the
  // network was trained with. Empty if the input is the only part.
  std::string inputName{};
  std::vector<DataPart> parts{};
  std::vector<std::string> classes;
  std::string dataset;                    // folder of the training data, as given
  std::optional<DataFingerprint> data{};  // missing in checkpoints of earlier versions
  // Results of the last validation; negative if there was none.
  double validationLoss = -1;
  double validationAccuracy = -1;
  // The deciding metric, negated if lower is better; nothing: the weights were not validated.
  std::optional<double> score{};
  std::vector<std::pair<std::string, Tensor>> tensors;

  const Tensor* find(const std::string& name) const;
  // The weights to use for a variable: its average if the settings ask for it and there is one, else the variable.
  const Tensor* findWeight(const std::string& variable) const;
};

// Returns how samples enter the network and what its answers mean, as checkpoints store it: "transforms", "samples",
// "classes", "input_name" and "parts".
Json preparationToJson(const Checkpoint& checkpoint);
// Reads the members that preparationToJson() writes; missing ones leave the checkpoint as it is. Fails with Corrupt or
// InvalidArgument, naming the fault, and then changes nothing.
Status readPreparation(const Json& json, Checkpoint& checkpoint);

// Atomic; after NoSpace or PermissionDenied the former file is unchanged.
Status writeCheckpoint(const std::filesystem::path& path, const Checkpoint& checkpoint);
// Corrupt, NewerVersion, NotFound with the file's name.
Result<Checkpoint> readCheckpoint(const std::filesystem::path& path);

}  // namespace fovea
