// Why: the ReLU with a learned slope for negative numbers.
#include "core/layers/activation_layer.h"
#include "core/ops/reduction.h"

namespace fovea::prelu_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const Shape shape = builder.shapeOf(inputs[0]);
  const bool perChannel = values.boolean("per_channel");
  if (perChannel && shape.rank() < 2)
    return fail(ErrorCode::InvalidArgument, "A slope for each channel needs [N, C, ...].");
  const Initializer first{.kind = InitializerKind::Constant, .deviation = values.real("slope")};
  ValueId slope = builder.parameter("slope", perChannel ? Shape{shape[1]} : Shape{1}, first, false);
  std::vector<std::int64_t> extents(static_cast<std::size_t>(perChannel ? shape.rank() - 1 : 1), 1);
  if (perChannel) extents[0] = shape[1];
  slope = reshapedTo(builder.graph(), slope, Shape(std::span<const std::int64_t>(extents)));
  return builder.graph().emit("prelu", {}, {inputs[0], slope});
}

}  // namespace

LayerType preluLayer() {
  LayerType layer = activationLayer(
      "prelu", "PReLU",
      "A leaky ReLU that learns its slope: one for each channel, or one for all.\n"
      "Formula: y = x where x > 0, else slope · x.\n"
      "Input [N, C, H, W], [N, C, L] or [N, K]; output: the same shape.\n"
      "Parameters: slope [C] or [1]. Defaults: one for each channel, 0.25 at first. Source: He et al. 2015.");
  Field perChannel;
  perChannel.name = "per_channel";
  perChannel.title = "For each channel";
  perChannel.help = "Learns a slope for each channel instead of one for all.";
  perChannel.kind = FieldKind::Boolean;
  perChannel.defaultValue = true;
  layer.parameters = Schema(
      {perChannel, numberField("slope", "First slope", "The slope that learning begins with.", 0.25, -100, 100)});
  layer.learns = true;
  layer.build = build;
  return layer;
}

}  // namespace fovea::prelu_layer
