// Why: the attention layer and the transformer block share this code.
#pragma once
#include "core/layers/layer_type.h"

namespace fovea {

struct AttentionParameters {
  std::int64_t heads = 4;
  bool causal = false;
};

Field headsField();
Field causalField();
// "4 heads · causal", for a node.
std::string attentionCaption(const AttentionParameters& parameters);

// InvalidArgument unless `shape` is [N, T, K] with K a multiple of `heads`. `subject` begins the sentence.
Status checkAttention(const std::string& subject, const Shape& shape, std::int64_t heads);
// Self-attention over x [N, T, K] with weights "query", "key", "value" and "output" [K, K], biases "query_bias"...
ValueId emitAttention(LayerBuilder& builder, const AttentionParameters& parameters, ValueId x);
// x [N, T, K] · weightᵀ + bias for each step: [N, T, units].
ValueId emitStepLinear(LayerBuilder& builder, const std::string& weight, ValueId x, std::int64_t units);
// Emits dropout of `probability` in training only; `number` distinguishes the dropouts of one layer.
ValueId emitDropout(LayerBuilder& builder, ValueId x, double probability, std::int64_t number);

}  // namespace fovea
