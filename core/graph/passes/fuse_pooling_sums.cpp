// Why: the bias gradient of a convolution before a pooling is a sum over the pooling's input gradient. The pooling's
// backward kernel can compute it from the smaller output gradient, which saves a kernel.
#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"

namespace fovea {
namespace {

void fuseBiasSums(GraphRewriter& graph, NodeId id, const OptimizeOptions& options) {
  const Node pooling = graph.node(id);
  const ValueId gradient = pooling.outputs[0];
  for (const NodeId reader : std::vector<NodeId>(graph.users(gradient))) {
    const Node weights = graph.node(reader);
    if (weights.op->name != "conv2d_backward_weights" || weights.inputs[1] != gradient) continue;
    const ValueId bias = weights.outputs[1];
    if (graph.pinned(bias) || graph.users(bias).empty()) continue;
    if (!gains(graph, options, "max_pool2d_backward_sums", pooling.attributes, pooling.inputs)) return;
    graph.remove(id);
    const auto outputs = graph.insert(id, "max_pool2d_backward_sums", pooling.attributes, pooling.inputs, {gradient});
    graph.replaceUses(bias, outputs[1]);
    return;
  }
}

}  // namespace

void fusePoolingSums(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (!graph.removed(id) && graph.node(id).op->name == "max_pool2d_backward") fuseBiasSums(graph, id, options);
  }
}

}  // namespace fovea
