// Why: in mixed precision a gradient is computed in 16 bits and widened for its update; an update that widens it as it
// reads it saves a pass over memory. The numbers are the same.
#include "core/graph/passes/passes.h"
#include "core/tensor/half.h"

namespace fovea {
namespace {

constexpr std::size_t kGradient = 1;  // where an update reads it

void readNarrow(GraphRewriter& graph, NodeId id, const OptimizeOptions& options) {
  const Node& update = graph.node(id);
  const ValueId wide = update.inputs[kGradient];
  const NodeId maker = graph.producer(wide);
  if (!maker.valid() || graph.node(maker).op->name != "cast") return;
  const ValueId narrow = graph.node(maker).inputs[0];
  if (!isHalf(graph.value(narrow).type.dtype)) return;
  std::vector<TensorType> inputs, outputs;
  for (const ValueId input : update.inputs) inputs.push_back(graph.value(input).type);
  for (const ValueId output : update.outputs) outputs.push_back(graph.value(output).type);
  inputs[kGradient] = graph.value(narrow).type;
  if (!inferOp(*update.op, update.attributes, inputs).ok()) return;
  if (options.accelerates(*update.op, update.attributes, inputs, outputs)) graph.replaceInput(id, wide, narrow);
}

}  // namespace

void readNarrowGradients(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0; i < graph.nodeCount(); ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (graph.removed(id)) continue;
    const Node& node = graph.node(id);
    if (!node.op->aliases.empty() && node.inputs.size() > kGradient) readNarrow(graph, id, options);
  }
}

}  // namespace fovea
