// Why: the layer that makes an image larger or smaller without learning anything.
#include <fmt/format.h>

#include "core/layers/spatial_layers.h"

namespace fovea::resize_layer {
namespace {

using List = std::vector<std::int64_t>;

struct ResizeParameters {
  std::vector<std::int64_t> factor{2, 2};
  std::vector<std::int64_t> size{};
  std::string mode = "nearest";
  std::string alignment = "half_pixel";
};

const TypedSchema<ResizeParameters>& schema() {
  using P = ResizeParameters;
  static const auto typed = [] {
    Field size =
        axesField("size", "Size", "Extents of the output; empty: the input's times the factor.", 1, kLargestExtent);
    size.minimumLength = 0;
    Field mode = plainField("mode", "Mode", "How values between positions are computed.");
    mode.choices = {{"nearest", "Nearest"}, {"linear", "Linear"}};
    Field alignment = plainField("alignment", "Alignment", "Which positions of input and output are aligned.");
    alignment.choices = {
        {"half_pixel", "Pixel areas"}, {"align_corners", "Corner pixels"}, {"asymmetric", "First pixels"}};
    return TypedSchema<P>()
        .field(&P::factor, axesField("factor", "Factor", "How many times larger each axis becomes.", 1, 64))
        .field(&P::size, size)
        .field(&P::mode, mode)
        .field(&P::alignment, alignment);
  }();
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const ResizeParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needPlaces("Resize", input));
  List size;
  if (p.size.empty()) {
    FOVEA_TRY(size, forAxes("factor", p.factor, placeAxes(input)));
    for (std::size_t axis = 0; axis < size.size(); ++axis) size[axis] *= input[static_cast<int>(axis + 2)];
  } else {
    FOVEA_TRY(size, forAxes("size", p.size, placeAxes(input)));
  }
  const FieldValues attributes{{"size", size}, {"mode", p.mode}, {"alignment", p.alignment}};
  return builder.graph().emit("resize", attributes, {inputs[0]});
}

std::string caption(const FieldValues& values) {
  const ResizeParameters p = schema().read(values);
  if (!p.size.empty()) return timesWords(p.size);
  return "× " + (allEqual(p.factor) ? std::to_string(p.factor[0]) : timesWords(p.factor));
}

}  // namespace

LayerType resizeLayer() {
  LayerType layer;
  layer.name = "resize";
  layer.title = "Resize";
  layer.help =
      "Makes the image larger or smaller: each position gets the nearest number, or a linear interpolation of its "
      "neighbours.\n"
      "Formula: output i of O along an axis of D lies at (i + ½)·D/O − ½ (pixel areas), i·(D − 1)/(O − 1) (corner "
      "pixels) or i·D/O (first pixels).\n"
      "Input [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output [N, C, ...size].\n"
      "Defaults: twice as large, nearest, pixel areas.";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::resize_layer
