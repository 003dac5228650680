#include "core/inspect/attention_maps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

// Converts the `count` scores of a row to weights.
void softmaxRow(float* row, std::int64_t count) {
  const float largest = *std::max_element(row, row + count);
  double sum = 0;
  for (std::int64_t s = 0; s < count; ++s) sum += static_cast<double>(row[s] = std::exp(row[s] - largest));
  for (std::int64_t s = 0; s < count; ++s) row[s] = static_cast<float>(static_cast<double>(row[s]) / sum);
}

struct PatchGrid {
  std::int64_t rows = 0, columns = 0, before = 0;  // `before`: leading keys that are no patches
};

// Patches are square, so the grid has the proportions of the image.
PatchGrid patchGrid(std::int64_t keys, const Shape& input) {
  const std::int64_t height = input[1], width = input[2];
  for (const std::int64_t before : {0, 1})
    for (std::int64_t rows = 1; rows <= std::min(height, keys - before); ++rows)
      if ((keys - before) % rows == 0 && rows * width == (keys - before) / rows * height)
        return {rows, (keys - before) / rows, before};
  return {};
}

}  // namespace

std::vector<AttentionTap> attentionTaps(const Graph& graph) {
  std::vector<AttentionTap> taps;
  for (const Node& node : graph.nodes()) {
    if (node.op->name != "attention" || std::ranges::find(taps, node.scope, &AttentionTap::layer) != taps.end())
      continue;
    const Shape &query = graph.value(node.inputs[0]).type.shape, &key = graph.value(node.inputs[1]).type.shape;
    taps.push_back({node.scope, node.inputs[0], node.inputs[1], readAttention(node.attributes, query, key)});
  }
  return taps;
}

Result<Tensor> attentionWeights(const AttentionInputs& inputs) {
  const AttentionGeometry& g = inputs.geometry;
  FOVEA_TRY(Tensor weights, Tensor::tryMake({DataType::Float32, Shape{g.heads, g.queries, g.keys}}));
  const float *q = inputs.query.data<float>(), *k = inputs.key.data<float>();
  float* row = weights.data<float>();
  for (std::int64_t head = 0; head < g.heads; ++head)
    for (std::int64_t t = 0; t < g.queries; ++t, row += g.keys) {
      std::fill_n(row, g.keys, 0.0f);
      for (std::int64_t s = 0; s < g.visible(t); ++s) {
        double sum = 0;
        for (std::int64_t d = 0; d < g.size(); ++d)
          sum += static_cast<double>(q[g.atQuery(0, t, head) + d]) * static_cast<double>(k[g.atKey(0, s, head) + d]);
        row[s] = static_cast<float>(sum * g.scale());
      }
      softmaxRow(row, g.visible(t));
    }
  return weights;
}

Result<Tensor> attentionOverInput(const Tensor& weights, std::int64_t head, std::int64_t query, const Shape& input) {
  const std::int64_t heads = weights.shape()[0], queries = weights.shape()[1], keys = weights.shape()[2];
  if (head < -1 || head >= heads)
    return fail(ErrorCode::InvalidArgument, fmt::format("There is no head {}: the layer has {}, from 0.", head, heads));
  if (query < -1 || query >= queries)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("There is no step {}: the layer has {}, from 0.", query, queries));
  const bool row = input.rank() == 1 && input[0] == keys;
  const PatchGrid grid = input.rank() == 3 ? patchGrid(keys, input) : PatchGrid{};
  if (!row && grid.rows == 0)
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{} steps cannot be laid over an input of {}.", keys, input.toString()),
                "Write the weights as a .npy file.");
  std::vector<double> sums(static_cast<std::size_t>(keys), 0.0);
  std::int64_t rows = 0;
  for (std::int64_t h = head < 0 ? 0 : head; h < (head < 0 ? heads : head + 1); ++h)
    for (std::int64_t t = query < 0 ? 0 : query; t < (query < 0 ? queries : query + 1); ++t, ++rows)
      for (std::int64_t s = 0; s < keys; ++s)
        sums[static_cast<std::size_t>(s)] += static_cast<double>(weights.data<float>()[(h * queries + t) * keys + s]);
  Tensor over = Tensor::make({DataType::Float32, row ? Shape{keys} : Shape{grid.rows, grid.columns}});
  for (std::int64_t i = 0; i < over.elementCount(); ++i)
    over.data<float>()[i] =
        static_cast<float>(sums[static_cast<std::size_t>(i + grid.before)] / static_cast<double>(rows));
  return over;
}

}  // namespace fovea
