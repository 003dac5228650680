// Why: the activation with a small slope for negative numbers.
#include "core/layers/activation_layer.h"

namespace fovea::leaky_relu_layer {

LayerType leakyReluLayer() {
  return activationLayer("leaky_relu", "Leaky ReLU",
                         "Lets positive numbers through and multiplies negative ones by a small slope, so that no unit "
                         "falls silent for good.\n"
                         "Formula: y = x where x > 0, else slope · x. Default: slope 0.01.\n"
                         "Input: any shape; output: the same shape. Source: Maas, Hannun and Ng 2013.",
                         {numberField("slope", "Slope", "What negative numbers are multiplied by.", 0.01, -100, 100)});
}

}  // namespace fovea::leaky_relu_layer
