// Why: the layer that gives the same numbers another shape.
#include <fmt/format.h>

#include <algorithm>

#include "core/layers/layer_checks.h"

namespace fovea::reshape_layer {
namespace {

using List = std::vector<std::int64_t>;

struct ReshapeParameters {
  std::vector<std::int64_t> shape{-1};
};

const TypedSchema<ReshapeParameters>& schema() {
  static const auto typed = [] {
    Field shape = plainField("shape", "Shape",
                             "Extents of one sample's output; 0 copies that of the input, one may be -1: what is left.",
                             -1, 1e12);
    shape.minimumLength = 1;
    shape.maximumLength = Shape::kMaximumRank - 1;
    return TypedSchema<ReshapeParameters>().field(&ReshapeParameters::shape, shape);
  }();
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  List shape = schema().read(values).shape;
  const Shape input = builder.shapeOf(inputs[0]);
  if (std::count(shape.begin(), shape.end(), -1) > 1)
    return fail(ErrorCode::InvalidArgument, "More than one extent is -1.", "Only one of them can be what is left.");
  std::int64_t known = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    std::int64_t extent = shape[i];
    if (extent == 0 && static_cast<int>(i + 1) >= input.rank())
      return fail(ErrorCode::InvalidArgument,
                  fmt::format("Extent {} is to be copied, but the input {} has none there.", i + 1, inputWords(input)),
                  "Give the number itself.");
    if (extent == 0) extent = input[static_cast<int>(i + 1)];
    if (extent > 0 && __builtin_mul_overflow(known, extent, &known)) known = 0;
  }
  const bool open = std::count(shape.begin(), shape.end(), -1) == 1;
  const std::int64_t count = input.elementsFrom(1);
  if (known == 0 || (open ? count % known != 0 : count != known))
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} has {} numbers, which do not fill {}.", inputWords(input), count,
                            fmt::join(schema().read(values).shape, "×")),
                "Both shapes must hold as many numbers.");
  shape.insert(shape.begin(), 0);
  return builder.graph().emit("reshape", {{"shape", shape}}, {inputs[0]});
}

}  // namespace

LayerType reshapeLayer() {
  LayerType layer;
  layer.name = "reshape";
  layer.title = "Reshape";
  layer.help =
      "Gives each sample another shape, with its numbers in the same order. The batch axis is unchanged.\n"
      "Input [N, ...]; output [N, ...shape] with as many numbers: 0 copies an extent of the input, -1 is what is "
      "left.\n"
      "Default: -1, a row of all numbers.";
  layer.family = LayerFamily::Shape;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return timesWords(schema().read(values).shape); };
  return layer;
}

}  // namespace fovea::reshape_layer
