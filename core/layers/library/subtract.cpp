// Why: subtracts one branch from another.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::subtract_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  const Shape &a = builder.shapeOf(inputs[0]), &b = builder.shapeOf(inputs[1]);
  if (a != b)
    return fail(ErrorCode::InvalidArgument, fmt::format("Inputs differ: {} and {}.", shapeWords(a), shapeWords(b)),
                "Only inputs of the same shape can be subtracted.");
  return builder.graph().emit("subtract", {}, {inputs[0], inputs[1]});
}

}  // namespace

LayerType subtractLayer() {
  LayerType layer;
  layer.name = "subtract";
  layer.title = "Subtract";
  layer.help =
      "Takes the second input from the first, number by number.\n"
      "Formula: y = a − b. Both inputs must have the same shape, which is also the output's.";
  layer.family = LayerFamily::Shape;
  layer.inputs = {{"a"}, {"b"}};
  layer.build = build;
  return layer;
}

}  // namespace fovea::subtract_layer
