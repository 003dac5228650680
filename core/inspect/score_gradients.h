// Why: whoever asks why a network answers as it does asks for its scores and for how they change with the input or with
// a layer's output.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/backends/executor.h"
#include "core/network/network.h"

namespace fovea {

// A network compiled for scores and gradients at one batch size, as at inference. Not thread-safe.
class ScoreGradients {
 public:
  struct Wanted {
    std::int64_t batch = 1;
    bool input = false;               // the gradient with respect to the input
    std::vector<std::string> layers;  // the first outputs of these layers, and the gradients with respect to them
  };
  struct Answer {
    Tensor scores;                // f32 [batch, K, …]: before softmax or sigmoid
    Tensor inputGradient;         // f32 [batch, …] where it is wanted
    std::vector<Tensor> outputs;  // f32 [batch, …], by Wanted::layers
    std::vector<Tensor> gradients;
  };

  // `variables` hold the weights of `network`, which has one input. InvalidArgument (the network is not ready, has
  // several inputs, lacks a layer, takes symbols although the gradient with respect to the input is wanted),
  // Unsupported (an op on the way has no gradient), errors of the device.
  static Result<std::unique_ptr<ScoreGradients>> create(const Network& network,
                                                        std::shared_ptr<VariableStore> variables, Wanted wanted);

  const TensorType& inputType() const { return inputType_; }  // [batch, …]
  const Shape& scoreShape() const { return scoreShape_; }     // [batch, K, …]

  // The gradients are those of the sum of scores × `seed`, f32 of scoreShape(); samples do not influence each other. A
  // model without gradients ignores `seed`. `inputs` are of inputType().
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
