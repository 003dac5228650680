// Why: attention ignores order; this layer adds the position of each element.
#include <cmath>

#include "core/layers/layer_checks.h"

namespace fovea::positional_encoding_layer {
namespace {

struct PositionalEncodingParameters {
  std::string kind = "sinusoidal";
};

const TypedSchema<PositionalEncodingParameters>& schema() {
  static const auto typed = [] {
    Field kind = plainField("kind", "Kind",
                            "Waves of fixed lengths, or a table that is learned for exactly this length of sequence.");
    kind.choices = {{"sinusoidal", "Sinusoidal"}, {"learned", "Learned"}};
    return TypedSchema<PositionalEncodingParameters>().field(&PositionalEncodingParameters::kind, kind);
  }();
  return typed;
}

// Vaswani et al. 2017, section 3.5: wavelengths from 2π to 10000 · 2π, sine at even and cosine at odd positions.
Tensor waves(std::int64_t steps, std::int64_t size) {
  Tensor table = Tensor::make({DataType::Float32, Shape{steps, size}});
  for (std::int64_t t = 0; t < steps; ++t)
    for (std::int64_t k = 0; k < size; ++k) {
      const double rate = std::pow(10000.0, -static_cast<double>(k - k % 2) / static_cast<double>(size));
      const double angle = static_cast<double>(t) * rate;
      table.data<float>()[t * size + k] = static_cast<float>(k % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  return table;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const Shape shape = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(needSequence("A positional encoding", shape));
  const Shape table{shape[1], shape[2]};
  const ValueId positions =
      schema().read(values).kind == "learned"
          ? builder.parameter("weight", table, {.kind = InitializerKind::Normal, .deviation = 0.02}, false)
          : builder.graph().constant(waves(shape[1], shape[2]));
  return builder.graph().emit("add", {}, {inputs[0], positions});
}

}  // namespace

LayerType positionalEncodingLayer() {
  LayerType layer;
  layer.name = "positional_encoding";
  layer.title = "Positional encoding";
  layer.help =
      "Adds to each step of a sequence numbers that say where it stands, which attention would not know otherwise.\n"
      "Formula: y[n, t, k] = x[n, t, k] + p[t, k], with p[t, 2i] = sin(t / 10000^(2i/K)) and p[t, 2i+1] = cos of the "
      "same (sinusoidal), or with p learned.\n"
      "Input [N, T, K]; output: the same shape.\n"
      "Parameters: none, or weight [T, K] if learned. Default: sinusoidal. Source: Vaswani et al. 2017.";
  layer.family = LayerFamily::Sequence;
  layer.learns = true;
  layer.learnsWhen = {{"kind", {"learned"}}};
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = [](const FieldValues& values) { return schema().read(values).kind; };
  return layer;
}

}  // namespace fovea::positional_encoding_layer
