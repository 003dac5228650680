// Why: reduces each channel to one number, at the end of most image networks.
#include "core/layers/spatial_layers.h"

namespace fovea::global_pooling_layer {
namespace {

using List = std::vector<std::int64_t>;

struct GlobalPoolingParameters {
  std::string mode = "average";
  bool flatten = true;
};

const TypedSchema<GlobalPoolingParameters>& schema() {
  using P = GlobalPoolingParameters;
  static const auto typed = [] {
    Field mode = plainField("mode", "Mode", "What one number says of a whole channel.");
    mode.choices = {{"average", "Average"}, {"maximum", "Maximum"}};
    return TypedSchema<P>()
        .field(&P::mode, mode)
        .field(&P::flatten,
               plainField("flatten", "Flatten", "Gives a row of numbers instead of an image of one pixel."));
  }();
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const GlobalPoolingParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needPlaces("Global pooling", input));
  GraphBuilder& graph = builder.graph();
  const bool average = p.mode == "average";
  ValueId y;
  if (input.rank() == 4 && input[2] <= 1024 && input[3] <= 1024) {
    const FieldValues attributes{{"kernel", List{input[2], input[3]}}, {"stride", List{1, 1}}};
    y = graph.emit(average ? "average_pool2d" : "max_pool2d", attributes, {inputs[0]})[0];
  } else {
    const FieldValues attributes{{"size", List(placeAxes(input), 1)}};
    y = graph.emit(average ? "adaptive_average_pool" : "adaptive_max_pool", attributes, {inputs[0]})[0];
  }
  if (!p.flatten) return std::vector<ValueId>{y};
  return graph.emit("reshape", {{"shape", List{0, input[1]}}}, {y});
}

}  // namespace

LayerType globalPoolingLayer() {
  LayerType layer;
  layer.name = "global_pooling";
  layer.title = "Global pooling";
  layer.help =
      "Computes the mean, or the maximum, of each channel over the whole image: for any size, one number for each "
      "channel is left.\n"
      "Formula: y[c] = mean over all positions of x[c], or the maximum.\n"
      "Input [N, C, L], [N, C, H, W] or [N, C, D, H, W]; output [N, C], or an image of one pixel [N, C, 1, 1] without "
      "flattening.\n"
      "Defaults: average, flattened. Source: Lin et al. 2013.";
  layer.family = LayerFamily::Pooling;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return schema().read(values).mode; };
  return layer;
}

}  // namespace fovea::global_pooling_layer
