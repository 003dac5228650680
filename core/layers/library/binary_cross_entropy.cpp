// Why: the loss for several independent yes-or-no outputs.
#include "core/layers/activation_layer.h"
#include "core/layers/loss_terms.h"
#include "core/layers/metric_names.h"

namespace fovea::binary_cross_entropy_layer {
namespace {

// The fraction of correct outputs, summed over the batch.
ValueId rightAnswers(LayerBuilder& builder, ValueId scores, ValueId target) {
  GraphBuilder& graph = builder.graph();
  const ValueId right = formula(
      graph, {scores, target}, [](PointwiseBuilder& b) { return equal(less(0.0, b.input(0)), less(0.5, b.input(1))); });
  return graph.emitOne("scale", {{"factor", static_cast<double>(builder.batch())}}, {meanOf(graph, right)});
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  GraphBuilder& graph = builder.graph();
  const ValueId probabilities = graph.emitOne("sigmoid", {}, {inputs[0]});
  builder.setPredictions(probabilities);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{probabilities};
  const ValueId target = realTarget(builder, inputs[0]);
  const FieldValues attributes{{"positive_weight", values.real("positive_weight")}};
  builder.setLoss(meanOf(graph, graph.emitOne("binary_cross_entropy", attributes, {inputs[0], target})));
  builder.addMetric(
      {.name = kPartAccuracy, .title = "Accuracy", .value = rightAnswers(builder, inputs[0], target), .unit = "%"});
  return std::vector<ValueId>{probabilities};
}

}  // namespace

LayerType binaryCrossEntropyLayer() {
  LayerType layer;
  layer.name = "binary_cross_entropy";
  layer.title = "Binary cross-entropy";
  layer.help =
      "The loss for yes-or-no answers, of which several may be true at once. It turns each score into a probability "
      "(sigmoid).\n"
      "Formula: loss = mean of −w · t · log(s) − (1 − t) · log(1 − s), s the sigmoid of the score, t the target (0 or "
      "1, or "
      "between).\n"
      "Input: scores [N, K] or any shape; the target of the data set must be numbers of the same shape. Output: "
      "probabilities.\n"
      "Default: weight w of positives 1; a larger one makes rare yes answers count more.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::SeveralLabels, {}, true}};
  layer.answers = AnswerMeaning::SeveralClasses;
  layer.parameters = Schema(
      {numberField("positive_weight", "Weight of positives", "The weight of the targets that are 1.", 1, 0, 1e6)});
  layer.outputs = {{"probabilities"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::binary_cross_entropy_layer
