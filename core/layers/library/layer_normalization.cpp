// Why: the normalisation of sequences and transformers: over each sample, or each step, separately.
#include "core/layers/normalization_layers.h"

namespace fovea::layer_normalization_layer {
namespace {

using List = std::vector<std::int64_t>;

struct LayerNormalizationParameters {
  std::string over = "features";
  double epsilon = 1e-5;
  bool affine = true;
};

const TypedSchema<LayerNormalizationParameters>& schema() {
  using P = LayerNormalizationParameters;
  static const auto typed = [] {
    Field over =
        plainField("over", "Over", "Which numbers share a mean: the features of one place, or a whole sample.");
    over.choices = {{"features", "Features"}, {"sample", "Whole sample"}};
    return TypedSchema<P>()
        .field(&P::over, over)
        .field(&P::epsilon, normalizationEpsilonField())
        .field(&P::affine, affineField());
  }();
  return typed;
}

// The axis order that puts the channels last, and its inverse.
std::pair<List, List> ordersFor(int rank) {
  List last{0}, first{0, rank - 1};
  for (int axis = 2; axis < rank; ++axis) last.push_back(axis);
  last.push_back(1);
  for (int axis = 1; axis + 1 < rank; ++axis) first.push_back(axis);
  return {last, first};
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const LayerNormalizationParameters p = schema().read(values);
  const SampleNormalizationParameters common{p.epsilon, p.affine};
  const int rank = builder.shapeOf(inputs[0]).rank();
  if (p.over == "sample") return std::vector<ValueId>{emitGroupNorm(builder, inputs[0], 1, common)};
  if (rank <= 3) return std::vector<ValueId>{emitLayerNorm(builder, inputs[0], common)};
  const auto [last, first] = ordersFor(rank);
  const ValueId turned = builder.graph().emitOne("permute", {{"order", last}}, {inputs[0]});
  const ValueId normal = emitLayerNorm(builder, turned, common);
  return builder.graph().emit("permute", {{"order", first}}, {normal});
}

}  // namespace

LayerType layerNormalizationLayer() {
  LayerType layer;
  layer.name = "layer_normalization";
  layer.title = "Layer norm";
  layer.help =
      "Brings the features of each sample to mean 0 and deviation 1, then scales and shifts them by learned numbers. "
      "Nothing depends on the other samples of the batch, so it is the same in training and after.\n"
      "Formula: y = scale · (x − mean) / √(variance + epsilon) + bias.\n"
      "Over features: K of [N, K] and of each step of [N, T, K], C at each place of [N, C, H, W]. Over the whole "
      "sample: all numbers after N, with a scale for each channel. Output: the input's shape.\n"
      "Parameters: scale and bias, one for each feature or channel. Defaults: over features, epsilon 1e-5. Source: Ba "
      "et al. 2016.";
  layer.family = LayerFamily::Normalization;
  layer.parameters = schema().schema();
  layer.learns = true;
  layer.build = build;
  return layer;
}

}  // namespace fovea::layer_normalization_layer
