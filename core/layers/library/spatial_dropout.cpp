// Why: dropout for images: neighbouring pixels are highly correlated, so whole channels are dropped.
#include <fmt/format.h>

#include "core/layers/spatial_layers.h"

namespace fovea::spatial_dropout_layer {
namespace {

struct SpatialDropoutParameters {
  double probability = 0.5;
};

const TypedSchema<SpatialDropoutParameters>& schema() {
  static const auto typed = TypedSchema<SpatialDropoutParameters>().field(
      &SpatialDropoutParameters::probability,
      plainField("probability", "Probability", "The share of channels that is set to zero in training.", 0, 0.99));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const double probability = schema().read(values).probability;
  const Shape input = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needPlaces("Spatial dropout", input));
  if (!builder.training() || probability == 0) return std::vector<ValueId>{inputs[0]};
  // Multiplies each channel by one number, which dropout sets to zero or scales up.
  Shape perChannel = input;
  for (int axis = 2; axis < input.rank(); ++axis) perChannel[axis] = 1;
  Tensor ones = Tensor::zeros({DataType::Float32, perChannel});
  for (float& one : ones.values<float>()) one = 1;
  GraphBuilder& graph = builder.graph();
  const ValueId factors = builder.dropout(graph.constant(ones), probability, builder.layerSeed());
  return graph.emit("multiply", {}, {inputs[0], factors});
}

}  // namespace

LayerType spatialDropoutLayer() {
  LayerType layer;
  layer.name = "spatial_dropout";
  layer.title = "Spatial dropout";
  layer.help =
      "In training sets whole channels to zero with the given probability and makes the others larger to match. "
      "Outside "
      "training it does nothing.\n"
      "Formula: y[c] = x[c] · m[c] / (1 − p), where m[c] is 0 with probability p and 1 otherwise, drawn anew for each "
      "sample and step.\n"
      "Input [N, C, H, W] (or [N, C, L], [N, C, D, H, W]); output: the same shape. Default: 0.5. Source: Tompson et "
      "al. "
      "2015.";
  layer.family = LayerFamily::Normalization;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return fmt::format("{:g}", schema().read(values).probability); };
  return layer;
}

}  // namespace fovea::spatial_dropout_layer
