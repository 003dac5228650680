// Why: in mixed precision a gradient is computed in 16 bits and widened for its update; an update that widens it while
// reading saves a pass over memory. Results are identical.
#include "core/graph/passes/passes.h"
#include "core/tensor/half.h"

namespace fovea {
namespace {

void readNarrow(GraphRewriter& graph, NodeId id, std::size_t port, const OptimizeOptions& options) {
  const Node& update = graph.node(id);
  const ValueId wide = update.inputs[port];
  const NodeId maker = graph.producer(wide);
  if (!maker.valid() || graph.node(maker).op->name != "cast") return;
  const ValueId narrow = graph.node(maker).inputs[0];
  if (!isHalf(graph.value(narrow).type.dtype)) return;
  std::vector<TensorType> inputs, outputs;
  for (const ValueId input : update.inputs) inputs.push_back(graph.value(input).type);
  for (const ValueId output : update.outputs) outputs.push_back(graph.value(output).type);
  inputs[port] = graph.value(narrow).type;
  if (!inferOp(*update.op, update.attributes, inputs).ok()) return;
  if (options.accelerates(*update.op, update.attributes, inputs, outputs)) graph.replaceInput(id, wide, narrow);
}

}  // namespace

void readNarrowGradients(GraphRewriter& graph, const OptimizeOptions& options) {
  for (std::size_t i = 0; i < graph.nodeCount(); ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (graph.removed(id)) continue;
    if (graph.node(id).op->aliases.empty()) continue;
    for (std::size_t port = 1; port < graph.node(id).inputs.size(); ++port) readNarrow(graph, id, port, options);
  }
}

}  // namespace fovea
