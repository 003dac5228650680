// Why: takes the elementwise maximum of several branches.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::maximum_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  FOVEA_CHECK(needSeveral("Maximum", inputs));
  ValueId result = inputs[0];
  for (const ValueId input : inputs.subspan(1)) {
    const Shape &first = builder.shapeOf(inputs[0]), &other = builder.shapeOf(input);
    if (first != other)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("Inputs differ: {} and {}.", shapeWords(first), shapeWords(other)),
                  "Only inputs of the same shape can be compared.");
    result = builder.graph().emitOne("maximum", {}, {result, input});
  }
  return std::vector<ValueId>{result};
}

}  // namespace

LayerType maximumLayer() {
  LayerType layer;
  layer.name = "maximum";
  layer.title = "Maximum";
  layer.help =
      "Takes the largest of its inputs, number by number, as maxout networks do.\n"
      "Formula: y = max(x₁, x₂, …). All inputs must have the same shape, which is also the output's. "
      "Source: Goodfellow et al. 2013.";
  layer.family = LayerFamily::Shape;
  layer.inputs = {{"inputs", true}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::maximum_layer
