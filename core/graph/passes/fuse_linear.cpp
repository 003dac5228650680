// Why: a linear layer's ReLU, its gradient and the bias gradient are separate passes over memory, although the matrix
// products already have all the numbers in registers.
#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"
#include "core/ops/linear_mask.h"

namespace fovea {
namespace {

// The nodes linear_backward_data -> relu_backward, where the latter reads the ReLU's result.
struct GradientThroughRelu {
  NodeId data, relu;
  bool found() const { return data.valid() && relu.valid(); }
};

GradientThroughRelu gradientThrough(const GraphRewriter& graph, ValueId y) {
  for (const NodeId reader : graph.users(y)) {
    const Node& relu = graph.node(reader);
    if (relu.op->name != "relu_backward" || relu.inputs[1] != y) continue;
    const NodeId data = graph.producer(relu.inputs[0]);
    if (!data.valid() || graph.node(data).op->name != "linear_backward_data") continue;
    if (graph.onlyUser(relu.inputs[0]) == reader) return {data, reader};
  }
  return {};
}

// Replaces the bias gradient of linear_backward_weights by `sums`, which the fused node computes anyway.
void shareSums(GraphRewriter& graph, ValueId gradient, ValueId sums) {
  for (const NodeId reader : std::vector<NodeId>(graph.users(gradient))) {
    const Node& weights = graph.node(reader);
    if (weights.op->name != "linear_backward_weights" || weights.inputs[1] != gradient) continue;
    if (!graph.pinned(weights.outputs[1])) graph.replaceUses(weights.outputs[1], sums);
  }
}

void fuseLinearBackward(GraphRewriter& graph, const GradientThroughRelu& found, ValueId mask) {
  const Node data = graph.node(found.data), relu = graph.node(found.relu);
  graph.remove(found.relu);
  graph.remove(found.data);
  const auto outputs =
      graph.insert(found.data, "linear_fused_backward", {}, {data.inputs[0], data.inputs[1], mask}, {relu.outputs[0]});
  shareSums(graph, outputs[0], outputs[1]);
}

// A mask must be kept until the backward pass, as it cannot be recomputed, so none is used under a memory budget.
bool gainsByMask(const GraphRewriter& graph, const OptimizeOptions& options, const GradientThroughRelu& found,
                 const Node& linear, const FieldValues& attributes) {
  if (!found.found() || options.memoryBudget != 0 || !gains(graph, options, "linear_fused", attributes, linear.inputs))
    return false;
  const Node& data = graph.node(found.data);
  const TensorType& y = graph.value(linear.outputs[0]).type;
  const TensorType& dy = graph.value(data.inputs[0]).type;
  const std::vector<TensorType> inputs{dy, graph.value(data.inputs[1]).type, linearMaskType(y.shape)};
  const OpType& op = *findOp("linear_fused_backward");
  const auto outputs = inferOp(op, {}, inputs);
  return outputs.ok() && options.accelerates(op, {}, inputs, *outputs);
}

void fuseBiasAndRelu(GraphRewriter& graph, NodeId id, const OptimizeOptions& options) {
  const Node linear = graph.node(id);
  if (linear.inputs.size() < 3) return;
  const NodeId reluId = onlyUserNamed(graph, linear.outputs[0], "relu");
  if (!reluId.valid()) return;
  const ValueId y = graph.node(reluId).outputs[0];
  const GradientThroughRelu found = gradientThrough(graph, y);
  FieldValues attributes{{"activation", std::string("relu")}, {"mask", true}};
  const bool masked = gainsByMask(graph, options, found, linear, attributes);
  attributes.set("mask", masked);
  if (!masked && !gains(graph, options, "linear_fused", attributes, linear.inputs)) return;
  graph.remove(reluId);
  graph.remove(id);
  const auto outputs = graph.insert(id, "linear_fused", attributes, linear.inputs, {y});
  if (masked) fuseLinearBackward(graph, found, outputs[1]);
}

}  // namespace

void fuseLinear(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (!graph.removed(id) && graph.node(id).op->name == "linear") fuseBiasAndRelu(graph, id, options);
  }
}

}  // namespace fovea
