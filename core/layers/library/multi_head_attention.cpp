// Why: lets each step of a sequence attend to the others.
#include "core/layers/attention_layer.h"
#include "core/layers/layer_checks.h"

namespace fovea::multi_head_attention_layer {
namespace {

struct MultiHeadAttentionParameters : AttentionParameters {
  double dropout = 0;
};

const TypedSchema<MultiHeadAttentionParameters>& schema() {
  using P = MultiHeadAttentionParameters;
  static const auto typed =
      TypedSchema<P>()
          .field(static_cast<std::int64_t P::*>(&P::heads), headsField())
          .field(static_cast<bool P::*>(&P::causal), causalField())
          .field(&P::dropout,
                 plainField("dropout", "Dropout", "The share of the output's numbers that is set to zero in training.",
                            0, 0.99));
  return typed;
}

Result<std::vector<ValueId>> build(LayerBuilder& builder, const FieldValues& values, std::span<const ValueId> inputs) {
  const MultiHeadAttentionParameters p = schema().read(values);
  FOVEA_CHECK(checkAttention("Attention", builder.shapeOf(inputs[0]), p.heads));
  return std::vector<ValueId>{emitDropout(builder, emitAttention(builder, p, inputs[0]), p.dropout, 0)};
}

std::string caption(const FieldValues& values) {
  return attentionCaption(schema().read(values));
}

}  // namespace

LayerType multiHeadAttentionLayer() {
  LayerType layer;
  layer.learns = true;
  layer.name = "multi_head_attention";
  layer.title = "Attention";
  layer.help =
      "Each step of a sequence asks (query), is found (key) and gives (value): what it becomes is a mean of the values "
      "of all steps, weighted by how well their keys fit its query. Several heads ask for different things at once.\n"
      "Formula: y = softmax(Q·Kᵀ/√d)·V for each head of d = K / heads numbers, with Q, K and V linear in the input; "
      "the "
      "heads side by side go through one more linear map.\n"
      "Input [N, T, K]; output: the same shape. K must be a multiple of the heads.\n"
      "Parameters: query, key, value and output [K, K] with a bias each. Defaults: 4 heads, not causal, no dropout. "
      "Source: Vaswani et al. 2017.";
  layer.family = LayerFamily::Sequence;
  layer.parameters = schema().schema();
  layer.build = build;
  layer.caption = caption;
  return layer;
}

}  // namespace fovea::multi_head_attention_layer
