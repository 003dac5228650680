// Why: the activation with values from -1 to 1.
#include "core/layers/layer_type.h"

namespace fovea::tanh_layer {

LayerType tanhLayer() {
  LayerType layer;
  layer.name = "tanh";
  layer.title = "Tanh";
  layer.help =
      "Squeezes each number into the range from −1 to 1.\n"
      "Formula: y = tanh(x) = (exp(x) − exp(−x)) / (exp(x) + exp(−x)).\n"
      "Input: any shape; output: the same shape.";
  layer.family = LayerFamily::Activation;
  layer.build = [](LayerBuilder& builder, const FieldValues&,
                   std::span<const ValueId> inputs) -> Result<std::vector<ValueId>> {
    return builder.graph().emit("tanh", {}, {inputs[0]});
  };
  return layer;
}

}  // namespace fovea::tanh_layer
