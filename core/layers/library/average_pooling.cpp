// Why: the layer that makes an image smaller by averaging; over the whole image it is the usual end of a modern
// network.
#include "core/layers/layer_checks.h"

namespace fovea {
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
          .field(&P::kernel, pairField("kernel", "Kernel", "Height and width of the window.", 1, 1024))
          .field(&P::stride,
                 pairField("stride", "Stride", "How far the window moves at a time, down and across.", 1, 1024))
          .field(&P::padding, pairField("padding", "Padding",
                                        "Empty border around the image: above and below, left and right.", 0, 512))
          .field(&P::ceilMode, plainField("ceil_mode", "Round up", "Keeps the last, incomplete windows at the edge."))
          .field(&P::countPadding,
                 plainField("count_padding", "Count padding", "Takes the border into the average, as zeros."));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const AveragePoolingParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  const Window window{p.kernel, p.padding};
  FOVEA_CHECK(needImage("Average pooling", input));
  FOVEA_CHECK(checkPoolingPadding(window));
  FOVEA_CHECK(checkWindow(input, window));
  const FieldValues attributes{{"kernel", p.kernel},
                               {"stride", p.stride},
                               {"padding", allSides(p.padding)},
                               {"ceil_mode", p.ceilMode},
                               {"count_include_padding", p.countPadding}};
  return builder.graph().emit("average_pool2d", attributes, {inputs[0]});
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
      "asked); OW likewise.\n"
      "Defaults: windows of 2×2, stride 2, no padding, rounded down, border not counted.";
  layer.family = LayerFamily::Pooling;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) {
    return windowCaption(schema().read(values).kernel, schema().read(values).stride);
  };
  return layer;
}

}  // namespace fovea
