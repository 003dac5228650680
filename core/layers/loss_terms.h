// Why: losses share how they read targets, how they average, and the metrics that go with them.
// Functions write to the builder's graph and are as thread-safe as it is; errors are sticky there.
#pragma once
#include <functional>

#include "core/layers/layer_type.h"
#include "core/ops/pointwise_builder.h"

namespace fovea {

// The mean of all elements, a single number.
ValueId meanOf(GraphBuilder& graph, ValueId value);
// The sum of all elements, a single number.
ValueId sumOf(GraphBuilder& graph, ValueId value);
// Sum of `values` / max(sum of `counts`, 1): a mean over what counts.
ValueId meanOver(GraphBuilder& graph, ValueId values, ValueId counts);

// A formula of one, two or three values.
ValueId formula(GraphBuilder& graph, ValueId x, PointwiseTerm (*of)(PointwiseTerm));
template <class F>
ValueId formula(GraphBuilder& graph, std::initializer_list<ValueId> inputs, F&& of) {
  PointwiseBuilder builder(static_cast<int>(inputs.size()));
  const PointwiseProgram program = builder.finish({of(builder)});
  return graph.emitOne("fused_pointwise", {{"program", toText(program)}}, inputs);
}

// A target of real numbers of the shape of `predictions`.
ValueId realTarget(LayerBuilder& builder, ValueId predictions);
// Mean absolute and root mean squared error, and for images [N, C, H, W] the peak signal-to-noise ratio and (from 11×11
// on) the structural similarity, of numbers that go from 0 to `range`. Nothing in Training.
void addErrorMetrics(LayerBuilder& builder, ValueId predictions, ValueId target, double range);

// A loss of regression: the mean of `of`(x − target), with the error metrics for the field "range". Returns x.
std::vector<ValueId> buildDifferenceLoss(LayerBuilder& builder, const FieldValues& values, ValueId x,
                                         const std::function<PointwiseTerm(PointwiseTerm)>& of);

// What the scores of a loss over classes are.
struct ClassScores {
  ValueId scores;
  int axis = 1;  // of the classes
  std::int64_t classes = 0;
  bool byPosition = false;  // a label for each position, not one for each sample
  std::int64_t ignored = -1;

  FieldValues attributes() const { return {{"axis", std::int64_t{axis}}, {"ignore_index", ignored}}; }
};

// The fields "labels" (one for each sample or each position), "class_axis" and "ignore_index".
std::vector<Field> classFields();
// Reads those fields. InvalidArgument, beginning with `subject`, where the scores do not fit.
Result<ClassScores> readClassScores(const std::string& subject, LayerBuilder& builder, const FieldValues& values,
                                    ValueId scores);
// The labels, i32 of the scores' shape without the axis of the classes.
ValueId classLabels(LayerBuilder& builder, const ClassScores& scores);
// Accuracy, and outside of Training top-5 accuracy and the confusion matrix.
void addClassMetrics(LayerBuilder& builder, const ClassScores& scores, ValueId labels);
// softmax along the axis of the classes.
ValueId probabilitiesOf(GraphBuilder& graph, const ClassScores& scores);
// 1 at the class of each label, else 0; of the scores' shape.
ValueId oneHotLabels(GraphBuilder& graph, const ClassScores& scores, ValueId labels);
// The sum over the classes.
ValueId sumOverClasses(GraphBuilder& graph, const ClassScores& scores, ValueId value, bool keepAxis = false);

}  // namespace fovea
