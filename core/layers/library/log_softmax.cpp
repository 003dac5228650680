// Why: the layer that turns scores into logarithms of probabilities.
#include "core/layers/activation_layer.h"

namespace fovea::log_softmax_layer {

LayerType logSoftmaxLayer() {
  LayerType layer = activationLayer(
      "log_softmax", "Log-softmax",
      "Turns scores into logarithms of probabilities, without losing the small ones. Cross-entropy does this itself, "
      "so "
      "none is needed before it.\n"
      "Formula: y[k] = x[k] − log(sum over j of exp(x[j])), along one axis. Default: axis 1, the channels; −1 is the "
      "last.\n"
      "Input [N, K], [N, C, H, W] or [N, T, K]; output: the same shape.");
  Field axis;
  axis.name = "axis";
  axis.title = "Axis";
  axis.help = "The axis of the classes; negative ones count from the end.";
  axis.defaultValue = std::int64_t{1};
  axis.minimum = -4;
  axis.maximum = 4;
  layer.parameters = Schema({axis});
  return layer;
}

}  // namespace fovea::log_softmax_layer
