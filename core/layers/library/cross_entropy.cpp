// Why: the standard loss of classification.
#include <fmt/format.h>

#include <charconv>
#include <tuple>

#include "core/layers/activation_layer.h"
#include "core/layers/layer_checks.h"
#include "core/layers/loss_terms.h"
#include "core/layers/metric_names.h"
#include "core/ops/reduction.h"

namespace fovea::cross_entropy_layer {
namespace {

// Parses "1, 2.5, 0.3": as many positive numbers as there are classes.
Result<std::vector<float>> readWeights(const std::string& text, std::int64_t classes) {
  std::vector<float> weights;
  const char *at = text.data(), *end = text.data() + text.size();
  while (at != end) {
    if (*at == ' ' || *at == ',') {
      ++at;
      continue;
    }
    float weight = 0;
    const auto [next, error] = std::from_chars(at, end, weight);
    if (error != std::errc() || !(weight >= 0) || weight > 1e30f || (next != end && *next != ' ' && *next != ','))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("The class weights must be numbers from 0 on, but there is \"{}\".",
                              std::string(at, end).substr(0, 20)));
    weights.push_back(weight);
    at = next;
  }
  if (!weights.empty() && static_cast<std::int64_t>(weights.size()) != classes)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("There are {} class weights for {} classes.", weights.size(), classes),
                "Give one for each class, or none.");
  return weights;
}

// Perplexity: exp of the mean loss of the positions with a label.
void addPerplexity(LayerBuilder& builder, const ClassScores& scores, ValueId labels, ValueId loss) {
  GraphBuilder& graph = builder.graph();
  const ValueId counted = countedLabels(graph, scores, labels);
  const ValueId sum = graph.emitOne("multiply", {}, {loss, counted});
  builder.addMetric({.name = "perplexity",
                     .title = "Perplexity",
                     .value = ratioOf(graph, sum, counted),
                     .kind = MetricKind::ExponentialOfRatio,
                     .unit = {},
                     .lowerIsBetter = true});
}

// One weight for each class, to multiply with values in the scores' shape.
ValueId classFactors(GraphBuilder& graph, const ClassScores& scores, const std::vector<float>& weights) {
  std::vector<std::int64_t> extents(static_cast<std::size_t>(graph.typeOf(scores.scores).shape.rank()), 1);
  extents[static_cast<std::size_t>(scores.axis)] = scores.classes;
  Tensor factors = Tensor::make({DataType::Float32, Shape(extents)});
  std::ranges::copy(weights, factors.data<float>());
  return graph.constant(factors);
}

// The sum of the weights of the labels that count.
LossCount weightOfLabels(GraphBuilder& graph, const ClassScores& scores, const std::vector<float>& weights,
                         ValueId labels) {
  if (weights.empty() && scores.countsAll()) return {};
  if (weights.empty()) return {countedLabels(graph, scores, labels), scores.countKey()};
  const ValueId weighted =
      graph.emitOne("multiply", {}, {oneHotLabels(graph, scores, labels), classFactors(graph, scores, weights)});
  return {sumOf(graph, weighted), fmt::format("{}:{}", scores.countKey(), fmt::join(weights, " "))};
}

// Class probabilities f32 [N, K] as targets without the share of the ignored class, and what is left of each sample:
// [N, 1].
std::pair<ValueId, ValueId> withoutIgnored(GraphBuilder& graph, const ClassScores& scores, ValueId target) {
  Tensor kept = Tensor::make({DataType::Float32, Shape{1, scores.classes}});
  for (std::int64_t k = 0; k < scores.classes; ++k) kept.data<float>()[k] = k == scores.ignored ? 0.0f : 1.0f;
  const ValueId shares = graph.emitOne("multiply", {}, {target, graph.constant(kept)});
  return {shares, sumOverClasses(graph, scores, shares, true)};
}

// Sets the loss for class probabilities f32 [N, K] as targets: the mean of -sum of w t log p, with the smoothed targets
// t. Accuracy is the target probability of the predicted class. The share of an ignored class counts in neither.
void setLossOfShares(LayerBuilder& builder, const ClassScores& scores, const std::vector<float>& weights,
                     double smoothing) {
  GraphBuilder& graph = builder.graph();
  ValueId target = realTarget(builder, scores.scores), counts;
  const bool ignores = scores.ignored >= 0 && scores.ignored < scores.classes;
  if (ignores) std::tie(target, counts) = withoutIgnored(graph, scores, target);
  const ValueId logarithms = graph.emitOne("log_softmax", {}, {scores.scores});
  const double all = smoothing / static_cast<double>(scores.classes);
  const auto part = [&](PointwiseBuilder& b, PointwiseTerm share) {
    return -(b.input(0) * (1 - smoothing) + share) * b.input(1);
  };
  ValueId parts =
      ignores
          ? formula(graph, {target, logarithms, counts}, [&](PointwiseBuilder& b) { return part(b, b.input(2) * all); })
          : formula(graph, {target, logarithms}, [&](PointwiseBuilder& b) { return part(b, b.constant(all)); });
  if (!weights.empty()) parts = graph.emitOne("multiply", {}, {parts, classFactors(graph, scores, weights)});
  const ValueId highest =
      graph.emitOne("reduce_max", {{"axes", std::vector<std::int64_t>{1}}, {"keep_dims", true}}, {scores.scores});
  const ValueId taken = formula(graph, {scores.scores, highest, target}, [](PointwiseBuilder& b) {
    return select(equal(b.input(0), b.input(1)), b.input(2), 0.0);
  });
  if (ignores) {
    builder.addMetric({.name = kSampleAccuracy,
                       .title = "Accuracy",
                       .value = ratioOf(graph, sumOf(graph, taken), sumOf(graph, counts)),
                       .kind = MetricKind::Ratio,
                       .unit = "%"});
    const ValueId count = sumOf(graph, counts);  // may be below 1
    const ValueId mean = formula(graph, {sumOf(graph, parts), count}, [](PointwiseBuilder& b) {
      return b.input(0) / select(equal(b.input(1), 0.0), 1.0, b.input(1));
    });
    builder.setLoss(mean, {count, "%" + scores.countKey()});
    return;
  }
  builder.addMetric({.name = kSampleAccuracy, .title = "Accuracy", .value = sumOf(graph, taken), .unit = "%"});
  builder.setLoss(
      graph.emitOne("scale", {{"factor", 1.0 / static_cast<double>(builder.batch())}}, {sumOf(graph, parts)}));
}

