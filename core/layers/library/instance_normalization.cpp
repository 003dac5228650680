// Why: the normalisation of style transfer: each channel of each image by itself.
#include "core/layers/normalization_layers.h"

namespace fovea::instance_normalization_layer {
namespace {

const TypedSchema<SampleNormalizationParameters>& schema() {
  using P = SampleNormalizationParameters;
  static const auto typed =
      TypedSchema<P>().field(&P::epsilon, normalizationEpsilonField()).field(&P::affine, affineField());
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const Shape input = builder.shapeOf(inputs[0]);
  if (input.elementsFrom(2) < 2)
    return fail(ErrorCode::InvalidArgument,
                "Instance norm needs several positions in each channel, but got " + inputWords(input) + ".",
                "A channel of one number would always become zero: use Layer norm.");
  return std::vector<ValueId>{emitGroupNorm(builder, inputs[0], input[1], schema().read(values))};
}

}  // namespace

LayerType instanceNormalizationLayer() {
  LayerType layer;
  layer.name = "instance_normalization";
  layer.title = "Instance norm";
  layer.help =
      "Brings each channel of each sample to mean 0 and deviation 1, then scales and shifts it by learned numbers: "
      "what "
      "is left is the pattern, without contrast and brightness.\n"
      "Formula: y = scale · (x − mean) / √(variance + epsilon) + bias, with the mean and variance of one channel of "
      "one "
      "sample.\n"
      "Input [N, C, L], [N, C, H, W] or [N, C, D, H, W]; output: the same shape.\n"
      "Parameters: scale [C] and bias [C]. Default: epsilon 1e-5. Source: Ulyanov et al. 2016.";
  layer.family = LayerFamily::Normalization;
  layer.parameters = schema().schema();
  layer.learns = true;
  layer.build = build;
  return layer;
}

}  // namespace fovea::instance_normalization_layer
