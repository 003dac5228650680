// Why: the optimizers by name: which op makes their update, and what they keep for each parameter.
#pragma once
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/layer_type.h"
#include "core/train/training_settings.h"

namespace fovea {

struct OptimizerType {
  std::string name;   // "adamw", as stored
  std::string title;  // "AdamW", as shown
  std::string op;
  std::vector<std::string> states;  // variables "<state>.<parameter>", in the order of the op's inputs
  bool counted = false;             // the op takes the number of the update
};

const std::vector<OptimizerType>& allOptimizers();
// Of the settings; "rmsprop" has a form of its own where it is centred.
const OptimizerType& optimizerOf(const TrainingSettings& settings);

// The inputs that all updates of a step share.
struct UpdateInputs {
  ValueId rate;
  ValueId step;            // of counted optimizers
  ValueId gradientFactor;  // invalid: 1
};

// Emits the update of one parameter and the variables that it needs.
void emitUpdate(GraphBuilder& builder, const TrainingSettings& settings, const VariableInfo& parameter,
                ValueId gradient, const UpdateInputs& inputs);

}  // namespace fovea
