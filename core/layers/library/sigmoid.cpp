// Why: the activation with values from 0 to 1.
#include "core/layers/layer_type.h"

namespace fovea::sigmoid_layer {

LayerType sigmoidLayer() {
  LayerType layer;
  layer.name = "sigmoid";
  layer.title = "Sigmoid";
  layer.help =
      "Squeezes each number into the range from 0 to 1.\n"
      "Formula: y = 1 / (1 + exp(−x)).\n"
      "Input: any shape; output: the same shape.";
  layer.family = LayerFamily::Activation;
  layer.build = [](LayerBuilder& builder, const FieldValues&,
                   std::span<const ValueId> inputs) -> Result<std::vector<ValueId>> {
    return builder.graph().emit("sigmoid", {}, {inputs[0]});
  };
  return layer;
}

}  // namespace fovea::sigmoid_layer
