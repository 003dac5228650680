// Why: the place where images enter the network.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea {
namespace {

struct InputParameters {
  std::vector<std::int64_t> shape{1, 28, 28};
};

const TypedSchema<InputParameters>& schema() {
  static const auto typed = [] {
    Field shape = plainField("shape", "Shape",
                             "Channels, height and width of one image: 1 channel is grey, 3 are colour.", 1, 65536);
    shape.minimumLength = 3;
    shape.maximumLength = 3;
    return TypedSchema<InputParameters>().field(&InputParameters::shape, shape);
  }();
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId>) {
  const Shape wanted{std::span<const std::int64_t>(schema().read(values).shape)};
  FOVEA_TRY([[maybe_unused]] const Shape checked, Shape::make(wanted.extents()));
  const ValueId images = builder.input({DataType::Float32, wanted});
  if (images.valid() && Shape(builder.shapeOf(images).extents().subspan(1)) != wanted)
    return fail(ErrorCode::InvalidArgument, "Another input has the shape " + shapeWords(builder.shapeOf(images)) + ".",
                "Give both the same shape, or remove one.");
  return std::vector<ValueId>{images};
}

std::string caption(const FieldValues& values) {
  const auto shape = schema().read(values).shape;
  const std::string size = fmt::format("{}×{}", shape[2], shape[1]);
  if (shape[0] == 1) return size + " grey";
  if (shape[0] == 3) return size + " colour";
  return fmt::format("{} · {} channels", size, shape[0]);
}

}  // namespace

LayerType inputLayer() {
  LayerType layer;
  layer.name = "input";
  layer.title = "Input";
  layer.help =
      "Where the images of a data set enter the network.\n"
      "Output: [N, C, H, W]: N images at once (the batch), C channels, H rows, W columns.\n"
      "The shape must be that of the data set's images. Default: 1×28×28.";
  layer.family = LayerFamily::Data;
  layer.parameters = schema().schema();
  layer.inputs = {};
  layer.outputs = {{"images"}};
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea
