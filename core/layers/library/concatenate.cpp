// Why: concatenates several branches along an axis.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::concatenate_layer {
namespace {

struct ConcatenateParameters {
  std::int64_t axis = 1;
};

const TypedSchema<ConcatenateParameters>& schema() {
  static const auto typed = TypedSchema<ConcatenateParameters>().field(
      &ConcatenateParameters::axis,
      plainField("axis", "Axis", "The axis; 1 is the first after the batch: the channels.", 1,
                 Shape::kMaximumRank - 1));
  return typed;
}

Status checkShapes(const Shape& first, const Shape& other, int joined) {
  bool same = first.rank() == other.rank();
  for (int axis = 1; same && axis < first.rank(); ++axis) same = axis == joined || first[axis] == other[axis];
  if (same) return {};
  return fail(ErrorCode::InvalidArgument,
              fmt::format("Inputs differ: {} and {}.", shapeWords(first), shapeWords(other)),
              joined == 1 ? "Only the number of channels may differ."
                          : fmt::format("Only their extent along axis {} may differ.", joined));
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const std::int64_t axis = schema().read(values).axis;
  FOVEA_CHECK(needSeveral("Concatenate", inputs));
  FOVEA_CHECK(needAxis(builder.shapeOf(inputs[0]), axis));
  for (const ValueId input : inputs.subspan(1))
    FOVEA_CHECK(checkShapes(builder.shapeOf(inputs[0]), builder.shapeOf(input), static_cast<int>(axis)));
  return builder.graph().emit("concatenate", {{"axis", axis}}, inputs);
}

}  // namespace

LayerType concatenateLayer() {
  LayerType layer;
  layer.name = "concatenate";
  layer.title = "Concatenate";
  layer.help =
      "Concatenates the channels of its inputs, in the order of the inputs.\n"
      "Inputs [N, C₁, H, W], [N, C₂, H, W], …: height and width must be the same; output [N, C₁ + C₂ + …, H, W]. "
      "Rows of numbers [N, K₁], [N, K₂], … become [N, K₁ + K₂ + …]. The same applies along another axis.\n"
      "Default: axis 1 (the channels).";
  layer.family = LayerFamily::Shape;
  layer.inputs = {{"inputs", true}};
  layer.parameters = schema().schema();
  layer.build = build;
  return layer;
}

}  // namespace fovea::concatenate_layer
