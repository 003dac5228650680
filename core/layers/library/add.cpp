// Why: sums a branch and its shortcut, as in residual networks.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::add_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  FOVEA_CHECK(needSeveral("Add", inputs));
  ValueId sum = inputs[0];
  for (const ValueId input : inputs.subspan(1)) {
    const Shape& first = builder.shapeOf(inputs[0]);
    const Shape& other = builder.shapeOf(input);
    if (first != other)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("Inputs differ: {} and {}.", shapeWords(first), shapeWords(other)),
                  "Only inputs of the same shape can be added.");
    sum = builder.graph().emitOne("add", {}, {sum, input});
  }
  return std::vector<ValueId>{sum};
}

}  // namespace

LayerType addLayer() {
  LayerType layer;
  layer.name = "add";
  layer.title = "Add";
  layer.help =
      "Adds its inputs number by number. A shortcut around some layers that ends here lets very deep networks learn.\n"
      "Formula: y = x₁ + x₂ + …. All inputs must have the same shape, which is also the output's.";
  layer.family = LayerFamily::Shape;
  layer.inputs = {{"inputs", true}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::add_layer
