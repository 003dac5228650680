// Why: the layer by which one branch gates another.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::multiply_layer {
namespace {

// True if `other` has one number for each channel of `first`.
bool isGate(const Shape& first, const Shape& other) {
  if (first.rank() != other.rank() || first.rank() < 3 || first[1] != other[1]) return false;
  return other.elementsFrom(2) == 1 && first[0] == other[0];
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  FOVEA_CHECK(needSeveral("Multiply", inputs));
  ValueId result = inputs[0];
  for (const ValueId input : inputs.subspan(1)) {
    const Shape &first = builder.shapeOf(inputs[0]), &other = builder.shapeOf(input);
    if (first != other && !isGate(first, other))
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("Inputs differ: {} and {}.", shapeWords(first), shapeWords(other)),
                  "Only inputs of the same shape, or with one number for each channel, can be multiplied.");
    result = builder.graph().emitOne("multiply", {}, {result, input});
  }
  return std::vector<ValueId>{result};
}

}  // namespace

LayerType multiplyLayer() {
  LayerType layer;
  layer.name = "multiply";
  layer.title = "Multiply";
  layer.help =
      "Multiplies its inputs number by number: one branch gates what another lets through.\n"
      "Formula: y = x₁ · x₂ · …. All inputs must have the same shape, which is also the output's; or all but the first "
      "may have one "
      "number for each channel ([N, C, 1, 1]), as attention over channels has.";
  layer.family = LayerFamily::Shape;
  layer.inputs = {{"inputs", true}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::multiply_layer
