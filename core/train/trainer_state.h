// Why: the members of Trainer, shared by the files that implement its steps, checks and recovery. Internal to
// core/train.
#pragma once
#include <chrono>
#include <functional>
#include <limits>
#include <map>
#include <set>

#include "core/backends/communicator.h"
#include "core/data/loading/batch_share.h"
#include "core/data/loading/batch_supply.h"
#include "core/train/batch_feed.h"
#include "core/train/follower_ranks.h"
#include "core/train/metric_values.h"
#include "core/train/sample_streams.h"
#include "core/train/state_copies.h"
#include "core/train/trainer.h"
#include "core/train/training_graph.h"

namespace fovea {

// A compiled step graph.
struct StepProgram {
  StepGraph step;
  std::unique_ptr<Executor> executor;
};

// The programs of a step for one batch size. Epochs end with a smaller batch, so there are up to two of each kind.
struct TrainingProgram : StepProgram {
  double rateOnDevice = std::numeric_limits<double>::quiet_NaN();
  std::vector<StepProgram> earlier;  // of the micro-batches before the last one, which this program computes
};

// The program that probes run in addition to a step of one batch size.
struct ProbeProgram {
  ProbeGraph step;
  std::unique_ptr<Executor> executor;
};

// What is observed, and when.
struct ProbeWatch {
  ProbeRequest request;
  std::int64_t from = 0;                          // the step that was complete when it was requested
  std::map<std::int64_t, ProbeProgram> programs;  // by batch size
  // The last measurement: its own duration, and the training time before it.
  double lookSeconds = 0;
  double trainedBefore = std::numeric_limits<double>::quiet_NaN();
  std::chrono::steady_clock::time_point rest{};  // there was no measurement before

  bool due(std::int64_t step) const {
    if ((step - from) % request.every != 0) return false;
    return (request.leastSeconds <= 0 && request.mostShare >= 1) || std::chrono::steady_clock::now() >= rest;
  }
};

// Breakpoints with the layers that they need.
struct BreakpointWatch {
  ProbeWatch watch;
  std::vector<Breakpoint> breakpoints;
  std::vector<bool> held;  // whether each one's condition held at the last check
};

// Sums by metric: the loss first, then in the order of StepGraph::metrics.
using MetricSums = std::vector<MetricSum>;

// The metrics computed from sums; NaN without samples.
struct Measured {
  double loss = std::numeric_limits<double>::quiet_NaN();
  double accuracy = std::numeric_limits<double>::quiet_NaN();
  MetricValues others{};
};

struct Trainer::State {
  using Clock = std::chrono::steady_clock;

  State() = default;
  // Waits for the device, since memory that sums over the ranks still use cannot be freed: where another rank has
  // failed, this wait ends the sums.
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  TrainingPlan plan;
  std::optional<DataFingerprint> fingerprint;
  TransformList transforms;
  std::shared_ptr<Device> device;
  std::shared_ptr<VariableStore> store;
  std::shared_ptr<SharedArena> arena = std::make_shared<SharedArena>();  // shared by all programs: one runs at a time
  std::map<std::pair<StepKind, std::int64_t>, TrainingProgram> training;
  std::map<std::pair<bool, std::int64_t>, TrainingProgram> validation;  // key: averaged weights or not, batch size
  std::unique_ptr<Executor> average;                                    // null: no averaging
  ValueId averageWeight;
  std::vector<std::string> statistics;        // variables that the optimizer does not update
  std::vector<std::string> accumulators;      // variables that accumulate gradients
  std::vector<MetricInfo> metrics;            // of training, besides the loss
  std::vector<MetricInfo> validationMetrics;  // set at the first validated batch; may be more than in training
  std::optional<MetricInfo> declared;         // the deciding metric that the network's loss declares; nothing: the loss
  std::optional<MetricInfo> deciding;         // decides which epoch is best; nothing: the loss does
  TargetSource targetSource = TargetSource::None;
  Shape target;                                  // of one sample, in the loss's form
  TensorType sampleType;                         // of one sample, before its transforms
  std::vector<DataPart> parts;                   // the other parts, with the statistics to normalise them by
  std::optional<SampleStreams> trainingStreams;  // for networks that carry state between batches
  std::optional<SampleStreams> validationStreams;
  SourceRequest request;  // the options for opening the sources
  std::unique_ptr<BatchSource> trainingSource;
  std::unique_ptr<BatchSource> validationSource;  // null: no validation
  TrainingPosition position;
  double epochSeconds = 0;

