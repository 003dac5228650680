// Why: the training loop, one step at a time, so that whoever drives it (worker, terminal, test) can pause, look and
// stop between any two steps.
#pragma once
#include <memory>
#include <optional>

#include "core/backends/executor.h"
#include "core/data/dataset.h"
#include "core/train/checkpoint.h"

namespace fovea {

// A point of the training curves: means over the last `logInterval` steps.
struct MetricPoint {
  std::int64_t step = 0;  // steps done, including this one
  double epoch = 0;       // epochs done, as a fraction
  double loss = 0;
  double accuracy = 0;
  double learningRate = 0;
};

// What a complete epoch gave.
struct EpochRecord {
  std::int64_t epoch = 0;  // 1-based
  std::int64_t step = 0;
  double trainLoss = 0;
  double trainAccuracy = 0;
  double validationLoss = 0;      // not a number when the data set has no validation split
  double validationAccuracy = 0;  // likewise
  double learningRate = 0;
  double seconds = 0;  // of this epoch, validation included
  bool best = false;   // the highest validation accuracy so far
};

struct TrainingUpdate {
  std::optional<MetricPoint> point;
  std::optional<EpochRecord> epoch;  // after the epoch's validation
  bool finished = false;             // all epochs are done
};

struct TrainingPlan {
  Network network;
  TrainingSettings settings;
  std::shared_ptr<Dataset> dataset;
  std::string datasetPath;
};

// One run on one device. Not thread-safe: one thread drives it.
class Trainer {
 public:
  // InvalidArgument: the network is not ready, does not fit the data set (both shapes, or class counts, are named), or
  // the batch is larger than the data set. Also any error of Executor::compile.
  static Result<std::unique_ptr<Trainer>> create(const TrainingPlan& plan, std::shared_ptr<Device> device);
  // Goes on exactly where the checkpoint was taken.
  static Result<std::unique_ptr<Trainer>> resume(const TrainingPlan& plan, const Checkpoint& checkpoint,
                                                 std::shared_ptr<Device> device);
  ~Trainer();

  // One batch of training, or one batch of the validation that ends an epoch. A loss that is not a number is an error
  // (InvalidArgument) that names the step; nothing of the run is lost.
  Result<TrainingUpdate> advance();
  // The state between two calls of advance(). During a validation: as it was before the validation began.
  Result<Checkpoint> checkpoint() const;
  bool inValidation() const;

  // From the next step on; kept over the schedule as a factor.
  void setLearningRate(double rate);
  double learningRate() const;
  // May be raised or lowered during the run.
  void setEpochs(std::int64_t epochs);

  const TrainingPosition& position() const;
  const TrainingSettings& settings() const;
  std::int64_t stepsPerEpoch() const;
  std::int64_t samplesPerEpoch() const;
  const ExecutorReport& memory() const;  // of the training step

 private:
  struct State;
  explicit Trainer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fovea
