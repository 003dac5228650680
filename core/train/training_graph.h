// Why: from a lowered network to the whole step that an executor replays: forward, gradients, updates, running sums.
#pragma once
#include "core/backends/executor.h"
#include "core/network/lowering.h"
#include "core/train/training_settings.h"

namespace fovea {

// One step at a batch size. Inputs that the network does not need are invalid. The sums are f32 [] variables that stay
// on the device from step to step, so that a step waits for nothing; whoever reads one sets it back to zero.
struct StepGraph {
  std::shared_ptr<const Graph> graph;
  ValueId input;         // [N, ...sampleShape]
  ValueId target;        // i32 [N] labels of a classifier
  ValueId learningRate;  // f32 []; of a training step
  ValueId step;          // i64 []; if something is random
  Shape sampleShape;     // [C, H, W] of images
  std::int64_t classes = 0;
  std::vector<VariableInfo> variables;  // of the network; what the optimizer keeps is zero at first
};

// Names of the running sums in the VariableStore: of loss × samples, and of correct predictions.
struct SumNames {
  const char* loss;
  const char* correct;
};
inline constexpr SumNames kTrainingSums = {"training.loss_sum", "training.correct_sum"};
inline constexpr SumNames kValidationSums = {"validation.loss_sum", "validation.correct_sum"};

// Forward, gradients and updates. InvalidArgument when the network is not ready or has no loss.
Result<StepGraph> buildTrainingGraph(const Network& network, const TrainingSettings& settings, std::int64_t batch);
// Forward only, as inference does it, with loss and metrics.
Result<StepGraph> buildValidationGraph(const Network& network, std::int64_t batch);

// Forward only, without labels and loss; its output is "predictions".
Result<StepGraph> buildInferenceGraph(const Network& network, std::int64_t batch);

// The bytes that a training step, or a forward pass as inference does it, needs at `batch`, from a plan without a
// device.
Result<ExecutorReport> planTrainingMemory(const Network& network, const TrainingSettings& settings, std::int64_t batch);
Result<ExecutorReport> planInferenceMemory(const Network& network, std::int64_t batch);

}  // namespace fovea
