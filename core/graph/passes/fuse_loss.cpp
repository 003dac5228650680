// Why: training computes the loss, its gradient and the number of correct answers from the same logits. For small
// batches one kernel for all three saves launches.
#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"

namespace fovea {
namespace {

// True for a constant, an input, a variable, or one node's result of such: it cannot depend on a loss.
bool isIndependent(const GraphRewriter& graph, ValueId id) {
  const NodeId maker = graph.producer(id);
  if (!maker.valid()) return true;
  const auto& inputs = graph.node(maker).inputs;
  return std::none_of(inputs.begin(), inputs.end(), [&](ValueId input) { return graph.producer(input).valid(); });
}

// Finds the reader of `value` that runs `op` and has `labels` as its last input.
NodeId readerWithLabels(const GraphRewriter& graph, ValueId value, std::string_view op, ValueId labels) {
  for (const NodeId reader : graph.users(value))
    if (graph.node(reader).op->name == op && graph.node(reader).inputs.back() == labels) return reader;
  return {};
}

void fuseSoftmaxLoss(GraphRewriter& graph, NodeId id, const OptimizeOptions& options) {
  const Node loss = graph.node(id);
  const ValueId logits = loss.inputs[0], labels = loss.inputs[1];
  const NodeId backwardId = readerWithLabels(graph, loss.outputs[1], "softmax_cross_entropy_backward", labels);
  if (!backwardId.valid()) return;
  const Node backward = graph.node(backwardId);
  if (backward.inputs[1] != loss.outputs[1] || !isIndependent(graph, backward.inputs[0])) return;
  const std::vector<ValueId> inputs{logits, labels, backward.inputs[0]};
  if (!gains(graph, options, "softmax_cross_entropy_fused", {}, inputs)) return;
  std::vector<ValueId> outputs{loss.outputs[0], loss.outputs[1], backward.outputs[0]};
  const NodeId countId = readerWithLabels(graph, logits, "correct_count", labels);
  if (countId.valid()) {
    outputs.push_back(graph.node(countId).outputs[0]);
    graph.remove(countId);
  }
  graph.remove(backwardId);
  graph.remove(id);
  graph.insert(id, "softmax_cross_entropy_fused", {}, inputs, outputs);
}

}  // namespace

void fuseLoss(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (!graph.removed(id) && graph.node(id).op->name == "softmax_cross_entropy") fuseSoftmaxLoss(graph, id, options);
  }
}

}  // namespace fovea
