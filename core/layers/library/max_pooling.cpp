// Why: the layer that makes an image smaller and keeps the strongest answer of each place.
#include "core/layers/layer_checks.h"

namespace fovea {
namespace {

struct MaxPoolingParameters {
  std::vector<std::int64_t> kernel{2, 2};
  std::vector<std::int64_t> stride{2, 2};
  std::vector<std::int64_t> padding{0, 0};
  bool ceilMode = false;
};

const TypedSchema<MaxPoolingParameters>& schema() {
  using P = MaxPoolingParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::kernel, pairField("kernel", "Kernel", "Height and width of the window.", 1, 1024))
          .field(&P::stride,
                 pairField("stride", "Stride", "How far the window moves at a time, down and across.", 1, 1024))
          .field(&P::padding, pairField("padding", "Padding",
                                        "Empty border around the image: above and below, left and right.", 0, 512))
          .field(&P::ceilMode, plainField("ceil_mode", "Round up", "Keeps the last, incomplete windows at the edge."));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const MaxPoolingParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  const Window window{p.kernel, p.padding};
  FOVEA_CHECK(needImage("Max pooling", input));
  FOVEA_CHECK(checkPoolingPadding(window));
  FOVEA_CHECK(checkWindow(input, window));
  const FieldValues attributes{
      {"kernel", p.kernel}, {"stride", p.stride}, {"padding", allSides(p.padding)}, {"ceil_mode", p.ceilMode}};
  const std::vector<ValueId> outputs = builder.graph().emit("max_pool2d", attributes, {inputs[0]});
  return std::vector<ValueId>{outputs.empty() ? ValueId{} : outputs[0]};
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
      "asked); OW likewise.\n"
      "Defaults: windows of 2×2, stride 2, no padding, rounded down.";
  layer.family = LayerFamily::Pooling;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) {
    return windowCaption(schema().read(values).kernel, schema().read(values).stride);
  };
  return layer;
}

}  // namespace fovea
