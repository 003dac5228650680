// Why: a cross-entropy that gives hard samples more weight.
#include "core/layers/activation_layer.h"
#include "core/layers/loss_terms.h"
#include "core/layers/metric_names.h"

namespace fovea::focal_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  FOVEA_TRY(const ClassScores scores, readClassScores("Focal", builder, values, inputs[0]));
  GraphBuilder& graph = builder.graph();
  const ValueId logarithms = graph.emitOne("log_softmax", {{"axis", std::int64_t{scores.axis}}}, {inputs[0]});
  const ValueId probabilities = formula(graph, logarithms, exponential);
  builder.setPredictions(probabilities);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{probabilities};
  const ValueId labels = classLabels(builder, scores);
  const ValueId oneHot = oneHotLabels(graph, scores, labels);
  const ValueId own = sumOverClasses(graph, scores, formula(graph, {oneHot, logarithms}, [](PointwiseBuilder& b) {
                                       return select(b.input(0), b.input(1), 0.0);
                                     }));
  const double alpha = values.real("alpha"), gamma = values.real("gamma");
  const ValueId losses = formula(graph, {own}, [=](PointwiseBuilder& b) {
    // The bound keeps the gradient finite if p is 1 and gamma below 1.
    const PointwiseTerm doubt = maximum(-exponentialMinusOne(b.input(0)), 1e-7);
    return power(doubt, gamma) * (b.input(0) * -alpha);
  });
  setMeanLoss(builder, scores, losses, oneHot);
  addClassMetrics(builder, scores, labels);
  return std::vector<ValueId>{probabilities};
}

}  // namespace

LayerType focalLayer() {
  LayerType layer;
  layer.name = "focal";
  layer.title = "Focal";
  layer.help =
      "A cross-entropy in which samples that are right already count less: for detection and segmentation, where most "
      "of an "
      "image is easy background.\n"
      "Formula: loss = mean of −alpha · (1 − p)^gamma · log p, p the probability of the label. Defaults: gamma 2, "
      "alpha 1.\n"
      "Input: scores [N, K] with one label for each sample, or with a label for each position [N, K, H, W] or [N, T, "
      "K]. Output: "
      "probabilities of the same shape. Negative labels and the ignored one do not count. Source: Lin et al. 2017.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::Label}, {TargetKind::LabelMap, {{"labels", std::string("position")}}}};
  layer.loss.decidingMetric = kSampleAccuracy;
  layer.loss.favoursHardSamples = true;
  layer.answers = AnswerMeaning::Classes;
  std::vector<Field> fields = classFields();
  fields.push_back(
      numberField("gamma", "Gamma", "How much less what is right already counts; 0: cross-entropy.", 2, 0, 20));
  fields.push_back(numberField("alpha", "Alpha", "A factor on the loss.", 1, 0, 1e6));
  layer.parameters = Schema(std::move(fields));
  layer.outputs = {{"probabilities"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::focal_layer