// The output is the probabilities in every mode, so that the layer looks the same on the canvas and under inspection.
Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  FOVEA_TRY(const ClassScores scores, readClassScores("Cross-entropy", builder, values, inputs[0]));
  FOVEA_TRY(const std::vector<float> weights, readWeights(values.text("class_weights"), scores.classes));
  GraphBuilder& graph = builder.graph();
  if (builder.mode() == NetworkMode::Inference) {
    const ValueId probabilities = probabilitiesOf(graph, scores);
    builder.setPredictions(probabilities);
    return std::vector<ValueId>{probabilities};
  }
  const double smoothing = values.real("label_smoothing");
  if (values.text("labels") == "shares") {
    setLossOfShares(builder, scores, weights, smoothing);
    const ValueId probabilities = probabilitiesOf(graph, scores);
    builder.setPredictions(probabilities);
    return std::vector<ValueId>{probabilities};
  }
  const ValueId labels = classLabels(builder, scores);
  const bool plain = weights.empty() && smoothing == 0;
  std::vector<ValueId> outputs;
  if (plain && scores.countsAll()) {
    outputs = graph.emit("softmax_cross_entropy", {}, {inputs[0], labels});
  } else {
    std::vector<ValueId> operands{inputs[0], labels};
    if (!weights.empty()) {
      Tensor tensor = Tensor::make({DataType::Float32, Shape{scores.classes}});
      std::copy(weights.begin(), weights.end(), tensor.data<float>());
      operands.push_back(graph.constant(tensor));
    }
    FieldValues attributes = scores.attributes();
    attributes.set("label_smoothing", smoothing);
    outputs = graph.emit("cross_entropy", attributes, operands);
  }
  builder.setLoss(outputs[0], weightOfLabels(graph, scores, weights, labels));
  builder.setPredictions(outputs[1]);
  addClassMetrics(builder, scores, labels);
  if (plain && builder.shapeOf(inputs[0]).rank() == 3) addPerplexity(builder, scores, labels, outputs[0]);
  return std::vector<ValueId>{outputs[1]};
}

}  // namespace

LayerType crossEntropyLayer() {
  LayerType layer;
  layer.name = "cross_entropy";
  layer.title = "Cross-entropy";
  layer.help =
      "The loss for telling classes apart. It turns the scores into probabilities (softmax) and measures how little of "
      "them the right class gets; training makes that small.\n"
      "Formula: loss = mean of −log(exp(x[label]) / sum over k of exp(x[k])).\n"
      "Input: scores [N, K], one for each of K classes, with one label for each sample; or with a label for each "
      "position: images [N, K, H, W] with labels [N, H, W], sequences [N, T, K] with labels [N, T]. Output: "
      "probabilities of the same shape. The labels come from the data set. Shares of the classes are numbers [N, K], 1 "
      "in sum, "
      "with −sum over k of share[k] · log p[k] as the loss; where transforms mix samples, training takes shares by "
      "itself.\n"
      "Class weights make rare classes count more (the mean is then a weighted one). Label smoothing gives a share of "
      "each label to all classes, against overconfidence. Negative labels and the ignored one do not count.\n"
      "Defaults: one label for each sample, no weights, no smoothing. Source: Szegedy et al. 2016 (smoothing).";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::Label, {}, true},
                        {TargetKind::LabelMap, {{"labels", std::string("position")}}, true}};
  layer.loss.decidingMetric = kSampleAccuracy;
  layer.loss.takingShares = [](const FieldValues& values) -> std::optional<FieldValues> {
    const FieldValue* const labels = values.find("labels");
    if (labels && *labels != FieldValue(std::string("sample"))) return std::nullopt;
    return FieldValues{{"labels", std::string("shares")}};
  };
  layer.loss.logLikelihood = true;
  layer.loss.classWeights = "class_weights";
  layer.answers = AnswerMeaning::Classes;
  std::vector<Field> fields = classFields();
  fields.front().choices.push_back({"shares", "Shares of the classes for each sample"});
  fields.push_back(
      numberField("label_smoothing", "Label smoothing", "The share of each label given to all classes.", 0, 0, 1));
  Field weights =
      plainField("class_weights", "Class weights", "One number for each class, as 1, 2.5, 0.3; none: all 1.");
  weights.kind = FieldKind::Text;
  weights.defaultValue = std::string();
  fields.push_back(weights);
  layer.parameters = Schema(std::move(fields));
  layer.outputs = {{"probabilities"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::cross_entropy_layer
