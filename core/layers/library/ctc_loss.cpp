// Why: the loss for label sequences without alignment, as in handwriting and speech recognition.
#include "core/layers/layer_checks.h"

namespace fovea::ctc_loss_layer {
namespace {

struct CtcLossParameters {
  std::int64_t targets = 32;
};

const TypedSchema<CtcLossParameters>& schema() {
  static const auto typed = TypedSchema<CtcLossParameters>().field(
      &CtcLossParameters::targets,
      plainField("targets", "Targets", "The most labels that a sample has; shorter rows end with −1.", 1, 65536));
  return typed;
}

// The probabilities [N, T, K] in every mode, so that the layer looks the same on the canvas and under inspection.
ValueId probabilitiesOf(LayerBuilder& builder, ValueId scores) {
  using List = std::vector<std::int64_t>;
  GraphBuilder& graph = builder.graph();
  const Shape shape = builder.shapeOf(scores);
  const ValueId rows = graph.emitOne("reshape", {{"shape", List{-1, shape[2]}}}, {scores});
  const ValueId y = graph.emitOne("softmax", {}, {rows});
  return graph.emitOne("reshape", {{"shape", List{shape[0], shape[1], shape[2]}}}, {y});
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const Shape shape = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needSequence("CTC", shape));
  if (shape[2] < 2)
    return fail(ErrorCode::InvalidArgument, "CTC needs a blank and at least one class, but got one number a step.",
                "Give the last layer before it one unit more than there are classes.");
  const ValueId probabilities = probabilitiesOf(builder, inputs[0]);
  builder.setPredictions(probabilities);
  if (builder.mode() == NetworkMode::Inference) return std::vector<ValueId>{probabilities};
  const ValueId targets = builder.target({DataType::Int32, Shape{shape[0], schema().read(values).targets}});
  std::vector<ValueId> operands{inputs[0], targets};
  if (const ValueId lengths = builder.lengths(); lengths.valid()) operands.push_back(lengths);
  builder.setLoss(builder.graph().emit("ctc_loss", {}, operands)[0]);
  return std::vector<ValueId>{probabilities};
}

}  // namespace

LayerType ctcLossLayer() {
  LayerType layer;
  layer.name = "ctc_loss";
  layer.title = "CTC";
  layer.help =
      "The loss for sequences where the order of the labels is known, but not when each of them happens: handwriting, "
      "speech. It adds up all ways to stretch the labels over the steps, with blanks between them.\n"
      "Formula: loss = mean over the batch of −log P(labels) / number of labels, where P is the sum over all such ways "
      "of the product of each step's softmax probabilities.\n"
      "Input: scores [N, T, K], class 0 being the blank; output: probabilities [N, T, K]. The labels are whole numbers "
      "[N, targets] from 1 to K − 1, and −1 after the last one. A row of labels that needs more than T steps is left "
      "out.\n"
      "Where the data set knows how long each sound was before it was filled up to the length of all, as those with "
      "transcripts do, only that share of the T steps counts, rounded up to whole steps: neither loss nor gradient "
      "depends on what follows it. A layer before it that looks ahead, such as an LSTM in both directions, "
      "still sees the filling.\n"
      "Default: 32 targets. Source: Graves et al. 2006.";
  layer.family = LayerFamily::Loss;
  layer.loss.targets = {{TargetKind::LabelRow, {}, true}};
  layer.answers = AnswerMeaning::Transcript;
  layer.parameters = schema().schema();
  layer.outputs = {{"probabilities"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::ctc_loss_layer
