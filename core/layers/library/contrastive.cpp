// Why: the loss that learns from pairs of samples which of them are similar.
#include "core/layers/activation_layer.h"
#include "core/layers/layer_checks.h"
#include "core/layers/loss_terms.h"

namespace fovea::contrastive_layer {
namespace {

constexpr double kNearZero = 1e-8;  // keeps the gradient of the root finite for two equal samples

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  FOVEA_CHECK(needVector("Contrastive", builder.shapeOf(inputs[0])));
  GraphBuilder& graph = builder.graph();
  builder.setPredictions(inputs[0]);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{inputs[0]};
  const ValueId pairs = graph.emitOne("label_pairs", {}, {builder.labels()});
  const ValueId squares = graph.emitOne("squared_distances", {}, {inputs[0]});
  const double margin = values.real("margin");
  const ValueId costs = formula(graph, {squares, pairs}, [margin](PointwiseBuilder& b) {
    const PointwiseTerm gap = maximum(margin - squareRoot(b.input(0) + kNearZero), 0.0);
    const PointwiseTerm cost = select(equal(b.input(1), 1.0), b.input(0), square(gap)) * 0.5;
    return select(less(b.input(1), 0.0), 0.0, cost);
  });
  const ValueId counts = formula(graph, {pairs}, [](PointwiseBuilder& b) { return lessEqual(0.0, b.input(0)); });
  builder.setLossOfBatch(meanOver(graph, costs, counts));
  return std::vector<ValueId>{inputs[0]};
}

}  // namespace

LayerType contrastiveLayer() {
  LayerType layer;
  layer.name = "contrastive";
  layer.title = "Contrastive";
  layer.help =
      "Learns an embedding in which samples with the same label lie close together and others at least a margin apart. "
      "All pairs "
      "of the batch count.\n"
      "Formula: loss = mean over pairs of d²/2 for equal labels, max(0, margin − d)²/2 for different ones, d the "
      "distance. "
      "Default: margin 1.\n"
      "Input: embeddings [N, D]; output: the same. The labels come from the data set; negative ones do not count. "
      "Source: Hadsell, Chopra and LeCun 2006.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::Label}};
  layer.answers = AnswerMeaning::Embedding;
  layer.parameters = Schema(
      {numberField("margin", "Margin", "How far apart samples with different labels should lie.", 1, 1e-6, 1e6)});
  layer.outputs = {{"embeddings"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::contrastive_layer
