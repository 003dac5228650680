// Why: a smooth ReLU that is never zero.
#include "core/layers/activation_layer.h"

namespace fovea::softplus_layer {

LayerType softplusLayer() {
  return activationLayer(
      "softplus", "Softplus",
      "A ReLU with a smooth bend; its output is always positive, as a variance must be.\n"
      "Formula: y = log(1 + exp(beta · x)) / beta. Default: beta 1; a larger one makes the bend sharper.\n"
      "Input: any shape; output: the same shape. Source: Dugas et al. 2001.",
      {numberField("beta", "Beta", "How sharp the bend at 0 is.", 1, 0.001, 1000)});
}

}  // namespace fovea::softplus_layer
