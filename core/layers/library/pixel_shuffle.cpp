// Why: the layer that turns channels into pixels, for networks that enlarge images.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::pixel_shuffle_layer {
namespace {

using List = std::vector<std::int64_t>;

struct PixelShuffleParameters {
  std::int64_t factor = 2;
};

const TypedSchema<PixelShuffleParameters>& schema() {
  static const auto typed = TypedSchema<PixelShuffleParameters>().field(
      &PixelShuffleParameters::factor,
      plainField("factor", "Factor", "How many times higher and wider the image becomes.", 1, 64));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const std::int64_t r = schema().read(values).factor;
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needImage("Pixel shuffle", input));
  if (input[1] % (r * r) != 0)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} channels cannot be shared by {}×{} pixels.", input[1], r, r),
                fmt::format("The number of channels must be a multiple of {}.", r * r));
  GraphBuilder& graph = builder.graph();
  const std::int64_t channels = input[1] / (r * r);
  const ValueId parts = graph.emitOne("reshape", {{"shape", List{0, channels, r, r, input[2], input[3]}}}, {inputs[0]});
  const ValueId turned = graph.emitOne("permute", {{"order", List{0, 1, 4, 2, 5, 3}}}, {parts});
  return graph.emit("reshape", {{"shape", List{0, channels, input[2] * r, input[3] * r}}}, {turned});
}

}  // namespace

LayerType pixelShuffleLayer() {
  LayerType layer;
  layer.name = "pixel_shuffle";
  layer.title = "Pixel shuffle";
  layer.help =
      "Makes the image larger by turning channels into pixels: each place's numbers become a small square.\n"
      "Formula: y[c, h·r + a, w·r + b] = x[(c·r + a)·r + b, h, w] with the factor r.\n"
      "Input [N, C·r², H, W]; output [N, C, H·r, W·r]. Default: factor 2. Source: Shi et al. 2016.";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return fmt::format("× {}", schema().read(values).factor); };
  return layer;
}

}  // namespace fovea::pixel_shuffle_layer
