// Why: the layer that cuts the border off an image.
#include <fmt/format.h>

#include "core/layers/spatial_layers.h"

namespace fovea::crop_layer {
namespace {

using List = std::vector<std::int64_t>;

struct CropParameters {
  std::vector<std::int64_t> before{1, 1};
  std::vector<std::int64_t> after{1, 1};
};

const TypedSchema<CropParameters>& schema() {
  using P = CropParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::before, axesField("before", "Before", "Places cut off before each axis: above and left.", 0, 1e9))
          .field(&P::after, axesField("after", "After", "Places cut off after each axis: below and right.", 0, 1e9));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const CropParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needPlaces("Crop", input));
  FOVEA_TRY(const List before, forAxes("cut before", p.before, placeAxes(input)));
  FOVEA_TRY(const List after, forAxes("cut after", p.after, placeAxes(input)));
  ValueId part = inputs[0];
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto axis = static_cast<std::int64_t>(i + 2);
    const std::int64_t extent = input[static_cast<int>(axis)], length = extent - before[i] - after[i];
    if (length < 1)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("Cutting {} and {} off {} leaves nothing.", before[i], after[i], extent), "Cut less.");
    if (length == extent) continue;
    part = builder.graph().emitOne("slice", {{"axis", axis}, {"start", before[i]}, {"length", length}}, {part});
  }
  return std::vector<ValueId>{part};
}

std::string caption(const FieldValues& values) {
  const CropParameters p = schema().read(values);
  return p.before == p.after && allEqual(p.before) ? std::to_string(p.before[0])
                                                   : timesWords(p.before) + ", " + timesWords(p.after);
}

}  // namespace

LayerType cropLayer() {
  LayerType layer;
  layer.name = "crop";
  layer.title = "Crop";
  layer.help =
      "Cuts the border off the image, so that it fits another one: before a Concatenate, for example.\n"
      "Formula: y[c, i, j] = x[c, i + above, j + left].\n"
      "Input [N, C, H, W], output [N, C, H − above − below, W − left − right]; signals and volumes likewise.\n"
      "Default: one place on every side.";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::crop_layer
