#include "core/layers/loss_terms.h"

#include <fmt/format.h>

#include "core/layers/layer_checks.h"
#include "core/layers/metric_names.h"
#include "core/ops/class_axis.h"
#include "core/ops/op_rules.h"
#include "core/ops/reduction.h"

namespace fovea {
namespace {

constexpr std::int64_t kMostConfusedClasses = 512;  // the confusion matrix has their square of entries

Status checkScores(const std::string& subject, const Shape& shape, bool byPosition) {
  if (!byPosition) return needVector(subject, shape);
  if (shape.rank() >= 3) return {};
  return fail(
      ErrorCode::InvalidArgument,
      fmt::format("{} with a label for each position needs an image [K, H, W] or a sequence [T, K], but got {}.",
                  subject, inputWords(shape)),
      "Set its labels to one for each sample.");
}

}  // namespace

ValueId meanOf(GraphBuilder& graph, ValueId value) {
  return graph.emitOne("reduce_mean", {}, {value});
}

ValueId sumOf(GraphBuilder& graph, ValueId value) {
  return graph.emitOne("reduce_sum", {}, {value});
}

ValueId meanOver(GraphBuilder& graph, ValueId values, ValueId counts) {
  return formula(graph, {sumOf(graph, values), sumOf(graph, counts)},
                 [](PointwiseBuilder& b) { return b.input(0) / maximum(b.input(1), 1.0); });
}

ValueId ratioOf(GraphBuilder& graph, ValueId part, ValueId whole) {
  const ValueId first = reshapedTo(graph, part, Shape{1}), second = reshapedTo(graph, whole, Shape{1});
  return graph.emitOne("concatenate", {{"axis", std::int64_t{0}}}, {first, second});
}

void setMeanLoss(LayerBuilder& builder, const ClassScores& scores, ValueId values, ValueId counts) {
  LossCount count;
  if (!scores.countsAll()) count = {sumOf(builder.graph(), counts), scores.countKey()};
  builder.setLoss(meanOver(builder.graph(), values, counts), count);
}

ValueId formula(GraphBuilder& graph, ValueId x, PointwiseTerm (*of)(PointwiseTerm)) {
  return formula(graph, {x}, [of](PointwiseBuilder& b) { return of(b.input(0)); });
}

ValueId realTarget(LayerBuilder& builder, ValueId predictions) {
  return builder.target({DataType::Float32, builder.shapeOf(predictions)});
}

std::string ClassScores::countKey() const {
  return fmt::format("{}-{}", classes, ignored);
}

std::vector<Field> classFields() {
  Field labels = plainField("labels", "Labels", "Whether each sample has one label, or each pixel or step of it.");
  labels.kind = FieldKind::Choice;
  labels.defaultValue = std::string("sample");
  labels.choices = {{"sample", "One for each sample"}, {"position", "One for each position"}};
  Field axis = plainField("class_axis", "Classes along",
                          "Where the scores of the classes are; by itself: the last axis of a sequence, else axis 1.");
  axis.kind = FieldKind::Choice;
  axis.defaultValue = std::string("automatic");
  axis.choices = {{"automatic", "By itself"}, {"second", "Axis 1 [N, K, ...]"}, {"last", "The last axis [N, ..., K]"}};
  Field ignored = plainField("ignore_index", "Ignored label",
                             "Positions with this label do not count; negative labels never do.", -1, 1'000'000'000);
  ignored.defaultValue = std::int64_t{-1};
  return {labels, axis, ignored};
}

Result<ClassScores> readClassScores(const std::string& subject, LayerBuilder& builder, const FieldValues& values,
                                    ValueId scores) {
  const Shape shape = builder.shapeOf(scores);
  ClassScores result;
  result.scores = scores;
  result.byPosition = values.text("labels") == "position";
  result.ignored = values.integer("ignore_index");
  FOVEA_CHECK(checkScores(subject, shape, result.byPosition));
  const std::string& axis = values.text("class_axis");
  const bool last = axis == "last" || (axis == "automatic" && shape.rank() == 3);
  result.axis = last ? shape.rank() - 1 : 1;
  result.classes = shape[result.axis];
  if (result.classes == 0) return fail(ErrorCode::InvalidArgument, subject + " has no classes to choose from.");
  return result;
}

ValueId classLabels(LayerBuilder& builder, const ClassScores& scores) {
  return builder.target({DataType::Int32, positionsOf(builder.shapeOf(scores.scores), scores.axis)});
}

void addClassMetrics(LayerBuilder& builder, const ClassScores& scores, ValueId labels) {
  GraphBuilder& graph = builder.graph();
  const auto count = [&](std::int64_t top) {
    FieldValues attributes = scores.attributes();
    attributes.set("top", top);
    return graph.emitOne("class_counts", attributes, {scores.scores, labels});
  };
  const bool countsAll = scores.countsAll();
  builder.addMetric({.name = scores.byPosition ? kPartAccuracy : kSampleAccuracy,
                     .title = "Accuracy",
                     .value = countsAll ? graph.emitOne("correct_count", {}, {scores.scores, labels}) : count(1),
                     .kind = countsAll ? MetricKind::MeanOverSamples : MetricKind::Ratio,
                     .unit = "%"});
  if (builder.mode() == NetworkMode::Training) return;
  if (scores.classes > 5)
    builder.addMetric(
        {.name = "top_5", .title = "Top-5 accuracy", .value = count(5), .kind = MetricKind::Ratio, .unit = "%"});
  if (scores.classes > kMostConfusedClasses) return;
  builder.addMetric({.name = "confusion",
                     .title = "Confusion",
                     .value = graph.emitOne("confusion_counts", scores.attributes(), {scores.scores, labels}),
                     .kind = MetricKind::Confusion,
                     .unit = {}});
}

ValueId countedLabels(GraphBuilder& graph, const ClassScores& scores, ValueId labels) {
  const ValueId counts = graph.emitOne("class_counts", scores.attributes(), {scores.scores, labels});
  const ValueId counted = graph.emitOne(
      "slice", {{"axis", std::int64_t{0}}, {"start", std::int64_t{1}}, {"length", std::int64_t{1}}}, {counts});
  return reshapedTo(graph, counted, Shape{});
}

ValueId probabilitiesOf(GraphBuilder& graph, const ClassScores& scores) {
  if (scores.axis == 1) return graph.emitOne("softmax", {}, {scores.scores});
  return formula(graph, graph.emitOne("log_softmax", {{"axis", std::int64_t{scores.axis}}}, {scores.scores}),
                 exponential);
}

ValueId oneHotLabels(GraphBuilder& graph, const ClassScores& scores, ValueId labels) {
  FieldValues attributes = scores.attributes();
  attributes.set("classes", scores.classes);
  return graph.emitOne("one_hot", attributes, {labels});
}

ValueId sumOverClasses(GraphBuilder& graph, const ClassScores& scores, ValueId value, bool keepAxis) {
  return graph.emitOne("reduce_sum", {{"axes", std::vector<std::int64_t>{scores.axis}}, {"keep_dims", keepAxis}},
                       {value});
}

std::vector<ValueId> buildDifferenceLoss(LayerBuilder& builder, const FieldValues& values, ValueId x,
                                         const std::function<PointwiseTerm(PointwiseTerm)>& of) {
  builder.setPredictions(x);
  if (builder.mode() == NetworkMode::Inference) return {x};
  GraphBuilder& graph = builder.graph();
  const ValueId target = realTarget(builder, x);
  const auto differenceOf = [&](PointwiseBuilder& b) { return of(b.input(0) - b.input(1)); };
  builder.setLoss(meanOf(graph, formula(graph, {x, target}, differenceOf)));
  addErrorMetrics(builder, x, target, values.real("range"));
  return {x};
}

}  // namespace fovea
