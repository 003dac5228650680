// Why: normalisation for small batches: over groups of channels of each sample separately.
#include <fmt/format.h>

#include "core/layers/normalization_layers.h"

namespace fovea::group_normalization_layer {
namespace {

struct GroupNormalizationParameters {
  std::int64_t groups = 8;
  double epsilon = 1e-5;
  bool affine = true;
};

const TypedSchema<GroupNormalizationParameters>& schema() {
  using P = GroupNormalizationParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::groups,
                 plainField("groups", "Groups",
                            "Into how many parts the channels are split; each has a mean of its own.", 1, 65536))
          .field(&P::epsilon, normalizationEpsilonField())
          .field(&P::affine, affineField());
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const GroupNormalizationParameters p = schema().read(values);
  const std::int64_t channels = builder.shapeOf(inputs[0])[1];
  if (channels % p.groups != 0)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} channels cannot be split into {} groups.", channels, p.groups),
                "The number of groups must divide the number of channels.");
  return std::vector<ValueId>{emitGroupNorm(builder, inputs[0], p.groups, {p.epsilon, p.affine})};
}

}  // namespace

LayerType groupNormalizationLayer() {
  LayerType layer;
  layer.name = "group_normalization";
  layer.title = "Group norm";
  layer.help =
      "Brings each group of channels of each sample to mean 0 and deviation 1, then scales and shifts each channel by "
      "learned numbers. Unlike Batch norm it works with batches of any size.\n"
      "Formula: y = scale · (x − mean) / √(variance + epsilon) + bias, with the mean and variance of one group of one "
      "sample.\n"
      "Input [N, C, ...]; output: the same shape.\n"
      "Parameters: scale [C] and bias [C]. Defaults: 8 groups, epsilon 1e-5. Source: Wu and He 2018.";
  layer.family = LayerFamily::Normalization;
  layer.parameters = schema().schema();
  layer.learns = true;
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return fmt::format("{}", schema().read(values).groups); };
  return layer;
}

}  // namespace fovea::group_normalization_layer
