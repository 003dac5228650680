// Why: reduces an image by averaging; over the whole image it is the usual last layer before the classifier of a modern
// network.
#include "core/layers/spatial_layers.h"

namespace fovea::average_pooling_layer {
namespace {

struct AveragePoolingParameters {
  std::vector<std::int64_t> kernel{2, 2};
  std::vector<std::int64_t> stride{2, 2};
  std::vector<std::int64_t> padding{0, 0};
  bool ceilMode = false;
  bool countPadding = false;
};

const TypedSchema<AveragePoolingParameters>& schema() {
  using P = AveragePoolingParameters;
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
          .field(&P::countPadding,
                 plainField("count_padding", "Count padding", "Takes the border into the average, as zeros."));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const AveragePoolingParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_TRY(const PoolingLists lists, poolingLists("Average pooling", {p.kernel, p.stride, p.padding}, input));
  const FieldValues attributes{{"kernel", asImageList(lists.kernel, 1)},
                               {"stride", asImageList(lists.stride, 1)},
                               {"padding", asImagePadding(lists.padding)},
                               {"ceil_mode", p.ceilMode},
                               {"count_include_padding", p.countPadding}};
  const char* op = input.rank() == 5 ? "average_pool3d" : "average_pool2d";
  const ValueId y = builder.graph().emitOne(op, attributes, {asImage(builder, inputs[0])});
  return std::vector<ValueId>{likeInput(builder, inputs[0], y)};
}

}  // namespace

LayerType averagePoolingLayer() {
  LayerType layer;
  layer.name = "average_pooling";
  layer.title = "Average pooling";
  layer.help =
      "Takes the mean of each window, channel by channel: the image becomes smaller and smoother.\n"
      "Formula: y[c, i, j] = mean over u, v of x[c, i·stride + u − padding, j·stride + v − padding]; the border is "
      "left out "
      "of the mean unless asked for.\n"
      "Input [N, C, H, W], output [N, C, OH, OW] with OH = (H + 2·padding − kernel) / stride + 1, rounded down (or up "
      "if "
      "asked); OW likewise. Signals [N, C, L] and volumes [N, C, D, H, W] likewise.\n"
      "Defaults: windows of 2×2, stride 2, no padding, rounded down, border not counted.";
  layer.family = LayerFamily::Pooling;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) {
    return windowCaption(schema().read(values).kernel, schema().read(values).stride);
  };
  return layer;
}

}  // namespace fovea::average_pooling_layer
