// Why: the fully connected layer: every output depends on every input.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::linear_layer {
namespace {

using List = std::vector<std::int64_t>;

struct LinearParameters {
  std::int64_t units = 128;
  bool bias = true;
  std::string initializer = "he_normal";
};

const TypedSchema<LinearParameters>& schema() {
  using P = LinearParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::units,
                 plainField("units", "Units", "How many numbers come out; as many as classes in the last layer.", 1,
                            1'000'000))
          .field(&P::bias, plainField("bias", "Bias", "Adds one learned number to each output."))
          .field(&P::initializer, initializerField());
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const LinearParameters p = schema().read(values);
  GraphBuilder& graph = builder.graph();
  const Shape input = builder.shapeOf(inputs[0]);
  const bool sequence = input.rank() == 3;
  const std::int64_t fanIn = sequence ? input[2] : input.elementsFrom(1);
  ValueId rows = inputs[0];
  if (input.rank() != 2) {
    const List form = sequence ? List{-1, fanIn} : List{0, -1};
    rows = graph.emitOne("reshape", {{"shape", form}}, {rows});
  }
  const Initializer initializer = initializerFromChoice(p.initializer);
  std::vector<ValueId> operands{rows, builder.parameter("weight", Shape{p.units, fanIn}, initializer)};
  if (p.bias) operands.push_back(builder.parameter("bias", Shape{p.units}, biasInitializer(initializer, fanIn), false));
  const std::vector<ValueId> outputs = graph.emit("linear", {}, operands);
  if (!sequence) return outputs;
  return graph.emit("reshape", {{"shape", List{input[0], input[1], p.units}}}, outputs);
}

std::string caption(const FieldValues& values) {
  return fmt::format("{}", schema().read(values).units);
}

}  // namespace

LayerType linearLayer() {
  LayerType layer;
  layer.name = "linear";
  layer.title = "Linear";
  layer.help =
      "Each output is a learned weighted sum of all inputs (a fully connected layer). An image is flattened first, so "
      "no "
      "Flatten is needed before it. A sequence [N, T, K] keeps its steps: each step is taken by itself, with the same "
      "weights; put Flatten before the layer to take all steps at once.\n"
      "Formula: y = x · Wᵀ + b.\n"
      "Input [N, K], or [N, C, H, W] taken as K = C·H·W numbers; output [N, units]. Input [N, T, K]; output [N, T, "
      "units].\n"
      "Parameters: weight [units, K] and bias [units]. Defaults: 128 units, with bias.";
  layer.family = LayerFamily::Linear;
  layer.learns = true;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::linear_layer
