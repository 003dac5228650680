// Why: batch normalisation's backward pass needs sums of a gradient. The convolution that computes this gradient can
// compute the sums while it writes.
#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"

namespace fovea {
namespace {

constexpr std::size_t kWithoutResult = 6;  // inputs of batch_norm_fused_backward that knows its result from x

void fuse(GraphRewriter& graph, NodeId normId, const OptimizeOptions& options) {
  const Node norm = graph.node(normId);
  if (norm.inputs.size() != kWithoutResult || norm.outputs.size() > 3) return;
  const NodeId dataId = graph.producer(norm.inputs[0]);
  if (!dataId.valid() || graph.onlyUser(norm.inputs[0]) != normId) return;
  const Node data = graph.node(dataId);
  if (data.op->name != "conv2d_backward_data") return;
  FieldValues attributes = data.attributes;
  attributes.set("activation", norm.attributes.text("activation"));
  std::vector<ValueId> inputs = data.inputs;
  inputs.insert(inputs.end(), norm.inputs.begin() + 1, norm.inputs.end());
  if (!gains(graph, options, "conv2d_backward_data_norm", attributes, inputs)) return;
  graph.remove(normId);
  graph.remove(dataId);
  graph.insert(normId, "conv2d_backward_data_norm", attributes, inputs, norm.outputs);
}

}  // namespace

void fuseGradientNorm(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (!graph.removed(id) && graph.node(id).op->name == "batch_norm_fused_backward") fuse(graph, id, options);
  }
}

}  // namespace fovea
