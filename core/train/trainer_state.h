// Why: what a Trainer holds, shared by the files that make its steps, its checks and its recovery. Internal to
// core/train.
#pragma once
#include <chrono>
#include <limits>
#include <map>

#include "core/data/batch_loader.h"
#include "core/train/batch_feed.h"
#include "core/train/metric_values.h"
#include "core/train/sample_streams.h"
#include "core/train/trainer.h"
#include "core/train/training_graph.h"

namespace fovea {

// A step graph compiled for its batch size. Epochs end with a smaller batch, so there are up to two of each kind.
struct TrainingProgram {
  StepGraph step;
  std::unique_ptr<Executor> executor;
  double rateOnDevice = std::numeric_limits<double>::quiet_NaN();
};

// Sums by metric: the loss, then the order of StepGraph::metrics.
using MetricSums = std::vector<MetricSum>;

// What sums say. Not numbers where there are none.
struct Measured {
  double loss = std::numeric_limits<double>::quiet_NaN();
  double accuracy = std::numeric_limits<double>::quiet_NaN();
  MetricValues others{};
};

struct Trainer::State {
  using Clock = std::chrono::steady_clock;

  TrainingPlan plan;
  std::optional<DataFingerprint> fingerprint;
  TransformList transforms;
  std::shared_ptr<Device> device;
  std::shared_ptr<VariableStore> store;
  std::shared_ptr<SharedArena> arena = std::make_shared<SharedArena>();  // of all programs: one runs at a time
  std::map<std::pair<StepKind, std::int64_t>, TrainingProgram> training;
  std::map<std::pair<bool, std::int64_t>, TrainingProgram> validation;  // by: with averaged weights, batch
  std::unique_ptr<Executor> average;                                    // null: nothing is averaged
  ValueId averageWeight;
  std::vector<std::string> accumulators;      // variables that gather gradients
  std::vector<MetricInfo> metrics;            // of training, besides the loss
  std::vector<MetricInfo> validationMetrics;  // known from the first validated batch on; may be more than in training
  std::optional<MetricInfo> deciding;         // which epoch is the best; nothing: the loss is
  TargetSource targetSource = TargetSource::None;
  Shape target;                                  // of one sample, as the loss takes it
  std::optional<SampleStreams> trainingStreams;  // of a network that carries states from batch to batch
  std::optional<SampleStreams> validationStreams;
  std::unique_ptr<BatchLoader> trainingLoader;
  std::unique_ptr<BatchLoader> validationLoader;  // null: the data set has no validation split
  TrainingPosition position;
  double epochSeconds = 0;

  bool validating = false;
  MetricSums validationSums;
  std::int64_t validationSamples = 0;
  bool resumed = false;
  bool inBatch = false;  // a batch of training has begun and is not finished: what is on the device is of no step
  double lastValidationLoss = -1;
  double lastValidationAccuracy = -1;

  // The state at a moment when the loss was still a number: what a run that diverges goes back to.
  struct Memory {
    TrainingPosition position;
    std::vector<std::pair<std::string, Tensor>> tensors;
    double lastValidationLoss, lastValidationAccuracy;
    Clock::time_point taken;
  };
  std::optional<Memory> memory;

  // trainer_setup.cpp
  Status prepare();
  Status compileAll();
  Status compileValidation();
  Status followText(const std::vector<CarriedState>& carried);
  Status openLoaders();
  Result<TrainingProgram*> trainingProgram(StepKind kind, std::int64_t batch);
  Result<TrainingProgram*> validationProgram(std::int64_t batch, bool averaged);
  std::int64_t validationBatch() const;  // samples of a whole batch; 0: nothing validates
  CompileOptions compiling() const;
  Status compileAverage(const std::vector<VariableInfo>& variables);
  Error explained(const Error& error);
  void giveBack();
  Status notCancelled() const;

  // trainer_steps.cpp
  Result<TrainingUpdate> trainBatch();
  Result<TrainingUpdate> validateBatch();
  Result<TrainingProgram*> feedTraining(const Batch& batch);
  Status bind(const TrainingProgram& program, const std::optional<SampleStreams>& streams, const Batch& batch);
  Status finishStep(const TrainingProgram& program, std::int64_t samples);
  Status takeAverage();
  Result<MetricSums> takeSums(const std::vector<MetricInfo>& of, std::string (*sumName)(const std::string&));
  Result<std::optional<MetricPoint>> closeInterval();
  Result<EpochRecord> closeEpoch();
  static Measured measure(const std::vector<MetricInfo>& of, const MetricSums& sums, std::int64_t samples);
  bool isBest(const Measured& judged, double& value) const;
  bool averages() const { return plan.settings.averaging != "none" && plan.settings.useAverage; }
  bool validatesAverage() const { return averages() && position.averages > 0; }
  bool epochTrained() const { return position.sample >= trainingLoader->samplesPerEpoch(); }

  // trainer_recovery.cpp
  Status remember();
  void rememberIfPossible();
  Status goBack();
  Result<TrainingUpdate> diverged();
  Result<std::int64_t> firstBadStep(std::int64_t last);
  Result<std::optional<std::string>> faultIn(std::int64_t step);

  std::int64_t stepsPerEpoch() const { return trainingLoader->batchesPerEpoch(); }
  double rate() const;
};

}  // namespace fovea
