// Why: the layer that puts the channels of several branches behind one another.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea {
namespace {

Status checkShapes(const Shape& first, const Shape& other) {
  bool same = first.rank() == other.rank();
  for (int axis = 2; same && axis < first.rank(); ++axis) same = first[axis] == other[axis];
  if (same) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("Inputs differ: {} and {}.", shapeWords(first), shapeWords(other)),
              "Only the number of channels may differ.");
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  FOVEA_CHECK(needSeveral("Concatenate", inputs));
  for (const ValueId input : inputs.subspan(1))
    FOVEA_CHECK(checkShapes(builder.shapeOf(inputs[0]), builder.shapeOf(input)));
  return builder.graph().emit("concatenate", {{"axis", std::int64_t{1}}}, inputs);
}

}  // namespace

LayerType concatenateLayer() {
  LayerType layer;
  layer.name = "concatenate";
  layer.title = "Concatenate";
  layer.help =
      "Puts the channels of its inputs behind one another, in the order of the inputs.\n"
      "Inputs [N, C₁, H, W], [N, C₂, H, W], …: height and width must be the same; output [N, C₁ + C₂ + …, H, W]. "
      "Rows of numbers [N, K₁], [N, K₂], … become [N, K₁ + K₂ + …].";
  layer.family = LayerFamily::Shape;
  layer.inputs = {{"inputs", true}};
  layer.build = build;
  return layer;
}

}  // namespace fovea
