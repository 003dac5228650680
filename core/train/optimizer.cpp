#include "core/train/optimizer.h"

namespace fovea {
namespace {

// The settings that the optimizer's op has as attributes.
FieldValues attributesFor(const OptimizerType& optimizer, const TrainingSettings& settings,
                          const VariableInfo& parameter) {
  const bool decays = parameter.decay || settings.decayAll;
  const FieldValues all{{"momentum", settings.momentum},
                        {"nesterov", settings.nesterov},
                        {"beta1", settings.beta1},
                        {"beta2", settings.beta2},
                        {"rho", settings.rho},
                        {"epsilon", settings.epsilon},
                        {"adapt", parameter.decay},
                        {"weight_decay", decays ? settings.weightDecay * parameter.decayMultiplier : 0.0},
                        {"rate_multiplier", parameter.rateMultiplier},
                        {"clip", settings.clipping == "value" ? settings.clipLimit : 0.0}};
  FieldValues chosen;
  for (const Field& field : findOp(optimizer.op)->attributes.fields())
    if (const FieldValue* value = all.find(field.name)) chosen.set(field.name, *value);
  return chosen;
}

}  // namespace

const std::vector<OptimizerType>& allOptimizers() {
  static const std::vector<OptimizerType> all{
      {"sgd", "SGD", "sgd_update", {"momentum"}, false, 0.01, 0.0005},
      {"adagrad", "AdaGrad", "adagrad_update", {"squares"}, false, 0.01},
      {"rmsprop", "RMSprop", "rmsprop_update", {"squares", "momentum"}, false, 0.0003},
      {"adadelta", "AdaDelta", "adadelta_update", {"squares", "changes"}, false, 1},
      {"adam", "Adam", "adam_update", {"means", "squares"}, true},
      {"adamw", "AdamW", "adamw_update", {"means", "squares"}, true, 0.001, 0.01},
      {"lamb", "LAMB", "lamb_update", {"means", "squares"}, true},
  };
  return all;
}

const OptimizerType& optimizerOf(const TrainingSettings& settings) {
  static const OptimizerType centred{"rmsprop", "RMSprop", "rmsprop_centred_update", {"squares", "momentum", "means"}};
  if (settings.optimizer == "rmsprop" && settings.centred) return centred;
  for (const OptimizerType& optimizer : allOptimizers())
    if (optimizer.name == settings.optimizer) return optimizer;
  return allOptimizers().front();
}

void emitUpdate(GraphBuilder& builder, const TrainingSettings& settings, const VariableInfo& parameter,
                ValueId gradient, const UpdateInputs& inputs) {
  const OptimizerType& optimizer = optimizerOf(settings);
  std::vector<ValueId> operands{parameter.value, gradient};
  for (const std::string& state : optimizer.states)
    operands.push_back(builder.addVariable(state + "." + parameter.name, parameter.type));
  operands.push_back(inputs.rate);
  if (optimizer.counted) operands.push_back(inputs.step);
  if (inputs.gradientFactor.valid()) operands.push_back(inputs.gradientFactor);
  builder.emit(optimizer.op, attributesFor(optimizer, settings, parameter), operands);
}

}  // namespace fovea
