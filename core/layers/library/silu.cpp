// Why: the activation of EfficientNet, also called swish.
#include "core/layers/activation_layer.h"

namespace fovea::silu_layer {

LayerType siluLayer() {
  return activationLayer("silu", "SiLU",
                         "Multiplies each number by its sigmoid: a smooth ReLU, also called swish.\n"
                         "Formula: y = x / (1 + exp(−x)).\n"
                         "Input: any shape; output: the same shape. Source: Elfwing, Uchibe and Doya 2018.");
}

}  // namespace fovea::silu_layer
