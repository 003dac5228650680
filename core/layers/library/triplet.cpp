// Why: the loss that learns from triplets which samples are more similar.
#include "core/layers/activation_layer.h"
#include "core/layers/layer_checks.h"
#include "core/layers/loss_terms.h"

namespace fovea::triplet_layer {
namespace {

constexpr double kNearZero = 1e-8;  // keeps the gradient of the root finite for two equal samples
constexpr double kNone = -1e30;     // below any distance

// The maximum of sign · distance over the samples whose pairing is `kind`; kNone if there is none.
ValueId farthest(GraphBuilder& graph, ValueId squares, ValueId pairs, double kind, double sign) {
  const ValueId distances = formula(graph, {squares, pairs}, [=](PointwiseBuilder& b) {
    return select(equal(b.input(1), kind), squareRoot(b.input(0) + kNearZero) * sign, kNone);
  });
  return graph.emitOne("reduce_max", {{"axes", std::vector<std::int64_t>{1}}}, {distances});
}

PointwiseTerm hasBoth(PointwiseTerm same, PointwiseTerm other) {
  return less(0.5 * kNone, minimum(same, other));
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  FOVEA_CHECK(needVector("Triplet", builder.shapeOf(inputs[0])));
  GraphBuilder& graph = builder.graph();
  builder.setPredictions(inputs[0]);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{inputs[0]};
  const ValueId pairs = graph.emitOne("label_pairs", {}, {builder.labels()});
  const ValueId squares = graph.emitOne("squared_distances", {}, {inputs[0]});
  const ValueId same = farthest(graph, squares, pairs, 1, 1), other = farthest(graph, squares, pairs, 0, -1);
  const double margin = values.real("margin");
  const ValueId costs = formula(graph, {same, other}, [margin](PointwiseBuilder& b) {
    const PointwiseTerm cost = maximum(b.input(0) + b.input(1) + margin, 0.0);
    return select(hasBoth(b.input(0), b.input(1)), cost, 0.0);
  });
  const ValueId counts =
      formula(graph, {same, other}, [](PointwiseBuilder& b) { return hasBoth(b.input(0), b.input(1)); });
  builder.setLossOfBatch(meanOver(graph, costs, counts));
  return std::vector<ValueId>{inputs[0]};
}

}  // namespace

LayerType tripletLayer() {
  LayerType layer;
  layer.name = "triplet";
  layer.title = "Triplet";
  layer.help =
      "Learns an embedding in which the farthest sample with the same label is closer than the nearest one with "
      "another label, by "
      "a margin. Batches must hold several samples of each label.\n"
      "Formula: loss = mean over the samples of max(0, margin + largest distance to the same label − smallest distance "
      "to "
      "another). Samples without both do not count. Default: margin 0.2.\n"
      "Input: embeddings [N, D]; output: the same. The labels come from the data set; negative ones do not count. "
      "Source: Hermans, Beyer and Leibe 2017 (batch hard).";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::Label}};
  layer.answers = AnswerMeaning::Embedding;
  layer.parameters =
      Schema({numberField("margin", "Margin", "How much closer the same label should be.", 0.2, 0, 1e6)});
  layer.outputs = {{"embeddings"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::triplet_layer
