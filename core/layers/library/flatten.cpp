// Why: reshapes an image to a vector.
#include "core/layers/layer_type.h"

namespace fovea::flatten_layer {
namespace {

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues&, std::span<const ValueId> inputs) {
  if (builder.shapeOf(inputs[0]).rank() == 2) return std::vector<ValueId>{inputs[0]};
  return builder.graph().emit("reshape", {{"shape", std::vector<std::int64_t>{0, -1}}}, {inputs[0]});
}

}  // namespace

LayerType flattenLayer() {
  LayerType layer;
  layer.name = "flatten";
  layer.title = "Flatten";
  layer.help =
      "Writes the channels and rows of an image one after another into a single row of numbers.\n"
      "Input [N, C, H, W], output [N, C·H·W]. A row of numbers is unchanged.";
  layer.family = LayerFamily::Shape;
  layer.build = build;
  return layer;
}

}  // namespace fovea::flatten_layer
