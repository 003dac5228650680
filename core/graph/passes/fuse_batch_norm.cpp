#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"

namespace fovea {
namespace {

void fuseNormForward(GraphRewriter& graph, NodeId id) {
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

std::vector<TensorType> typesOf(const GraphRewriter& graph, const std::vector<ValueId>& values) {
  std::vector<TensorType> types;
  for (const ValueId id : values) types.push_back(graph.value(id).type);
  return types;
}

// Adds a mask output to the forward node if the device is faster with it; otherwise returns an invalid id. A mask must
// be kept until the backward pass, as it cannot be recomputed, so there is none under a memory budget.
ValueId maskOf(GraphRewriter& graph, NodeId id, const OptimizeOptions& options) {
  const Node forward = graph.node(id);
  if (!options.accelerates || options.memoryBudget != 0) return {};
  FieldValues attributes = forward.attributes;
  attributes.set("mask", true);
  const auto inputs = typesOf(graph, forward.inputs);
  const auto outputs = inferOp(*forward.op, attributes, inputs);
  if (!outputs.ok() || !options.accelerates(*forward.op, attributes, inputs, *outputs)) return {};
  graph.remove(id);
  return graph.insert(id, "batch_norm_fused", attributes, forward.inputs, forward.outputs).back();
}

// Fuses dy -> relu_backward -> batch_norm_backward, if the forward node is fused. Other readers of relu_backward's
// result (a shortcut) get it from the fused node.
void fuseNormBackward(GraphRewriter& graph, NodeId id, const OptimizeOptions& options) {
  const Node norm = graph.node(id);
  const ValueId masked = norm.inputs[0];
  const NodeId reluId = graph.producer(masked);
  const NodeId forwardId = graph.producer(norm.inputs[3]);
  if (!reluId.valid() || graph.node(reluId).op->name != "relu_backward" || graph.pinned(masked)) return;
  if (!forwardId.valid() || graph.node(forwardId).op->name != "batch_norm_fused") return;
  const Node relu = graph.node(reluId);
  const Node forward = graph.node(forwardId);
  if (relu.inputs[1] != forward.outputs[0]) return;
  const bool shared = graph.users(masked).size() > 1;
  const FieldValues attributes{{"activation", forward.attributes.text("activation")}, {"residual", shared}};
  std::vector<ValueId> inputs{relu.inputs[0],    norm.inputs[1], norm.inputs[2],
                              forward.inputs[2], norm.inputs[3], norm.inputs[4]};
  // Without a residual the kernel derives the sign of y from x.
  if (forward.inputs.size() > 5) {
    const ValueId mask = maskOf(graph, forwardId, options);
    inputs.push_back(mask.valid() ? mask : relu.inputs[1]);
  }
  std::vector<ValueId> outputs = norm.outputs;
  if (shared) outputs.push_back(masked);
  graph.remove(id);
  graph.remove(reluId);
  graph.insert(id, "batch_norm_fused_backward", attributes, inputs, outputs);
}

}  // namespace

void fuseBatchNorm(GraphRewriter& graph, const OptimizeOptions& options) {
  const auto each = [&](std::string_view op, const auto& fuse) {
    for (std::size_t i = graph.nodeCount(); i-- > 0;) {
      const NodeId id{static_cast<std::int32_t>(i)};
      if (!graph.removed(id) && graph.node(id).op->name == op) fuse(graph, id);
    }
  };
  each("batch_norm", fuseNormForward);
  each("batch_norm_backward", [&](GraphRewriter& rewriter, NodeId id) { fuseNormBackward(rewriter, id, options); });
}

}  // namespace fovea
