// Why: the layer that turns symbols (characters, words) into numbers that a network can learn from.
#include <fmt/format.h>

#include "core/layers/layer_checks.h"

namespace fovea::embedding_layer {
namespace {

struct EmbeddingParameters {
  std::int64_t symbols = 256;
  std::int64_t size = 128;
  double deviation = 1.0;
};

const TypedSchema<EmbeddingParameters>& schema() {
  using P = EmbeddingParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(&P::symbols,
                 plainField("symbols", "Symbols",
                            "How many different symbols the table knows; as many as the input has.", 1, 1'000'000'000))
          .field(&P::size, plainField("size", "Size", "How many numbers stand for one symbol.", 1, 65536))
          .field(&P::deviation, plainField("deviation", "First deviation",
                                           "Standard deviation of the first numbers, drawn about 0.", 0, 1000));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const EmbeddingParameters p = schema().read(values);
  const TensorType symbols = builder.graph().typeOf(inputs[0]);
  if (symbols.dtype != DataType::Int32)
    return fail(ErrorCode::InvalidArgument,
                "An embedding needs symbols (whole numbers), but got numbers " + shapeWords(symbols.shape) + ".",
                "Set the values of the Input to Symbols, or use Linear for numbers.");
  const ValueId weight = builder.parameter("weight", Shape{p.symbols, p.size},
                                           {.kind = InitializerKind::Normal, .deviation = p.deviation}, false);
  return builder.graph().emit("embedding", {}, {weight, inputs[0]});
}

std::string caption(const FieldValues& values) {
  const EmbeddingParameters p = schema().read(values);
  return fmt::format("{} → {}", p.symbols, p.size);
}

}  // namespace

LayerType embeddingLayer() {
  LayerType layer;
  layer.learns = true;
  layer.name = "embedding";
  layer.title = "Embedding";
  layer.help =
      "Looks each symbol up in a learned table: symbols that are used alike come to lie near each other.\n"
      "Formula: y[n, t] = W[x[n, t]]. A negative symbol means \"nothing\" and yields zeros.\n"
      "Input: symbols [N, T], each from 0 to symbols − 1; output [N, T, size].\n"
      "Parameters: weight [symbols, size], drawn from a normal distribution. Defaults: 256 symbols, size 128, "
      "deviation "
      "1. Source: Bengio et al. 2003.";
  layer.family = LayerFamily::Sequence;
  layer.parameters = schema().schema();
  layer.learns = true;
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::embedding_layer
