// Why: reduces an image and keeps the strongest response in each window.
#include "core/layers/spatial_layers.h"

namespace fovea::max_pooling_layer {
namespace {

struct MaxPoolingParameters {
  std::vector<std::int64_t> kernel{2, 2};
  std::vector<std::int64_t> stride{2, 2};
  std::vector<std::int64_t> padding{0, 0};
  bool ceilMode = false;
  bool positions = false;
};

const TypedSchema<MaxPoolingParameters>& schema() {
  using P = MaxPoolingParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::kernel, axesField("kernel", "Kernel",
                                       "Extents of the window, one number for each axis or one for all: height and "
                                       "width of images.",
                                       1, 1024))
          .field(&P::stride,
                 axesField("stride", "Stride", "How far the window moves at a time along each axis.", 1, 1024))
          .field(&P::padding,
                 axesField("padding", "Padding",
                           "Empty border before and after each axis: above and below, left and right.", 0, 512))
          .field(&P::ceilMode, plainField("ceil_mode", "Round up", "Keeps the last, incomplete windows at the edge."))
          .field(&P::positions,
                 plainField("positions", "Give positions",
                            "Adds an output that says where each largest number lay, for Max unpooling."));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const MaxPoolingParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_TRY(const PoolingLists lists, poolingLists("Max pooling", {p.kernel, p.stride, p.padding}, input));
  const FieldValues attributes{{"kernel", asImageList(lists.kernel, 1)},
                               {"stride", asImageList(lists.stride, 1)},
                               {"padding", asImagePadding(lists.padding)},
                               {"ceil_mode", p.ceilMode}};
  const char* op = input.rank() == 5 ? "max_pool3d" : "max_pool2d";
  const std::vector<ValueId> results = builder.graph().emit(op, attributes, {asImage(builder, inputs[0])});
  std::vector<ValueId> outputs{likeInput(builder, inputs[0], results[0])};
  if (p.positions) outputs.push_back(likeInput(builder, inputs[0], results[1]));
  return outputs;
}

}  // namespace

LayerType maxPoolingLayer() {
  LayerType layer;
  layer.name = "max_pooling";
  layer.title = "Max pooling";
  layer.help =
      "Takes the largest number of each window, channel by channel: the image becomes smaller, and small shifts matter "
      "less.\n"
      "Formula: y[c, i, j] = max over u, v of x[c, i·stride + u − padding, j·stride + v − padding]; the border is "
      "never the "
      "largest.\n"
      "Input [N, C, H, W], output [N, C, OH, OW] with OH = (H + 2·padding − kernel) / stride + 1, rounded down (or up "
      "if "
      "asked); OW likewise. Signals [N, C, L] and volumes [N, C, D, H, W] likewise.\n"
      "Defaults: windows of 2×2, stride 2, no padding, rounded down.";
  layer.family = LayerFamily::Pooling;
  layer.parameters = schema().schema();
  layer.outputsOf = [](const FieldValues& values) {
    std::vector<LayerPort> ports{{"output"}};
    if (schema().read(values).positions) ports.push_back({"positions"});
    return ports;
  };
  layer.build = build;
  layer.caption = [](const FieldValues& values) {
    return windowCaption(schema().read(values).kernel, schema().read(values).stride);
  };
  return layer;
}

}  // namespace fovea::max_pooling_layer