  MetricSums validationSums;
  std::int64_t validationSamples = 0;
  bool resumed = false;
  bool inBatch = false;  // a training batch is unfinished: the device holds a state between two steps
  double lastValidationLoss = -1;
  double lastValidationAccuracy = -1;
  std::optional<double> lastScore;  // see Checkpoint::score

  struct Memory {
    TrainingPosition position;
    StateCopies::Tensors tensors;
    double lastValidationLoss, lastValidationAccuracy;
    std::optional<double> lastScore;
    Clock::time_point taken;
  };
  // The last state that a finite loss was computed with, to which a diverged run returns.
  std::optional<Memory> memory;
  // A later state, whose last update may have spoiled it: the next finite loss makes it the one to return to.
  std::optional<Memory> unproven;
  StateCopies copies;

  std::optional<ProbeWatch> probes;            // nothing: no probes
  std::optional<BreakpointWatch> breakpoints;  // nothing: there are none
  std::optional<ProbeWatch> records;           // of all layers, for TrainingUpdate::layers; nothing: not yet needed
  bool recordsFailed = false;
  std::vector<KernelProfile> kernelTimes;  // of the program that ran beside the last step that was looked at
  bool traces = false;                     // the next step is traced
  StepTimes times;
  std::unique_ptr<FollowerRanks> followers;  // the other devices of this process; null: there are none

  // A step that is measured.
  struct Look {
    Clock::duration took{};
    std::shared_ptr<ProbeFrame> frame;
    // By layer: its parameters before the step.
    std::vector<std::vector<std::pair<std::string, Tensor>>> weights;
  };

  // trainer_probes.cpp
  Result<ProbeProgram*> probeProgram(ProbeWatch& watch, std::int64_t batch);
  Result<ProbeWatch> watchOf(ProbeRequest wanted) const;
  std::unique_ptr<Look> lookIfDue(ProbeWatch* watch, const Batch& batch);
  Result<std::unique_ptr<Look>> look(ProbeWatch& watch, const Batch& batch);
  Status runBeside(const ProbeProgram& program, const Batch& batch);
  Result<std::unique_ptr<Look>> lookWith(const ProbeProgram& program, bool spreads);
  Status lookAtWeights(const ProbeGraph::Tap& tap, const Executor& executor, bool spreads, LayerProbe& probe,
                       Look& seen);
  Status lookAgain(ProbeWatch& watch, Look& seen, bool updated);
  void checkBreakpoints(const ProbeFrame& frame, TrainingUpdate& update);
  void forgetProbePrograms();

  // step_trace.cpp
  StepTrace trace(const Batch& batch);
  Status recordTrace(const Batch& batch, StepTrace& trace);

  // trainer_records.cpp
  bool recordDue() const;
  std::unique_ptr<Look> lookForRecord(const Batch& batch);
  Status finishRecord(Look& seen, bool updated, TrainingUpdate& update);

  // trainer_ranks.cpp. ranks() is null if this trainer works alone.
  Communicator* ranks() const {
    const auto& communicator = device->communicator();
    return communicator && communicator->size() > 1 ? communicator.get() : nullptr;
  }
  int rank() const { return ranks() ? ranks()->rank() : 0; }
  int rankCount() const { return ranks() ? ranks()->size() : 1; }
  StepShare shareOf(std::int64_t batch, bool dense) const;
  std::int64_t ownRows(std::int64_t batch) const;
  // The number of micro-batches that this rank computes of each batch, one after another.
  std::int64_t ownMicroBatches() const;
  StepShare shareOfMicroBatch(std::int64_t batch, std::int64_t index, bool dense) const;
  // The samples of a micro-batch among those of this rank.
  BatchShare rowsOf(std::int64_t batch, std::int64_t index) const;
  Status checkSharing(std::int64_t batch) const;
  Status checkRanks(const StepGraph& step) const;
  Status agree() const;
  Status takeFromFirst(const std::vector<std::string>& names);
  Status shareStatistics();
  Result<bool> sumsAlike(const Executor& executor) const;
  Result<bool> agreeOn(bool wanted) const;  // true if any rank wants it
  Error endedForAll(const Error& error) const;

