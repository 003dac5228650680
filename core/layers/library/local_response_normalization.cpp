// Why: the normalisation of the first large image networks: strong responses suppress their neighbours.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::local_response_normalization_layer {
namespace {

struct LocalResponseParameters {
  std::int64_t size = 5;
  double alpha = 1e-4;
  double beta = 0.75;
  double offset = 1;
  std::string region = "across";
};

const TypedSchema<LocalResponseParameters>& schema() {
  using P = LocalResponseParameters;
  static const auto typed = [] {
    Field region = plainField("region", "Region", "Where the neighbours are: in other channels, or in the image.");
    region.choices = {{"across", "Across channels"}, {"within", "Within channels"}};
    return TypedSchema<P>()
        .field(&P::size,
               plainField("size", "Size", "How many channels, or rows and columns, count; an odd number.", 1, 1023))
        .field(&P::alpha, plainField("alpha", "Alpha", "How strongly the neighbours count.", 0, 1e6))
        .field(&P::beta, plainField("beta", "Beta", "The power that the sum is raised to.", 0, 16))
        .field(&P::offset, plainField("offset", "Offset", "Added to the sum; k in the paper.", 1e-9, 1e6))
        .field(&P::region, region);
  }();
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const LocalResponseParameters p = schema().read(values);
  if (p.size % 2 == 0)
    return fail(ErrorCode::InvalidArgument, fmt::format("A window of {} has no middle.", p.size),
                "Choose an odd size, such as 5.");
  const bool within = p.region == "within";
  if (within) FOVEA_CHECK(needImage("Normalisation within channels", builder.shapeOf(inputs[0])));
  const FieldValues attributes{
      {"size", p.size}, {"alpha", p.alpha}, {"beta", p.beta}, {"offset", p.offset}, {"within_channels", within}};
  return builder.graph().emit("local_response_norm", attributes, {inputs[0]});
}

}  // namespace

LayerType localResponseNormalizationLayer() {
  LayerType layer;
  layer.name = "local_response_normalization";
  layer.title = "Local response norm";
  layer.help =
      "Divides each number by what its neighbours say, so that a strong answer stands out. AlexNet and GoogLeNet use "
      "it; newer networks take Batch norm instead.\n"
      "Formula: y = x / (offset + alpha / m · sum of x² over the neighbours)^beta. Across channels the neighbours are "
      "`size` channels at the same place (m = size); within channels size × size places of the same channel (m = "
      "size²).\n"
      "Input [N, C, ...], within channels [N, C, H, W]; output: the same shape.\n"
      "Defaults: size 5, alpha 0.0001, beta 0.75, offset 1, across channels. Source: Krizhevsky et al. 2012.";
  layer.family = LayerFamily::Normalization;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return fmt::format("{}", schema().read(values).size); };
  return layer;
}

}  // namespace fovea::local_response_normalization_layer
