// Why: a piecewise linear sigmoid.
#include "core/layers/activation_layer.h"

namespace fovea::hard_sigmoid_layer {

LayerType hardSigmoidLayer() {
  return activationLayer("hard_sigmoid", "Hard sigmoid",
                         "A sigmoid made of three straight lines: cheaper, and enough for gates in small networks.\n"
                         "Formula: y = min(max(x + 3, 0), 6) / 6.\n"
                         "Input: any shape; output: the same shape. Source: Howard et al. 2019.");
}

}  // namespace fovea::hard_sigmoid_layer
