// Why: the layer that turns scores into probabilities.
#include "core/layers/layer_checks.h"
#include "core/ops/op_rules.h"

namespace fovea::softmax_layer {
namespace {

struct SoftmaxParameters {
  std::int64_t axis = 1;
};

const TypedSchema<SoftmaxParameters>& schema() {
  static const auto typed = TypedSchema<SoftmaxParameters>().field(
      &SoftmaxParameters::axis, plainField("axis", "Axis", "The axis of the scores: 1 is the channels, −1 the last.",
                                           -1, Shape::kMaximumRank - 1));
  return typed;
}

// Softmax over any axis: the op works over axis 1, so the axes around it are merged.
Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const Shape shape = builder.shapeOf(inputs[0]);
  const std::int64_t asked = schema().read(values).axis, axis = asked < 0 ? asked + shape.rank() : asked;
  FOVEA_CHECK(needAxis(shape, axis));
  GraphBuilder& graph = builder.graph();
  if (axis > 1) {
    const std::int64_t inner = shape.elementsFrom(static_cast<int>(axis) + 1), classes = shape[static_cast<int>(axis)];
    const std::vector<std::int64_t> rows{shape.elementCount() / std::max<std::int64_t>(classes * inner, 1), classes,
                                         inner};
    const ValueId row = graph.emitOne("reshape", {{"shape", rows}}, {inputs[0]});
    const ValueId result = graph.emitOne("softmax", {}, {row});
    return graph.emit("reshape", {{"shape", extentsOf(shape)}}, {result});
  }
  const std::vector<ValueId> outputs = graph.emit("softmax", {}, {inputs[0]});
  if (!outputs.empty() && builder.shapeOf(inputs[0]).rank() == 2) builder.setPredictions(outputs[0]);
  return outputs;
}

}  // namespace

LayerType softmaxLayer() {
  LayerType layer;
  layer.name = "softmax";
  layer.title = "Softmax";
  layer.help =
      "Turns scores into probabilities: all positive, and 1 in sum over the channels. Cross-entropy does this itself, "
      "so "
      "none is needed before it.\n"
      "Formula: y[k] = exp(x[k]) / sum over j of exp(x[j]).\n"
      "Input [N, K] or [N, C, H, W] (over C, at each place); output: the same shape. Default: axis 1.";
  layer.parameters = schema().schema();
  layer.family = LayerFamily::Activation;
  layer.answers = AnswerMeaning::Classes;
  layer.build = build;
  return layer;
}

}  // namespace fovea::softmax_layer
