// Why: the part of `inspect` that works out one number of a layer has a file of its own.
#pragma once
#include <memory>
#include <string>

#include "app/cli/command.h"
#include "core/inspect/model_inspector.h"

namespace fovea::cli {

struct ArithmeticTask {
  std::string layer;
  std::string at;           // "C,Y,X"; empty: where the layer's output is largest
  std::string part;         // "1,5,0", see LayerExplanation::choices; empty: what adds most
  std::int64_t label = -1;  // the class that the loss compares with; −1: the predicted one
  Tensor sample;            // in the data set's format
  Tensor target{};          // what a loss that compares with more than a class is given; see targetOfSample()
};
// Prints how one number of a layer comes about, and how the loss changes with it.
Status explainNumber(const Context& context, const ArithmeticTask& task, const Checkpoint& checkpoint,
                     ModelInspector& inspector, const std::shared_ptr<Device>& device);

}  // namespace fovea::cli
