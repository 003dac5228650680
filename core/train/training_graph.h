// Why: builds the whole step from a lowered network: forward, gradients, updates, running sums.
#pragma once
#include "core/backends/executor.h"
#include "core/network/lowering.h"
#include "core/train/training_settings.h"

namespace fovea {

// What a training step does with its gradients. With accumulation, the last of several batches applies the sum (Apply)
// and the earlier ones only add to it (Gather).
enum class StepKind { Whole, Gather, Apply };

// The samples of a batch that one graph computes: those of one rank, or of one of its micro-batches.
struct StepShare {
  std::int64_t whole = 0;  // samples in the whole batch; 0: this graph computes all of them
  std::int64_t first = 0;  // samples of the batch before those of this graph
  double weight = 1;       // weight of its means in those of the batch; 0: its samples do not count
  bool ranks = false;      // other ranks compute other samples: gradients and metrics are summed over them
  bool dense = false;      // gradients are summed in dense layouts
  std::int64_t microBatch = 0;    // the place of this micro-batch among those of the rank
  std::int64_t microBatches = 1;  // a power of two; only the last one does what StepKind says
  bool isLast() const { return microBatch + 1 == microBatches; }
};

// One step at a batch size. Its feeds are the network's, plus the learning rate in training. Metric sums are variables
// that stay on the device between steps, so that no step waits for the host; whoever reads one resets it to zero.
// Optimizer state is initially zero.
struct StepGraph : NetworkInterface {
  std::shared_ptr<const Graph> graph;
  std::vector<std::string> spent;  // sums of micro-batches that it has used up: variables to clear after each run
};

// Returns the step of a lowered network whose graph has all its outputs, with the network's interface.
Result<StepGraph> stepOf(LoweredNetwork lowered);

inline constexpr const char* kLossMetric = "loss";

// Variable names in the VariableStore: "training.loss_sum" and "validation.loss_sum" hold the sum of loss × samples, or
// in a validation with a loss over labels, f32 [2]: the sums of loss × labels and of labels; "training.<metric>_sum"
// holds the metric's sum.
std::string trainingSum(const std::string& metric);
std::string validationSum(const std::string& metric);
// The variable with the accumulated gradients, each batch weighted by its samples.
std::string accumulatorOf(const std::string& variable);
// The variable with the averaged weights.
std::string averageOf(const std::string& variable);

// Builds forward, gradients and updates for `batch` samples; `lengths` as in BatchFacts. With a share, loss, metrics
// and gradients are those of the whole batch, the same on all ranks. Micro-batches are added pairwise: (0 + 1) +
// (2 + 3), as the ranks are, so that the sum does not depend on which rank computes which. Running statistics follow
// the first one. State is carried between batches of settings.batch samples; a smaller one is the last of an epoch.
// InvalidArgument if the network is not ready, has no loss, or all its layers are frozen.
Result<StepGraph> buildTrainingGraph(const Network& network, const TrainingSettings& settings, std::int64_t batch,
                                     StepKind kind = StepKind::Whole, bool lengths = false,
                                     const StepShare& share = {});
// Refuses a batch that has a single number for each channel of a batch norm: the output would be the bias, whatever the
// input.
Status checkNorms(const StepGraph& training);
// The forward pass and gradients of a training step, without updates, for observing layers. It computes in f32 whatever
// the settings' precision. It still changes running statistics and carried states.
struct ProbeGraph : StepGraph {
  struct Tap {
    std::string layer;
    ValueId output;                    // the layer's first output
    std::vector<std::string> learned;  // variables of the layer that the step changes
    std::vector<ValueId> gradients;    // of the loss with respect to each of `learned`
    ValueId outputGradient{};          // of the loss with respect to `output`; invalid: not asked for, or of symbols
  };
  std::vector<Tap> taps;  // in the order of `layers`
  ValueId lossOfBatch;    // f32 []
};
// `outputGradients`: also the gradients with respect to the layers' outputs. NotFound names a layer that the network
// (without blocks) does not have; other errors as buildTrainingGraph().
Result<ProbeGraph> buildProbeGraph(const Network& network, const TrainingSettings& settings, std::int64_t batch,
                                   const std::vector<std::string>& layers, bool lengths = false,
                                   bool outputGradients = false);
// Builds the forward pass as in inference, with loss and metrics; `averaged`: with averaged weights.
Result<StepGraph> buildValidationGraph(const Network& network, std::int64_t batch, bool averaged = false,
                                       BatchFacts facts = {}, const StepShare& share = {});

// Updates the averages of a network's variables.
struct AverageGraph {
  std::shared_ptr<const Graph> graph;
  ValueId weight;  // f32 []: the weight of the new values
};
Result<AverageGraph> buildAverageGraph(const std::vector<VariableInfo>& variables);

// Builds the forward pass without labels and loss; its outputs are the network's. `precision` as in TrainingSettings.
Result<StepGraph> buildInferenceGraph(const Network& network, std::int64_t batch, const std::string& precision = "f32");

// The compile options that the settings require.
CompileOptions compileOptions(const TrainingSettings& settings);

// The inputs to set before each run: all but the learning rate, which rarely changes.
std::vector<ValueId> inputsOfEachRun(const FeedList& feeds);

// Adds up the memory of executors that share an arena: the largest arena plus what each keeps besides. Variables are
// counted once, in their common store.
void addExecutor(ExecutorReport& together, const ExecutorReport& one);

// The bytes of a whole run at `batch`, including the last batch of an epoch and the validation, or of an inference
// forward pass, from a plan without a device. Training and validation share their intermediates.
Result<ExecutorReport> planTrainingMemory(const Network& network, const TrainingSettings& settings, std::int64_t batch);
Result<ExecutorReport> planInferenceMemory(const Network& network, std::int64_t batch);

}  // namespace fovea
