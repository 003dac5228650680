// Why: the loss that maximises the mean output of a layer: for finding the input that activates it most.
#include "core/layers/loss_terms.h"

namespace fovea::maximise_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  builder.setPredictions(inputs[0]);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{inputs[0]};
  GraphBuilder& graph = builder.graph();
  builder.setLoss(graph.emitOne("scale", {{"factor", -1.0}}, {meanOf(graph, inputs[0])}));
  return std::vector<ValueId>{inputs[0]};
}

}  // namespace

LayerType maximiseLayer() {
  LayerType layer;
  layer.name = "maximise";
  layer.title = "Maximise";
  layer.help =
      "The loss that makes a layer say as much as it can. Behind a Learned input and frozen layers it finds the input "
      "that "
      "excites them most; a Slice before it chooses a channel or a class.\n"
      "Formula: loss = − mean of x. It has no lower bound: let few steps be enough, or add a loss that holds the "
      "input.\n"
      "Input: any shape. Output: the input. It needs no target of the data set. Source: Erhan, Bengio, Courville and "
      "Vincent 2009.";
  layer.family = LayerFamily::Loss;
  layer.build = build;
  return layer;
}

}  // namespace fovea::maximise_layer
