// Why: explanations need the network's scores and their gradients with respect to the input or a layer's output.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/executor.h"
#include "core/network/network.h"

namespace fovea {

// A network compiled at one batch size for scores and gradients in inference mode. Not thread-safe.
class ScoreGradients {
 public:
  struct Wanted {
    std::int64_t batch = 1;
    bool input = false;                    // compute the gradient with respect to the input
    std::vector<std::string> layers;       // layers whose first outputs and gradients to compute
    bool guided = false;                   // each ReLU passes only positive gradients
    std::shared_ptr<SharedArena> arena{};  // shared by models that run one after another; null: its own
    std::string of{};                      // a layer whose first output is scored instead of the network's scores
    bool distance = false;                 // differentiates ½ Σ (scores − seed)² instead of Σ scores × seed
  };
  struct Answer {
    Tensor scores;                // f32 [batch, K, …], before softmax or sigmoid; or the output of Wanted::of
    Tensor inputGradient;         // f32 [batch, …] if requested
    std::vector<Tensor> outputs;  // f32 [batch, …], by Wanted::layers
    std::vector<Tensor> gradients;
  };

  // `variables` hold the weights of `network`, which must have one input. Fails with InvalidArgument (the network is
  // not ready, has several inputs, lacks a layer or a ReLU to guide, or reads symbols although the input gradient is
  // requested), Unsupported (an op on the path has no gradient), or errors of the device.
  static Result<std::unique_ptr<ScoreGradients>> create(const Network& network,
                                                        std::shared_ptr<VariableStore> variables, Wanted wanted);

  const TensorType& inputType() const { return inputType_; }  // [batch, …]
  const Shape& scoreShape() const { return scoreShape_; }     // [batch, K, …]

  // Computes the gradients of the sum of scores × `seed`, or of the distance from it; `seed` is f32 of scoreShape().
  // `inputs` have inputType(). Samples are independent. Models without gradients ignore `seed`.
  Result<Answer> run(const Tensor& inputs, const Tensor& seed);

 private:
  ScoreGradients() = default;

  Wanted wanted_;
  TensorType inputType_;
  Shape scoreShape_;
  ValueId input_, seed_, scores_, inputGradient_;
  std::vector<ValueId> outputs_, gradients_;
  std::unique_ptr<Executor> executor_;
};

}  // namespace fovea
