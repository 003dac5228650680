// Why: pools images of any size to one fixed size.
#include "core/layers/spatial_layers.h"

namespace fovea::adaptive_pooling_layer {
namespace {

using List = std::vector<std::int64_t>;

struct AdaptivePoolingParameters {
  std::vector<std::int64_t> size{7, 7};
  std::string mode = "average";
};

const TypedSchema<AdaptivePoolingParameters>& schema() {
  using P = AdaptivePoolingParameters;
  static const auto typed = [] {
    Field mode = plainField("mode", "Mode", "What one number says of its part of the image.");
    mode.choices = {{"average", "Average"}, {"maximum", "Maximum"}};
    return TypedSchema<P>()
        .field(&P::size,
               axesField("size", "Size", "Extents of the output: height and width of images.", 1, kLargestExtent))
        .field(&P::mode, mode);
  }();
  return typed;
}

// Returns the window of an equivalent ordinary pooling; empty if there is none.
List evenWindow(const Shape& input, const List& size) {
  List kernel;
  for (std::size_t axis = 0; axis < size.size(); ++axis) {
    const std::int64_t extent = input[static_cast<int>(axis + 2)];
    if (extent % size[axis] != 0) return {};
    kernel.push_back(extent / size[axis]);
  }
  return kernel;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const AdaptivePoolingParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needPlaces("Adaptive pooling", input));
  FOVEA_TRY(const List size, forAxes("size", p.size, placeAxes(input)));
  GraphBuilder& graph = builder.graph();
  const bool average = p.mode == "average";
  const List window = input.rank() == 4 ? evenWindow(input, size) : List();
  if (!window.empty()) {
    const FieldValues attributes{{"kernel", window}, {"stride", window}};
    return std::vector<ValueId>{graph.emit(average ? "average_pool2d" : "max_pool2d", attributes, {inputs[0]})[0]};
  }
  const char* op = average ? "adaptive_average_pool" : "adaptive_max_pool";
  return std::vector<ValueId>{graph.emit(op, {{"size", size}}, {inputs[0]})[0]};
}

}  // namespace

LayerType adaptivePoolingLayer() {
  LayerType layer;
  layer.name = "adaptive_pooling";
  layer.title = "Adaptive pooling";
  layer.help =
      "Divides the image into the given number of parts and computes the mean, or the maximum, of each: images of any "
      "size "
      "become one size.\n"
      "Formula: part i of O along an axis of D is ⌊i·D/O⌋ up to ⌈(i+1)·D/O⌉; parts may overlap by one.\n"
      "Input [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output [N, C, ...size].\n"
      "Defaults: 7×7, average. Source: He et al. 2014.";
  layer.family = LayerFamily::Pooling;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return timesWords(schema().read(values).size); };
  return layer;
}

}  // namespace fovea::adaptive_pooling_layer
