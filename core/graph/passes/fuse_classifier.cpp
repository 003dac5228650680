// Why: the last layer of a classifier, its loss and the gradients of its parameters are small; for small batches one
// kernel for all of them saves launches.
#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"

namespace fovea {
namespace {

// Finds the reader of `dlogits` that computes the gradients of the layer's parameters from its input `x`.
NodeId weightsOf(const GraphRewriter& graph, ValueId x, ValueId dlogits) {
  for (const NodeId reader : graph.users(dlogits)) {
    const Node& node = graph.node(reader);
    if (node.op->name == "linear_backward_weights" && node.inputs == std::vector{x, dlogits}) return reader;
  }
  return {};
}

void fuseLastLayer(GraphRewriter& graph, NodeId lossId, const OptimizeOptions& options) {
  const Node loss = graph.node(lossId);
  const ValueId logits = loss.inputs[0], probabilities = loss.outputs[1], dlogits = loss.outputs[2];
  const NodeId linearId = graph.producer(logits);
  if (!linearId.valid() || graph.onlyUser(logits) != lossId) return;
  if (graph.pinned(probabilities) || !graph.users(probabilities).empty()) return;
  const Node linear = graph.node(linearId);
  if (linear.op->name != "linear" || linear.inputs.size() != 3) return;
  const NodeId weightsId = weightsOf(graph, linear.inputs[0], dlogits);
  if (!weightsId.valid()) return;
  std::vector<ValueId> inputs = linear.inputs;
  inputs.insert(inputs.end(), {loss.inputs[1], loss.inputs[2]});
  if (!gains(graph, options, "linear_cross_entropy_fused", {}, inputs)) return;
  const Node weights = graph.node(weightsId);
  for (const NodeId id : {weightsId, lossId, linearId}) graph.remove(id);
  graph.insert(lossId, "linear_cross_entropy_fused", {}, inputs,
               {loss.outputs[0], dlogits, loss.outputs[3], weights.outputs[0], weights.outputs[1]});
}

}  // namespace

void fuseClassifier(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (!graph.removed(id) && graph.node(id).op->name == "softmax_cross_entropy_fused")
      fuseLastLayer(graph, id, options);
  }
}

}  // namespace fovea
