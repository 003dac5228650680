#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"
#include "core/ops/op_rules.h"
#include "core/ops/pooled_convolution.h"

namespace fovea {
namespace {

void fusePooledForward(GraphRewriter& graph, const OptimizeOptions& options, NodeId id) {
  const NodeId poolId = onlyUserNamed(graph, graph.node(id).outputs[0], "max_pool2d");
  if (!poolId.valid() || graph.node(id).inputs.size() < 3) return;
  const Node convolution = graph.node(id), pool = graph.node(poolId);
  const FieldValues attributes = joinAttributes(convolution.attributes, pool.attributes);
  if (!gains(graph, options, "conv2d_max_pool", attributes, convolution.inputs)) return;
  graph.remove(id);
  graph.remove(poolId);
  graph.insert(id, "conv2d_max_pool", attributes, convolution.inputs, pool.outputs);
}

// Passes the pooling's output gradient `dy` and its indices instead of the dense gradient that `unpool` makes.
void fusePooledBackward(GraphRewriter& graph, const OptimizeOptions& options, NodeId unpoolId, NodeId id) {
  const Node unpool = graph.node(unpoolId), convolution = graph.node(id);
  const bool weights = convolution.op->name == "conv2d_backward_weights";
  if (convolution.inputs[weights ? 1 : 0] != unpool.outputs[0]) return;
  const char* own = weights ? "kernel" : "input_size";
  FieldValues attributes = joinAttributes(convolution.attributes, unpool.attributes);
  attributes.set(own, convolution.attributes.list(own));
  const ValueId dy = unpool.inputs[0], indices = unpool.inputs[1];
  const std::vector<ValueId> inputs =
      weights ? std::vector{convolution.inputs[0], dy, indices} : std::vector{dy, indices, convolution.inputs[1]};
  const std::string name = weights ? "conv2d_max_pool_backward_weights" : "conv2d_max_pool_backward_data";
  if (!gains(graph, options, name, attributes, inputs)) return;
  graph.remove(id);
  graph.insert(id, name, attributes, inputs, convolution.outputs);
}

}  // namespace

void fusePooledConvolution(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0, count = graph.nodeCount(); i < count; ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (graph.removed(id)) continue;
    if (graph.node(id).op->name == "conv2d") fusePooledForward(graph, options, id);
    if (graph.removed(id) || graph.node(id).op->name != "max_pool2d_backward") continue;
    const std::vector<NodeId> users = graph.users(graph.node(id).outputs[0]);
    for (const NodeId user : users) {
      const std::string& name = graph.node(user).op->name;
      if (name == "conv2d_backward_data" || name == "conv2d_backward_weights")
        fusePooledBackward(graph, options, id, user);
    }
  }
}

}  // namespace fovea