  // trainer_setup.cpp
  Status prepare();
  // The step with all samples of this rank, for what it reads from a batch.
  Result<StepGraph> wholeStep() const;
  Status compileAll();
  Status compileValidation();
  Status followText(const std::vector<CarriedState>& carried);
  Status matchSource(const StepGraph& step);
  Status openSources();
  Status openTraining(bool atEnd);
  Status openValidation();
  // `batch`: samples of all ranks.
  Result<TrainingProgram*> trainingProgram(StepKind kind, std::int64_t batch);
  // Builds and compiles a program for each micro-batch.
  using BuildShare = std::function<Result<StepGraph>(std::int64_t rows, const StepShare& share)>;
  Result<TrainingProgram> programOf(std::int64_t batch, const BuildShare& build) const;
  Result<TrainingProgram*> validationProgram(std::int64_t batch, bool averaged);
  std::int64_t validationBatch() const;  // samples of a full batch; 0: no validation
  CompileOptions compiling(const StepGraph& step) const;
  // The kind of step that updates the weights.
  StepKind updatingKind() const { return plan.settings.accumulation > 1 ? StepKind::Apply : StepKind::Whole; }
  Status compileAverage(const std::vector<VariableInfo>& variables);
  Error explained(const Error& error);
  void giveBack();
  Status notCancelled() const;

  // trainer_steps.cpp
  Result<TrainingUpdate> trainBatch();
  Result<TrainingUpdate> trainOn(const Batch& batch);
  Result<TrainingUpdate> validateBatch();
  using RunExecutor = std::function<Status(Executor&)>;
  // Computes the step of a batch, each micro-batch with `run`. Returns the program of that step.
  Result<TrainingProgram*> runTraining(const Batch& batch, const RunExecutor& run);
  // Calls `run` for each micro-batch, once its inputs are set.
  Status runMicroBatches(TrainingProgram& program, const std::optional<SampleStreams>& streams, const Batch& batch,
                         const std::function<Status(StepProgram&)>& run);
  Status bind(const StepProgram& program, const std::optional<SampleStreams>& streams, const Batch& batch);
  Status finishStep(const TrainingProgram& program, std::int64_t samples);
  Status takeAverage();
  Result<MetricSums> takeSums(const std::vector<MetricInfo>& of, std::string (*sumName)(const std::string&));
  Result<std::optional<MetricPoint>> closeInterval();
  Result<EpochRecord> closeEpoch();
  static Measured measure(const std::vector<MetricInfo>& of, const MetricSums& sums, std::int64_t samples);
  bool isBest(const Measured& judged, double& value) const;
  bool over() const { return position.epoch >= plan.settings.epochs || position.stoppedEarly; }
  bool averages() const { return plan.settings.averaging != "none" && plan.settings.useAverage; }
  bool validatesAverage() const { return averages() && position.averages > 0; }
  bool epochTrained() const { return position.sample >= samplesPerEpoch(); }

  // trainer_policies.cpp
  Status checkPolicies() const;
  Status checkSchedule() const;
  Status chooseDeciding();
  std::string decidingName() const;  // as people write it: "loss", "accuracy", "psnr"
  void judgeAnew();
  void goOnAfterStop();
  bool validationDue() const;
  bool judge(const Measured& judged, bool validated, std::int64_t epoch);
  void countProgress();
  std::string stopWords() const;
  Result<ValidationRecord> closeValidation();

  // trainer_changes.cpp
  Status allows(const TrainingSettings& wanted);
  Status recompile(const TrainingSettings& wanted);
  Status reopenSources();
  Status changeBatch(std::int64_t batch);
  Status changeAugmentation(const std::string& text);
  Status changed();

  // trainer_recovery.cpp
  Status remember(bool proven);
  void rememberIfPossible(bool proven);
  Status rememberNowAndThen();
  void prove();
  const Memory& lastMemory() const;
  void passEndOfEpoch();
  Result<bool> lossIsLost() const;
  Status leaveLostState();
  Status goBack();
  std::set<std::string> microBatchSums() const;  // variables, see isMicroBatchSum()
  // Variables that a validation accumulates or carries, or that a step sums its micro-batches in. They restart from
  // zero.
  std::set<std::string> passingVariables() const;
  Result<TrainingUpdate> diverged();
  Result<std::int64_t> firstBadStep(std::int64_t last);
  Result<std::optional<std::string>> faultIn(std::int64_t step);
  Result<std::optional<std::string>> faultInValidation();

  std::int64_t samplesPerEpoch() const;
  std::int64_t stepsPerEpoch() const;
  double rate() const;
  void steer(double rate);  // see Trainer::setLearningRate()
};

}  // namespace fovea
