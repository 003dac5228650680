// Why: a tanh that saturates more slowly.
#include "core/layers/activation_layer.h"

namespace fovea::softsign_layer {

LayerType softsignLayer() {
  return activationLayer("softsign", "Softsign",
                         "Squeezes numbers between −1 and 1 like tanh, but levels off more slowly.\n"
                         "Formula: y = x / (1 + |x|).\n"
                         "Input: any shape; output: the same shape. Source: Bergstra et al. 2009.");
}

}  // namespace fovea::softsign_layer
