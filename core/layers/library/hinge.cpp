// Why: the large-margin loss between classes.
#include "core/layers/activation_layer.h"
#include "core/layers/layer_checks.h"
#include "core/layers/loss_terms.h"
#include "core/layers/metric_names.h"

namespace fovea::hinge_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  FOVEA_CHECK(needVector("Hinge", builder.shapeOf(inputs[0])));
  GraphBuilder& graph = builder.graph();
  builder.setPredictions(inputs[0]);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{inputs[0]};
  const ClassScores scores{.scores = inputs[0], .classes = builder.shapeOf(inputs[0])[1]};
  const ValueId labels = classLabels(builder, scores);
  const ValueId oneHot = oneHotLabels(graph, scores, labels);
  const ValueId picked =
      formula(graph, {oneHot, inputs[0]}, [](PointwiseBuilder& b) { return select(b.input(0), b.input(1), 0.0); });
  const ValueId own = sumOverClasses(graph, scores, picked, true), counts = sumOverClasses(graph, scores, oneHot, true);
  const double margin = values.real("margin"), share = 1.0 / static_cast<double>(scores.classes);
  const ValueId costs = formula(graph, {inputs[0], own, oneHot, counts}, [=](PointwiseBuilder& b) {
    const PointwiseTerm cost = maximum(b.input(0) - b.input(1) + margin, 0.0) * share;
    return select(b.input(2), 0.0, b.input(3) * cost);
  });
  setMeanLoss(builder, scores, costs, counts);
  addClassMetrics(builder, scores, labels);
  return std::vector<ValueId>{inputs[0]};
}

}  // namespace

LayerType hingeLayer() {
  LayerType layer;
  layer.name = "hinge";
  layer.title = "Hinge";
  layer.help =
      "A loss for classification with a margin: every wrong class whose score comes closer "
      "than the margin to that of the right class costs.\n"
      "Formula: loss = mean over the batch of sum over k ≠ label of max(0, margin + x[k] − x[label]) / K. Default: "
      "margin 1.\n"
      "Input: scores [N, K]; output: the same. The labels come from the data set; negative ones do not count. "
      "Source: Crammer and Singer 2001.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::Label}};
  layer.loss.decidingMetric = kSampleAccuracy;
  layer.loss.scores = true;
  layer.answers = AnswerMeaning::Classes;
  layer.parameters =
      Schema({numberField("margin", "Margin", "How much larger the score of the right class should be.", 1, 0, 1e6)});
  layer.outputs = {{"scores"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::hinge_layer
