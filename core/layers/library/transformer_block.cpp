// Why: the standard transformer block as one node.
#include "core/layers/attention_layer.h"
#include "core/layers/layer_checks.h"

namespace fovea::transformer_block_layer {
namespace {

struct TransformerBlockParameters : AttentionParameters {
  std::int64_t expansion = 4;
  double dropout = 0.1;
};

const TypedSchema<TransformerBlockParameters>& schema() {
  using P = TransformerBlockParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(static_cast<std::int64_t P::*>(&P::heads), headsField())
          .field(static_cast<bool P::*>(&P::causal), causalField())
          .field(&P::expansion, plainField("expansion", "Expansion",
                                           "How many times wider than a step the feed-forward part is inside.", 1, 64))
          .field(&P::dropout,
                 plainField("dropout", "Dropout",
                            "The share of numbers that is set to zero in training before each sum.", 0, 0.99));
  return typed;
}

// Layer normalisation of each step: group normalisation of its row with one group.
ValueId emitStepNorm(LayerBuilder& builder, const std::string& name, ValueId x) {
  using List = std::vector<std::int64_t>;
  GraphBuilder& graph = builder.graph();
  const Shape shape = builder.shapeOf(x);
  const ValueId rows = graph.emitOne("reshape", {{"shape", List{-1, shape[2]}}}, {x});
  const ValueId scale = builder.parameter(name + "_scale", Shape{shape[2]}, {.kind = InitializerKind::Ones}, false);
  const ValueId bias = builder.parameter(name + "_bias", Shape{shape[2]}, {.kind = InitializerKind::Zeros}, false);
  const ValueId y = graph.emitOne("group_norm", {{"groups", std::int64_t{1}}}, {rows, scale, bias});
  return graph.emitOne("reshape", {{"shape", List{shape[0], shape[1], shape[2]}}}, {y});
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const TransformerBlockParameters p = schema().read(values);
  const Shape shape = builder.shapeOf(inputs[0]);
  FOVEA_CHECK(checkAttention("A transformer block", shape, p.heads));
  GraphBuilder& graph = builder.graph();
  const ValueId attended = emitAttention(builder, p, emitStepNorm(builder, "norm1", inputs[0]));
  const ValueId x = graph.emitOne("add", {}, {inputs[0], emitDropout(builder, attended, p.dropout, 0)});
  const ValueId wide = emitStepLinear(builder, "expand", emitStepNorm(builder, "norm2", x), shape[2] * p.expansion);
  const ValueId fed = emitStepLinear(builder, "contract", graph.emitOne("gelu", {}, {wide}), shape[2]);
  return std::vector<ValueId>{graph.emitOne("add", {}, {x, emitDropout(builder, fed, p.dropout, 1)})};
}

std::string caption(const FieldValues& values) {
  return attentionCaption(schema().read(values));
}

}  // namespace

LayerType transformerBlockLayer() {
  LayerType layer;
  layer.learns = true;
  layer.name = "transformer_block";
  layer.title = "Transformer block";
  layer.help =
      "Attention over the steps, then a small network for each step by itself; each is added to what came in. Stack "
      "several of them.\n"
      "Formula: h = x + attention(norm(x)); y = h + W₂·gelu(W₁·norm(h) + b₁) + b₂, with layer normalisation before "
      "each "
      "part.\n"
      "Input [N, T, K]; output: the same shape. K must be a multiple of the heads.\n"
      "Parameters: query, key, value and output [K, K], expand [expansion·K, K] and contract [K, expansion·K] with a "
      "bias each; two norms with scale and bias [K]. Defaults: 4 heads, not causal, expansion 4, dropout 0.1. Sources: "
      "Vaswani et al. 2017; Xiong et al. 2020 (the norms come first).";
  layer.family = LayerFamily::Sequence;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::transformer_block_layer
