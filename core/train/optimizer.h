// Why: a table of the optimizers: the op of their update and the state that they keep for each parameter.
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
  bool counted = false;             // the op needs the number of the update
  // The usual values if nothing else is known; see default_settings.h.
  double usualRate = 0.001;
  double usualDecay = 0;
};

const std::vector<OptimizerType>& allOptimizers();
// The optimizer of the settings; centred "rmsprop" is a type of its own.
const OptimizerType& optimizerOf(const TrainingSettings& settings);

// The inputs shared by all updates of a step.
struct UpdateInputs {
  ValueId rate;
  ValueId step;            // only for counted optimizers
  ValueId gradientFactor;  // invalid: 1
};

// Emits the update of one parameter and the state variables that it needs.
void emitUpdate(GraphBuilder& builder, const TrainingSettings& settings, const VariableInfo& parameter,
                ValueId gradient, const UpdateInputs& inputs);

}  // namespace fovea
