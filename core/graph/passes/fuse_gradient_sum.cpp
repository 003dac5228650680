// Why: where a network branches, the branches' gradients are added. The convolution that computes one of them can add
// the other while it writes, which saves a pass over memory.
#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"

namespace fovea {
namespace {

// A chain of elementwise ops adds in its own fused pass, so the sum costs nothing there.
bool isPartOfChain(const GraphRewriter& graph, ValueId sum) {
  const NodeId reader = graph.onlyUser(sum);
  return reader.valid() && graph.node(reader).op->pointwise && graph.node(reader).op->aliases.empty();
}

bool isGradient(const GraphRewriter& graph, ValueId id) {
  const NodeId maker = graph.producer(id);
  return maker.valid() && graph.node(maker).op->name == "conv2d_backward_data";
}

void fuseIntoGradient(GraphRewriter& graph, NodeId addId, const OptimizeOptions& options) {
  const Node add = graph.node(addId);
  if (isPartOfChain(graph, add.outputs[0])) return;
  for (const std::size_t term : {1, 0}) {
    const ValueId gradient = add.inputs[term], residual = add.inputs[1 - term];
    if (!isGradient(graph, gradient) || graph.onlyUser(gradient) != addId) continue;
    if (gradient == residual || graph.value(residual).type != graph.value(gradient).type) continue;
    const NodeId dataId = graph.producer(gradient);
    const Node data = graph.node(dataId);
    const std::vector<ValueId> inputs{data.inputs[0], data.inputs[1], residual};
    if (!gains(graph, options, "conv2d_backward_data_fused", data.attributes, inputs)) continue;
    graph.remove(addId);
    graph.remove(dataId);
    graph.insert(addId, "conv2d_backward_data_fused", data.attributes, inputs, add.outputs);
    return;
  }
}

}  // namespace

void fuseGradientSum(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (!graph.removed(id) && graph.node(id).op->name == "add") fuseIntoGradient(graph, id, options);
  }
}

}  // namespace fovea
