// Why: the activation whose outputs have a mean near zero.
#include "core/layers/activation_layer.h"

namespace fovea::elu_layer {

LayerType eluLayer() {
  return activationLayer(
      "elu", "ELU",
      "Lets positive numbers through; negative ones tend smoothly to −alpha, which keeps the mean near zero.\n"
      "Formula: y = x where x > 0, else alpha · (exp(x) − 1). Default: alpha 1.\n"
      "Input: any shape; output: the same shape. Source: Clevert, Unterthiner and Hochreiter 2016.",
      {numberField("alpha", "Alpha", "What large negative numbers tend to, with the sign changed.", 1, 0, 100)});
}

}  // namespace fovea::elu_layer
