// Why: the loss of classification: what training makes small.
#include "core/layers/layer_checks.h"

namespace fovea {
namespace {

// The output is the probabilities in every mode, so that the layer looks the same on the canvas and under inspection.
Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  FOVEA_CHECK(needVector("Cross-entropy", builder.shapeOf(inputs[0])));
  GraphBuilder& graph = builder.graph();
  if (builder.mode() == NetworkMode::Inference) {
    const ValueId probabilities = graph.emitOne("softmax", {}, {inputs[0]});
    builder.setPredictions(probabilities);
    return std::vector<ValueId>{probabilities};
  }
  const ValueId labels = builder.labels();
  const std::vector<ValueId> outputs = graph.emit("softmax_cross_entropy", {}, {inputs[0], labels});
  builder.setLoss(outputs[0]);
  builder.setPredictions(outputs[1]);
  builder.addMetric({.name = "correct",
                     .title = "Accuracy",
                     .value = graph.emitOne("correct_count", {}, {inputs[0], labels}),
                     .unit = "%"});
  return std::vector<ValueId>{outputs[1]};
}

}  // namespace

LayerType crossEntropyLayer() {
  LayerType layer;
  layer.name = "cross_entropy";
  layer.title = "Cross-entropy";
  layer.help =
      "The loss for telling classes apart. It turns the scores into probabilities (softmax) and measures how little of "
      "them "
      "the right class gets; training makes that small.\n"
      "Formula: loss = mean over the batch of −log(exp(x[label]) / sum over k of exp(x[k])).\n"
      "Input: scores [N, K], one for each of K classes; output: probabilities [N, K]. The labels come from the data "
      "set.";
  layer.family = LayerFamily::Loss;
  layer.outputs = {{"probabilities"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea
