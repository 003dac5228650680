// Why: the loss for predicting a distribution, such as another network's output.
#include "core/layers/layer_checks.h"
#include "core/layers/loss_terms.h"

namespace fovea::kl_divergence_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  FOVEA_CHECK(needVector("KL divergence", builder.shapeOf(inputs[0])));
  GraphBuilder& graph = builder.graph();
  const ValueId logarithms = graph.emitOne("log_softmax", {}, {inputs[0]});
  const ValueId probabilities = formula(graph, logarithms, exponential);
  builder.setPredictions(probabilities);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{probabilities};
  const ValueId target = realTarget(builder, inputs[0]);
  const ValueId parts = formula(graph, {logarithms, target}, [](PointwiseBuilder& b) {
    const PointwiseTerm t = b.input(1);
    return select(less(0.0, t), t * (logarithm(t) - b.input(0)), 0.0);
  });
  const double share = 1.0 / static_cast<double>(builder.batch());
  builder.setLoss(graph.emitOne("scale", {{"factor", share}}, {sumOf(graph, parts)}));
  return std::vector<ValueId>{probabilities};
}

}  // namespace

LayerType klDivergenceLayer() {
  LayerType layer;
  layer.name = "kl_divergence";
  layer.title = "KL divergence";
  layer.help =
      "The loss for predicting a whole distribution: another network's probabilities, or the shares of several raters. "
      "It turns "
      "the scores into probabilities (softmax).\n"
      "Formula: loss = sum over k of t[k] · (log t[k] − log p[k]), mean over the batch; 0 where t[k] is 0.\n"
      "Input: scores [N, K]; the target of the data set must be probabilities [N, K]. Output: probabilities [N, K]. "
      "Source: Kullback and Leibler 1951.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::SeveralLabels}};
  layer.answers = AnswerMeaning::Classes;
  layer.outputs = {{"probabilities"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::kl_divergence_layer
