// Why: the layer that puts a border around an image.
#include <fmt/format.h>

#include "core/layers/spatial_layers.h"

namespace fovea::padding_layer {
namespace {

using List = std::vector<std::int64_t>;

struct PaddingParameters {
  std::vector<std::int64_t> before{1, 1};
  std::vector<std::int64_t> after{1, 1};
  std::string mode = "constant";
  double value = 0;
};

const TypedSchema<PaddingParameters>& schema() {
  using P = PaddingParameters;
  static const auto typed = [] {
    Field mode = plainField("mode", "Mode", "What the border holds.");
    mode.choices = {{"constant", "Constant"}, {"reflect", "Mirror"}, {"replicate", "Repeat the edge"}};
    return TypedSchema<P>()
        .field(&P::before,
               axesField("before", "Before", "Places added before each axis: above and left.", 0, kLargestExtent))
        .field(&P::after,
               axesField("after", "After", "Places added after each axis: below and right.", 0, kLargestExtent))
        .field(&P::mode, mode)
        .field(&P::value, plainField("value", "Value", "The constant.", -1e30, 1e30));
  }();
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const PaddingParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needPlaces("Padding", input));
  FOVEA_TRY(List sides, forAxes("border before", p.before, placeAxes(input)));
  FOVEA_TRY(const List after, forAxes("border after", p.after, placeAxes(input)));
  for (std::size_t axis = 0; axis < after.size(); ++axis) {
    const std::int64_t extent = input[static_cast<int>(axis + 2)], most = std::max(sides[axis], after[axis]);
    if (p.mode == "reflect" && most >= extent)
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("A border of {} cannot mirror {} place{}.", most, extent, extent == 1 ? "" : "s"),
                  "A mirrored border must be smaller than the image.");
  }
  sides.insert(sides.end(), after.begin(), after.end());
  return builder.graph().emit("pad", {{"padding", sides}, {"mode", p.mode}, {"value", p.value}}, {inputs[0]});
}

std::string caption(const FieldValues& values) {
  const PaddingParameters p = schema().read(values);
  return p.before == p.after && allEqual(p.before) ? std::to_string(p.before[0])
                                                   : timesWords(p.before) + ", " + timesWords(p.after);
}

}  // namespace

LayerType paddingLayer() {
  LayerType layer;
  layer.name = "padding";
  layer.title = "Padding";
  layer.help =
      "Puts a border around the image: a constant, the image mirrored at its edge, or the edge itself again. "
      "Convolutions "
      "add zeros by themselves; this layer is for other borders.\n"
      "Formula: y[c, i, j] = x[c, i − above, j − left] inside.\n"
      "Input [N, C, H, W], output [N, C, above + H + below, left + W + right]; signals and volumes likewise.\n"
      "Defaults: one place on every side, zeros.";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::padding_layer
