// Why: shows where an attention layer looks: the weights of each head, computed anew from its queries and keys, since
// the engine never stores them. Pure functions.
#pragma once
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/ops/attention_geometry.h"

namespace fovea {

// An attention op in a forward graph with a batch of 1.
struct AttentionTap {
  std::string layer;
  ValueId query, key;
  AttentionGeometry geometry;
};
// The first attention of each layer that has one.
std::vector<AttentionTap> attentionTaps(const Graph& graph);

// The queries and keys of a layer for one sample, f32 [1, T, width]. They are kept instead of the map, whose size grows
// with the square of the steps and which is seldom looked at.
struct AttentionInputs {
  AttentionGeometry geometry;
  Tensor query, key;
};
// Returns f32 [heads, queries, keys]: softmax(Q·Kᵀ/√d) with rows that sum to 1; keys that a query does not see have 0.
// OutOfMemory.
Result<Tensor> attentionWeights(const AttentionInputs& inputs);

// The weights of one query and head over the input: f32 [T] over a row of T symbols, or [rows, columns] over a picture
// whose patches the keys are, row by row; a key before them (a class token) is left out. `head` −1: the mean of all;
// `query` −1: the mean of all. InvalidArgument: no such head or query, or the keys do not cover `input`.
Result<Tensor> attentionOverInput(const Tensor& weights, std::int64_t head, std::int64_t query, const Shape& input);

}  // namespace fovea
