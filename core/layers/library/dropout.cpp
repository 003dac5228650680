// Why: prevents a network from relying on single units.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::dropout_layer {
namespace {

struct DropoutParameters {
  double probability = 0.5;
};

const TypedSchema<DropoutParameters>& schema() {
  static const auto typed = TypedSchema<DropoutParameters>().field(
      &DropoutParameters::probability,
      plainField("probability", "Probability", "The share of numbers that is set to zero in training.", 0, 0.99));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const double probability = schema().read(values).probability;
  if (!builder.training() || probability == 0) return std::vector<ValueId>{inputs[0]};
  return std::vector<ValueId>{builder.dropout(inputs[0], probability, builder.layerSeed())};
}

std::string caption(const FieldValues& values) {
  return fmt::format("{:g}", schema().read(values).probability);
}

}  // namespace

LayerType dropoutLayer() {
  LayerType layer;
  layer.name = "dropout";
  layer.title = "Dropout";
  layer.help =
      "In training sets each number to zero with the given probability and makes the others larger to match, so that "
      "no unit "
      "can rely on a single other one. Outside training it does nothing.\n"
      "Formula: y = x · m / (1 − p), where m is 0 with probability p and 1 otherwise, drawn again in each step.\n"
      "Output: the input's shape. Default: 0.5. Source: Srivastava et al. 2014.";
  layer.family = LayerFamily::Normalization;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::dropout_layer
