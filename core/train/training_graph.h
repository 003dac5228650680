// Why: from a lowered network to the whole step that an executor replays: forward, gradients, updates, running sums.
#pragma once
#include "core/backends/executor.h"
#include "core/network/lowering.h"
#include "core/train/training_settings.h"

namespace fovea {

// What a training step does with its gradients. With accumulation, the last batch of several applies what the ones
// before it gathered.
enum class StepKind { Whole, Gather, Apply };

// One step at a batch size. Its feeds are those that the network needs, and of a training step the learning rate. The
// sums of metrics are variables that stay on the device from step to step, so that a step waits for nothing; whoever
// reads one sets it back to zero. What the optimizer keeps is zero at first.
struct StepGraph : NetworkInterface {
  std::shared_ptr<const Graph> graph;
};

// The step of a lowered network whose graph has all its outputs; what was known of the network goes on in it.
Result<StepGraph> stepOf(LoweredNetwork lowered);

inline constexpr const char* kLossMetric = "loss";

// Names in the VariableStore: "training.loss_sum" holds loss × samples, "training.<metric>_sum" what it adds up.
std::string trainingSum(const std::string& metric);
std::string validationSum(const std::string& metric);
// Of the gradients gathered so far, each batch weighted by its samples.
std::string accumulatorOf(const std::string& variable);
// Of the averaged weights.
std::string averageOf(const std::string& variable);

// Forward, gradients and updates; `lengths` as in BatchFacts. States are carried between batches of settings.batch
// samples; a smaller one is the last of an epoch. InvalidArgument when the network is not ready, has no loss, or is
// frozen altogether.
Result<StepGraph> buildTrainingGraph(const Network& network, const TrainingSettings& settings, std::int64_t batch,
                                     StepKind kind = StepKind::Whole, bool lengths = false);
// Forward only, as inference does it, with loss and metrics; `averaged`: with the averages of the weights.
Result<StepGraph> buildValidationGraph(const Network& network, std::int64_t batch, bool averaged = false,
                                       BatchFacts facts = {});

// Takes the variables of a network into their averages.
struct AverageGraph {
  std::shared_ptr<const Graph> graph;
  ValueId weight;  // f32 []: the share of the new values
};
Result<AverageGraph> buildAverageGraph(const std::vector<VariableInfo>& variables);

// Forward only, without labels and loss; its outputs are those of the network. `precision` is one of TrainingSettings'.
Result<StepGraph> buildInferenceGraph(const Network& network, std::int64_t batch, const std::string& precision = "f32");

// How the settings want a step to be compiled.
CompileOptions compileOptions(const TrainingSettings& settings);

// The bytes that a training step, or a forward pass as inference does it, needs at `batch`, from a plan without a
// device.
Result<ExecutorReport> planTrainingMemory(const Network& network, const TrainingSettings& settings, std::int64_t batch);
Result<ExecutorReport> planInferenceMemory(const Network& network, std::int64_t batch);

}  // namespace fovea
