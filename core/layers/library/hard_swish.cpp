// Why: the activation of MobileNetV3.
#include "core/layers/activation_layer.h"

namespace fovea::hard_swish_layer {

LayerType hardSwishLayer() {
  return activationLayer("hard_swish", "Hard swish",
                         "Multiplies each number by its hard sigmoid: a cheap stand-in for SiLU in small networks.\n"
                         "Formula: y = x · min(max(x + 3, 0), 6) / 6.\n"
                         "Input: any shape; output: the same shape. Source: Howard et al. 2019.");
}

}  // namespace fovea::hard_swish_layer
