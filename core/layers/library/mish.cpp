// Why: the activation of some detection networks.
#include "core/layers/activation_layer.h"

namespace fovea::mish_layer {

LayerType mishLayer() {
  return activationLayer("mish", "Mish",
                         "A smooth ReLU that lets a little of small negative numbers through.\n"
                         "Formula: y = x · tanh(log(1 + exp(x))).\n"
                         "Input: any shape; output: the same shape. Source: Misra 2020.");
}

}  // namespace fovea::mish_layer
