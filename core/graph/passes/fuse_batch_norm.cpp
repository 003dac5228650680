#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"

namespace fovea {
namespace {

void fuseForward(GraphRewriter& graph, NodeId id) {
  const Epilogue epilogue = epilogueOf(graph, id);
  if (epilogue.empty()) return;
  const Node norm = graph.node(id);
  std::vector<ValueId> inputs = norm.inputs;
  if (epilogue.residual.valid()) inputs.push_back(epilogue.residual);
  std::vector<ValueId> outputs = norm.outputs;
  outputs[0] = epilogue.result;
  FieldValues attributes = norm.attributes;
  attributes.set("activation", std::string(epilogue.activation()));
  removeWithEpilogue(graph, id, epilogue);
  graph.insert(id, "batch_norm_fused", attributes, inputs, outputs);
}

// dy -> relu_backward -> batch_norm_backward. Who else reads the gradient behind the relu (a shortcut) gets it from the
// fused node.
void fuseBackward(GraphRewriter& graph, NodeId id) {
  const Node norm = graph.node(id);
  const ValueId masked = norm.inputs[0];
  const NodeId reluId = graph.producer(masked);
  if (!reluId.valid() || graph.node(reluId).op->name != "relu_backward" || graph.pinned(masked)) return;
  const Node relu = graph.node(reluId);
  const bool shared = graph.users(masked).size() > 1;
  graph.remove(id);
  graph.remove(reluId);
  std::vector<ValueId> outputs = norm.outputs;
  if (shared) outputs.push_back(masked);
  graph.insert(id, "batch_norm_fused_backward", {{"activation", std::string("relu")}, {"residual", shared}},
               {relu.inputs[0], norm.inputs[1], relu.inputs[1], norm.inputs[2], norm.inputs[3], norm.inputs[4]},
               outputs);
}

}  // namespace

void fuseBatchNorm(GraphRewriter& graph) {
  for (std::size_t i = graph.nodeCount(); i-- > 0;) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (graph.removed(id)) continue;
    if (graph.node(id).op->name == "batch_norm")
      fuseForward(graph, id);
    else if (graph.node(id).op->name == "batch_norm_backward")
      fuseBackward(graph, id);
  }
}

}  // namespace fovea
