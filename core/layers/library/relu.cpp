// Why: the activation that most networks use.
#include "core/layers/layer_type.h"

namespace fovea::relu_layer {

LayerType reluLayer() {
  LayerType layer;
  layer.name = "relu";
  layer.title = "ReLU";
  layer.help =
      "Sets negative numbers to zero and lets the others through: the most used activation.\n"
      "Formula: y = max(0, x).\n"
      "Input: any shape; output: the same shape. Source: Nair and Hinton 2010.";
  layer.family = LayerFamily::Activation;
  layer.build = [](LayerBuilder& builder, const FieldValues&,
                   std::span<const ValueId> inputs) -> Result<std::vector<ValueId>> {
    return builder.graph().emit("relu", {}, {inputs[0]});
  };
  return layer;
}

}  // namespace fovea::relu_layer
