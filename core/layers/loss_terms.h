// Why: losses share how they read targets, how they average, and their common metrics.
// Functions write to the builder's graph and are as thread-safe as the builder; its errors are sticky.
#pragma once
#include <functional>

#include "core/layers/layer_type.h"
#include "core/ops/pointwise_builder.h"

namespace fovea {

// The mean of all elements, a single number.
ValueId meanOf(GraphBuilder& graph, ValueId value);
// The sum of all elements, a single number.
ValueId sumOf(GraphBuilder& graph, ValueId value);
// Sum of `values` / max(sum of `counts`, 1): a mean over the counted elements.
ValueId meanOver(GraphBuilder& graph, ValueId values, ValueId counts);
// The parts of a ratio, two single numbers, as f32 [2]: such sums are added up over batches.
ValueId ratioOf(GraphBuilder& graph, ValueId part, ValueId whole);

// Emits a formula of one, two or three values.
ValueId formula(GraphBuilder& graph, ValueId x, PointwiseTerm (*of)(PointwiseTerm));
template <class F>
ValueId formula(GraphBuilder& graph, std::initializer_list<ValueId> inputs, F&& of) {
  PointwiseBuilder builder(static_cast<int>(inputs.size()));
  const PointwiseProgram program = builder.finish({of(builder)});
  return graph.emitOne("fused_pointwise", {{"program", toText(program)}}, inputs);
}

// The target: real numbers in the shape of `predictions`.
ValueId realTarget(LayerBuilder& builder, ValueId predictions);
// Adds mean absolute and root mean squared error and, for images [N, C, H, W], the peak signal-to-noise ratio and (from
// 11×11 on) the structural similarity, for values in [0, `range`]. Does nothing in Training.
void addErrorMetrics(LayerBuilder& builder, ValueId predictions, ValueId target, double range);

// A regression loss: the mean of `of`(x − target), with error metrics for the field "range". Returns x.
std::vector<ValueId> buildDifferenceLoss(LayerBuilder& builder, const FieldValues& values, ValueId x,
                                         const std::function<PointwiseTerm(PointwiseTerm)>& of);

// The scores of a loss over classes.
struct ClassScores {
  ValueId scores;
  int axis = 1;  // the class axis
  std::int64_t classes = 0;
  bool byPosition = false;  // one label per position rather than per sample
  std::int64_t ignored = -1;

  // Whether every sample has a label that counts.
  bool countsAll() const { return !byPosition && ignored < 0; }
  // Which labels count: see LossCount::of.
  std::string countKey() const;
  FieldValues attributes() const { return {{"axis", std::int64_t{axis}}, {"ignore_index", ignored}}; }
};

// The fields "labels" (one per sample or per position), "class_axis" and "ignore_index".
std::vector<Field> classFields();
// Reads those fields. InvalidArgument, beginning with `subject`, if the scores do not fit.
Result<ClassScores> readClassScores(const std::string& subject, LayerBuilder& builder, const FieldValues& values,
                                    ValueId scores);
// The labels: i32 in the scores' shape without the class axis.
ValueId classLabels(LayerBuilder& builder, const ClassScores& scores);
// Adds accuracy and, outside of Training, top-5 accuracy and the confusion matrix.
void addClassMetrics(LayerBuilder& builder, const ClassScores& scores, ValueId labels);
// Returns how many labels count, as a single number: all but negative ones and the ignored one.
ValueId countedLabels(GraphBuilder& graph, const ClassScores& scores, ValueId labels);
// Returns the softmax along the class axis.
ValueId probabilitiesOf(GraphBuilder& graph, const ClassScores& scores);
// Sets as the loss the mean of `values` over the labels that count.
void setMeanLoss(LayerBuilder& builder, const ClassScores& scores, ValueId values, ValueId counts);
// Returns 1 at the class of each label, else 0, in the scores' shape.
ValueId oneHotLabels(GraphBuilder& graph, const ClassScores& scores, ValueId labels);
// Returns the sum over the classes.
ValueId sumOverClasses(GraphBuilder& graph, const ClassScores& scores, ValueId value, bool keepAxis = false);

}  // namespace fovea
