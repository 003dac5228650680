// Why: the loss of overlap in segmentation.
#include "core/layers/activation_layer.h"
#include "core/layers/loss_terms.h"

namespace fovea::dice_layer {
namespace {

// Sums over all axes except the classes.
ValueId sumOfClass(GraphBuilder& graph, const ClassScores& scores, ValueId value) {
  std::vector<std::int64_t> axes;
  for (int axis = 0; axis < graph.typeOf(value).shape.rank(); ++axis)
    if (axis != scores.axis) axes.push_back(axis);
  return graph.emitOne("reduce_sum", {{"axes", axes}}, {value});
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  FieldValues choices = values;
  choices.set("labels", std::string("position"));
  FOVEA_TRY(const ClassScores scores, readClassScores("Dice", builder, choices, inputs[0]));
  GraphBuilder& graph = builder.graph();
  const ValueId probabilities = probabilitiesOf(graph, scores);
  builder.setPredictions(probabilities);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{probabilities};
  const ValueId labels = classLabels(builder, scores);
  const ValueId truth = oneHotLabels(graph, scores, labels);
  const ValueId counts = sumOverClasses(graph, scores, truth, true);
  const ValueId counted = graph.emitOne("multiply", {}, {probabilities, counts});
  const ValueId overlap = sumOfClass(graph, scores, graph.emitOne("multiply", {}, {counted, truth}));
  const double smooth = values.real("smooth");
  const ValueId misses = formula(
      graph, {overlap, sumOfClass(graph, scores, counted), sumOfClass(graph, scores, truth)},
      [smooth](PointwiseBuilder& b) { return 1.0 - (b.input(0) * 2.0 + smooth) / (b.input(1) + b.input(2) + smooth); });
  builder.setLossOfBatch(meanOf(graph, misses));
  addClassMetrics(builder, scores, labels);
  return std::vector<ValueId>{probabilities};
}

}  // namespace

LayerType diceLayer() {
  LayerType layer;
  layer.name = "dice";
  layer.title = "Dice";
  layer.help =
      "A loss for segmentation that measures how well predicted and true areas overlap; small areas count as much as "
      "large "
      "ones.\n"
      "Formula: loss = 1 − mean over the classes of (2 · sum of p · t + smooth) / (sum of p + sum of t + smooth), with "
      "the "
      "probabilities p (softmax), t 1 where the class is the label, sums over the batch and all positions. Default: "
      "smooth 1.\n"
      "Input: scores [N, K, H, W] with labels [N, H, W], or sequences [N, T, K] with labels [N, T]. Output: "
      "probabilities of the "
      "same shape. Negative labels and the ignored one do not count. Source: Milletari, Navab and Ahmadi 2016.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::LabelMap}};
  layer.answers = AnswerMeaning::Classes;
  std::vector<Field> fields = classFields();
  fields.erase(fields.begin());  // every position has a label, so the first field does not apply
  fields.push_back(
      numberField("smooth", "Smooth", "Added above and below, so that an empty class costs nothing.", 1, 1e-6, 1e6));
  layer.parameters = Schema(std::move(fields));
  layer.outputs = {{"probabilities"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::dice_layer
