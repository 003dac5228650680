// Why: the training loop runs one step at a time, so that its caller (worker, terminal, test) can pause, inspect and
// stop between any two steps.
#pragma once
#include <memory>
#include <optional>
#include <set>

#include "core/backends/device_team.h"
#include "core/backends/executor.h"
#include "core/base/cancel.h"
#include "core/data/loading/batch_supply.h"
#include "core/train/breakpoint.h"
#include "core/train/checkpoint.h"
#include "core/train/layer_record.h"
#include "core/train/metric_values.h"
#include "core/train/probe.h"
#include "core/train/sample_streams.h"
#include "core/train/step_times.h"
#include "core/train/step_trace.h"

namespace fovea {

// A point of the training curves: means over the last `logInterval` steps.
struct MetricPoint {
  std::int64_t step = 0;  // steps completed, including this one
  double epoch = 0;       // epochs completed, as a fraction
  double loss = 0;
  double accuracy = 0;  // NaN if the network measures none
  double learningRate = 0;
  MetricValues metrics{};  // in addition
};

// The results of a complete epoch.
struct EpochRecord {
  std::int64_t epoch = 0;  // 1-based
  std::int64_t step = 0;
  double trainLoss = 0;
  double trainAccuracy = 0;       // NaN if the network measures none
  double validationLoss = 0;      // NaN if the data set has no validation split
  double validationAccuracy = 0;  // likewise, or if the network measures none
  double learningRate = 0;
  double seconds = 0;  // of this epoch, validation included
  // The best value so far of the metric that the network's loss declares as deciding (the highest accuracy for one
  // label per sample), else the lowest loss. Uses validation, or training if there is no validation.
  bool best = false;
  MetricValues trainMetrics{};
  MetricValues validationMetrics{};  // empty if the data set has no validation split
};

// The results of a validation within an epoch.
struct ValidationRecord {
  std::int64_t step = 0;
  double loss = 0;
  double accuracy = 0;  // NaN if the network measures none
  MetricValues metrics{};
  bool best = false;       // like EpochRecord::best
  std::int64_t epoch = 0;  // that it is within, 1-based
};

// How the message of TrainingUpdate::trouble begins.
inline constexpr const char* kLossLost = "The loss is no longer a number";

struct TrainingUpdate {
  std::optional<MetricPoint> point;
  std::optional<EpochRecord> epoch;  // set after the epoch's validation
  std::optional<ValidationRecord> validation{};
  std::string stoppedEarly{};                  // why the run ends before its last epoch; empty: it does not
  bool finished = false;                       // all epochs are done
  std::shared_ptr<const ProbeFrame> probed{};  // what the probes measured in this step; null: no probe was due
  // The record of all layers, where TrainingSettings::histogramEvery asks for one at this step; null: not due.
  std::shared_ptr<const LayerFrame> layers{};
  std::shared_ptr<const StepTrace> trace{};  // of this step, if Trainer::traceNextStep() asked for it
  // The breakpoints whose conditions began to hold at this step, in their order.
  std::vector<BreakpointHit> hits{};
  std::optional<Error> breakpointsFailed{};  // they could not be checked, and are not from here on
  // The loss became NaN or infinite, and the run was reset to an earlier state. The error names the op, layer and pass
  // that produced the first non-finite number. The caller should ask a person before continuing.
  std::optional<Error> trouble;
  std::int64_t samples = 0;  // that were trained on
};

struct TrainingPlan {
  Network network;
  TrainingSettings settings;
  RunSource source;  // of batches: a data set, or any other supplier
  std::string datasetPath;
  // Initial weights for layers with matching shapes; null: all are drawn. See starting_weights.h.
  std::shared_ptr<const Checkpoint> start{};
  // Checked between the stages of preparation and while searching for the cause of a non-finite loss.
  CancelToken cancel{};
  // Batches per epoch if the source is endless.
  std::int64_t endlessEpoch = 100;
};

// The settings that can change during a run: some of TrainingSettings, and "augmentation", the transforms of the
// training samples as the Input layer holds them (see input_transforms.h).
const Schema& changeableSettings();
// Checks whether a setting may change to `value` during a run. InvalidArgument if no run allows it (lists what can
// change) or the value is invalid. Trainer::change() reports what a particular run refuses.
Status checkChange(const std::string& setting, const FieldValue& value);

// One run. On several devices, each computes its part of every batch, and the numbers are those of one device but for
// rounding; probes and traces then show the samples of the first. Not thread-safe: use it from one thread.
class Trainer {
 public:
  // InvalidArgument: the network is not ready, none of the starting weights match, the network does not fit the data
  // set (the message names both shapes, class counts, or the needed target), the batch is larger than the data set, or
  // states should be carried although samples are not consecutive. OutOfMemory names the layer that needs most, the
  // bytes needed and free, and the largest batch that fits. Also Cancelled (plan.cancel) and any other error of
  // Executor::compile.
  static Result<std::unique_ptr<Trainer>> create(const TrainingPlan& plan, const DeviceTeam& devices);
  // Continues exactly from the checkpoint, with its settings; only epochs, device and the settings of histograms are
  // those of the plan. Another number of epochs counts as a change: see TrainingPosition::epochsSet. InvalidArgument if
  // the checkpoint has more epochs than the plan, or if the data set differs from the original one, with the
  // differences; checkpoints of earlier versions store no fingerprint and are not checked.
  static Result<std::unique_ptr<Trainer>> resume(const TrainingPlan& plan, const Checkpoint& checkpoint,
                                                 const DeviceTeam& devices);
  ~Trainer();

