// Why: the layer that keeps a range of channels, steps or rows of a value.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::slice_layer {
namespace {

struct SliceParameters {
  std::int64_t axis = 1;
  std::int64_t start = 0;
  std::int64_t length = 1;
};

const TypedSchema<SliceParameters>& schema() {
  using P = SliceParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::axis, plainField("axis", "Axis", "The axis; 1 is the first after the batch: the channels.", 1,
                                      Shape::kMaximumRank - 1))
          .field(&P::start, plainField("start", "Start", "The first position that is kept, counted from 0.", 0, 1e12))
          .field(&P::length, plainField("length", "Length", "How many positions are kept.", 1, 1e12));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const SliceParameters p = schema().read(values);
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needAxis(input, p.axis));
  const std::int64_t extent = input[static_cast<int>(p.axis)];
  if (p.start + p.length > extent)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("Positions {} to {} are asked for, but axis {} of {} has {}.", p.start,
                            p.start + p.length - 1, p.axis, inputWords(input), extent),
                "Positions are counted from 0.");
  return builder.graph().emit("slice", {{"axis", p.axis}, {"start", p.start}, {"length", p.length}}, {inputs[0]});
}

}  // namespace

LayerType sliceLayer() {
  LayerType layer;
  layer.name = "slice";
  layer.title = "Slice";
  layer.help =
      "Takes neighbouring positions along one axis: some channels of an image, some steps of a sequence.\n"
      "Formula: y[…, i, …] = x[…, start + i, …] for i from 0 to length − 1.\n"
      "Input: any shape; output: the same with `length` positions along the axis.\n"
      "Defaults: axis 1 (the channels), start 0, length 1.";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) {
    const SliceParameters p = schema().read(values);
    return fmt::format("{}…{}", p.start, p.start + p.length - 1);
  };
  return layer;
}

}  // namespace fovea::slice_layer
