// Why: the activation of transformers.
#include "core/layers/activation_layer.h"

namespace fovea::gelu_layer {

LayerType geluLayer() {
  return activationLayer(
      "gelu", "GELU",
      "Multiplies each number by the chance that a normal number is smaller: a smooth ReLU, usual in transformers.\n"
      "Formula: y = x/2 · (1 + erf(x/√2)); approximate: y = x/2 · (1 + tanh(√(2/π) · (x + 0.044715 x³))).\n"
      "Input: any shape; output: the same shape. Source: Hendrycks and Gimpel 2016.",
      {[] {
        Field field;
        field.name = "tanh";
        field.title = "Approximate";
        field.help = "Uses the formula with tanh, as some published networks do.";
        field.kind = FieldKind::Boolean;
        field.defaultValue = false;
        return field;
      }()});
}

}  // namespace fovea::gelu_layer