  // Processes one training batch, or one batch of the validation that ends an epoch. The loss is checked for non-finite
  // values whenever a curve point is due: see TrainingUpdate::trouble. After an error the run cannot continue, but
  // checkpoint() still returns a valid state.
  Result<TrainingUpdate> advance();
  // The state between two calls of advance(). During a validation: the state before it began. After a failed batch, if
  // the device no longer responds or the loss is not finite: the last remembered state, some seconds old.
  Result<Checkpoint> checkpoint() const;
  bool inValidation() const;

  // Sets the rate from the next step on. It is stored as a factor on the schedule, which never lifts the rate above
  // both `rate` and the schedule's own rate.
  void setLearningRate(double rate);
  double learningRate() const;
  // Changes a setting for the rest of the run: learning_rate, epochs, weight_decay, momentum, clip_limit, batch, or
  // when to validate, save and stop. The same changes at the same steps give the same numbers. InvalidArgument names
  // what can be changed, or why this cannot; OutOfMemory if a larger batch does not fit. After an error no setting has
  // changed. If the loss is NaN or infinite, the run first returns to its last good state, as it does before it reports
  // TrainingUpdate::trouble, even if the change is then refused: position() shows it. A started epoch is finished,
  // whatever number of epochs is wanted. Increments TrainingPosition::changes. After a change of the metric that
  // decides which state is best, the next validation counts as the first one.
  Status change(const std::string& setting, const FieldValue& value);
  // Sets the layers that are observed from now on, replacing the previous ones. NotFound: there is no such layer; then
  // none is observed. Training computes the same numbers with and without probes.
  Status probe(ProbeRequest request);
  // Sets the breakpoints, replacing the previous ones. They are checked at the next step, and then every so many steps;
  // a check computes the batch once more, like a probe. A breakpoint is hit when its condition begins to hold, not
  // again while it goes on holding. NotFound: there is no such layer; then there are no breakpoints.
  Status setBreakpoints(std::vector<Breakpoint> breakpoints, std::int64_t every = 1);
  // Lets the probes observe the next step even if they should rest. A person who goes step by step sees each one.
  void lookAtNextStep();
  // Records every tensor of the next training step. Training computes the same numbers with and without it.
  void traceNextStep();
  // The number may rise or fall during the run.
  void setEpochs(std::int64_t epochs);

  const TrainingPosition& position() const;
  const TrainingSettings& settings() const;
  const Network& network() const;
  // The present value of a setting of changeableSettings(), for a person: "0.01", "Flip, Noise".
  std::string settingWords(const std::string& setting) const;
  // From a sample to the network's input now: as the network says, until the augmentation is changed.
  const TransformList& transforms() const;
  std::int64_t stepsPerEpoch() const;
  std::int64_t samplesPerEpoch() const;
  // How batches follow a text if the network carries state between them; null if samples are shuffled.
  const SampleStreams* streams() const;
  int ranks() const;                  // that share each batch, in this process or several; 1: it works alone
  ExecutorReport memory() const;      // for all programs of an epoch, which share one arena; of the first device
  LoadingStatistics loading() const;  // of the training batches
  StepTimes times() const;            // of all training steps so far
  // Adds what the caller did between two steps, such as saving, to the host's time.
  void countHost(double seconds);

 private:
  struct State;
  explicit Trainer(std::unique_ptr<State> state);
  using Make = std::function<Result<std::unique_ptr<Trainer>>(std::shared_ptr<Device>)>;
  static Result<std::unique_ptr<Trainer>> inRanks(const DeviceTeam& devices, const Make& make);
  static Result<std::unique_ptr<Trainer>> createOn(const TrainingPlan& plan, std::shared_ptr<Device> device);
  static Result<std::unique_ptr<Trainer>> resumeOn(const TrainingPlan& plan, const Checkpoint& checkpoint,
                                                   std::shared_ptr<Device> device);
  Status changeOwn(const std::string& setting, const FieldValue& value);
  Checkpoint described() const;
  Result<Checkpoint> presentState() const;
  std::unique_ptr<State> state_;
};

}  // namespace fovea
