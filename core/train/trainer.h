// Why: the training loop, one step at a time, so that whoever drives it (worker, terminal, test) can pause, look and
// stop between any two steps.
#pragma once
#include <memory>
#include <optional>
#include <set>

#include "core/backends/executor.h"
#include "core/base/cancel.h"
#include "core/data/dataset.h"
#include "core/train/checkpoint.h"
#include "core/train/metric_values.h"
#include "core/train/sample_streams.h"

namespace fovea {

// A point of the training curves: means over the last `logInterval` steps.
struct MetricPoint {
  std::int64_t step = 0;  // steps done, including this one
  double epoch = 0;       // epochs done, as a fraction
  double loss = 0;
  double accuracy = 0;  // not a number where the network measures none
  double learningRate = 0;
  MetricValues metrics{};  // besides
};

// What a complete epoch gave.
struct EpochRecord {
  std::int64_t epoch = 0;  // 1-based
  std::int64_t step = 0;
  double trainLoss = 0;
  double trainAccuracy = 0;       // not a number where the network measures none
  double validationLoss = 0;      // not a number when the data set has no validation split
  double validationAccuracy = 0;  // likewise, and where the network measures none
  double learningRate = 0;
  double seconds = 0;  // of this epoch, validation included
  // The best value so far of the metric that the network's loss declares to decide (the highest accuracy where each
  // sample has one label), else the lowest loss; of validation, or of training where nothing validates.
  bool best = false;
  MetricValues trainMetrics{};
  MetricValues validationMetrics{};  // empty when the data set has no validation split
};

struct TrainingUpdate {
  std::optional<MetricPoint> point;
  std::optional<EpochRecord> epoch;  // after the epoch's validation
  bool finished = false;             // all epochs are done
  // The loss is not a number any more. The run is back where it still was one; the error says which op of which layer
  // made the first infinity or not-a-number, in which pass. Whoever drives the run should ask a person before going on.
  std::optional<Error> trouble;
};

struct TrainingPlan {
  Network network;
  TrainingSettings settings;
  std::shared_ptr<Dataset> dataset;
  std::string datasetPath;
  // What the weights begin with where layers and shapes are the same; null: all are drawn. See starting_weights.h.
  std::shared_ptr<const Checkpoint> start{};
  // Looked at while the run is prepared, between its parts, and while the cause of a loss that is no number is
  // searched.
  CancelToken cancel{};
};

// One run on one device. Not thread-safe: one thread drives it.
class Trainer {
 public:
  // InvalidArgument: the network is not ready, takes nothing of what it is to start with, does not fit the data set
  // (both shapes, class counts, or what the loss wants are named), the batch is larger than the data set, or states are
  // to be carried from sample to sample where samples do not follow each other.
  // OutOfMemory names the layer that needs most, the bytes needed and free, and the largest batch that fits. Also any
  // other error of Executor::compile. Cancelled, as the plan says.
  static Result<std::unique_ptr<Trainer>> create(const TrainingPlan& plan, std::shared_ptr<Device> device);
  // Goes on exactly where the checkpoint was taken. InvalidArgument where the data set is not what the run began with,
  // with what is different; checkpoints of earlier versions do not know and are believed.
  static Result<std::unique_ptr<Trainer>> resume(const TrainingPlan& plan, const Checkpoint& checkpoint,
                                                 std::shared_ptr<Device> device);
  ~Trainer();

  // One batch of training, or one batch of the validation that ends an epoch. That the loss is a number is looked at
  // where a point of the curves is due: see TrainingUpdate::trouble. After an error the run cannot go on, but
  // checkpoint() still gives a state that was right.
  Result<TrainingUpdate> advance();
  // The state between two calls of advance(). During a validation: as it was before the validation began. After a batch
  // that failed half-way, where the device no longer answers, and where the loss is no longer a number: as it was last
  // remembered, some seconds ago.
  Result<Checkpoint> checkpoint() const;
  bool inValidation() const;

  // From the next step on; kept over the schedule as a factor, which never lifts the rate above both `rate` and what
  // the schedule itself says then.
  void setLearningRate(double rate);
  double learningRate() const;
  // May be raised or lowered during the run.
  void setEpochs(std::int64_t epochs);

  const TrainingPosition& position() const;
  const TrainingSettings& settings() const;
  const Network& network() const;
  std::int64_t stepsPerEpoch() const;
  std::int64_t samplesPerEpoch() const;
  // How batches follow a text where the network carries states from one to the next; null where they are drawn.
  const SampleStreams* streams() const;
  const ExecutorReport& memory() const;  // of the training step

 private:
  struct State;
  explicit Trainer(std::unique_ptr<State> state);
  Checkpoint described() const;
  std::set<std::string> passingVariables() const;
  Result<Checkpoint> presentState() const;
  std::unique_ptr<State> state_;
};

}  // namespace fovea
