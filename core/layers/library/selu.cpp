// Why: the activation that keeps mean and variance through many layers.
#include "core/layers/activation_layer.h"

namespace fovea::selu_layer {

LayerType seluLayer() {
  return activationLayer("selu", "SELU",
                         "An ELU scaled so that a deep network of linear layers keeps mean 0 and variance 1 by itself. "
                         "Draw the weights with the\n"
                         "deviation 1/√inputs for that.\n"
                         "Formula: y = 1.0507 · x where x > 0, else 1.0507 · 1.6733 · (exp(x) − 1).\n"
                         "Input: any shape; output: the same shape. Source: Klambauer et al. 2017.");
}

}  // namespace fovea::selu_layer
