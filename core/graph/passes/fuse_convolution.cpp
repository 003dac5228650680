#include "core/graph/passes/passes.h"
#include "core/graph/passes/patterns.h"
#include "core/ops/op_rules.h"

namespace fovea {
namespace {

void fuseEpilogue(GraphRewriter& graph, NodeId id, const Epilogue& epilogue) {
  const Node convolution = graph.node(id);
  std::vector<ValueId> inputs = convolution.inputs;
  if (inputs.size() < 3) {
    const TensorType type{graph.value(inputs[0]).type.dtype, Shape{graph.value(inputs[1]).type.shape[0]}};
    inputs.push_back(graph.constant(filledTensor(type, 0.0)));
  }
  if (epilogue.residual.valid()) inputs.push_back(epilogue.residual);
  FieldValues attributes = convolution.attributes;
  attributes.set("activation", std::string(epilogue.activation()));
  removeWithEpilogue(graph, id, epilogue);
  graph.insert(id, "conv2d_fused", attributes, inputs, {epilogue.result});
}

}  // namespace

void fuseConvolution(GraphRewriter& graph) {
  // Runs backwards, so that of two convolutions that are added the later one adds the result of the earlier one.
  for (std::size_t i = graph.nodeCount(); i-- > 0;) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (graph.removed(id) || graph.node(id).op->name != "conv2d") continue;
    if (const Epilogue epilogue = epilogueOf(graph, id); !epilogue.empty()) fuseEpilogue(graph, id, epilogue);
  }
}

}  // namespace fovea
