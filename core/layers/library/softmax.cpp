// Why: the layer that turns scores into probabilities.
#include "core/layers/layer_checks.h"

namespace fovea {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  const std::vector<ValueId> outputs = builder.graph().emit("softmax", {}, {inputs[0]});
  if (!outputs.empty() && builder.shapeOf(inputs[0]).rank() == 2) builder.setPredictions(outputs[0]);
  return outputs;
}

}  // namespace

LayerType softmaxLayer() {
  LayerType layer;
  layer.name = "softmax";
  layer.title = "Softmax";
  layer.help =
      "Turns scores into probabilities: all positive, and 1 in sum over the channels. Cross-entropy does this itself, "
      "so "
      "none is needed before it.\n"
      "Formula: y[k] = exp(x[k]) / sum over j of exp(x[j]).\n"
      "Input [N, K] or [N, C, H, W] (over C, at each place); output: the same shape.";
  layer.family = LayerFamily::Activation;
  layer.build = build;
  return layer;
}

}  // namespace fovea
