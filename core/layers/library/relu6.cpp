// Why: the activation of MobileNetV2, whose bounded outputs suit low precision.
#include "core/layers/activation_layer.h"

namespace fovea::relu6_layer {

LayerType relu6Layer() {
  return activationLayer(
      "relu6", "ReLU6",
      "A ReLU that stops at 6, so that its output fits into few bits: for networks on small devices.\n"
      "Formula: y = min(max(0, x), 6).\n"
      "Input: any shape; output: the same shape. Source: Sandler et al. 2018.");
}

}  // namespace fovea::relu6_layer
