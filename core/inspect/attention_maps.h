// Why: shows which positions an attention layer attends to. The weights of each head are recomputed from its queries
// and keys, since the engine never stores them. Pure functions.
#pragma once
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/attention_geometry.h"

namespace fovea {

// An attention op in a forward graph with batch size 1.
struct AttentionTap {
  std::string layer;
  ValueId query, key;
  AttentionGeometry geometry;
};
// Returns the first attention op of each layer that has one.
std::vector<AttentionTap> attentionTaps(const Graph& graph);

// The queries and keys of a layer for one sample, f32 [1, T, width]. They are kept instead of the weights, whose size
// grows with the square of the steps and which are seldom viewed.
struct AttentionInputs {
  AttentionGeometry geometry;
  Tensor query, key;
};
// Returns f32 [heads, queries, keys]: softmax(Q·Kᵀ/√d) with rows that sum to 1; masked keys have weight 0. Fails with
// OutOfMemory.
Result<Tensor> attentionWeights(const AttentionInputs& inputs);

// Maps the weights of one query and head onto the input: f32 [T] for T symbols, or [rows, columns] for an image whose
// patches are the keys, row by row; a leading key (class token) is omitted. `head` −1 or `query` −1 average over all.
// Fails with InvalidArgument if there is no such head or query, or the keys do not cover `input`.
Result<Tensor> attentionOverInput(const Tensor& weights, std::int64_t head, std::int64_t query, const Shape& input);

}  // namespace fovea
