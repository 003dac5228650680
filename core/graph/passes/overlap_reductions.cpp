// Why: the backward pass computes the gradients of the last layers first. Their sum over the ranks runs while the
// gradients of the earlier layers are computed.
#include <algorithm>

#include "core/graph/passes/passes.h"

namespace fovea {
namespace {

// Returns the last node, in the order of the source graph, that produces an input of `node`; invalid if there is none.
NodeId lastMaker(const GraphRewriter& graph, const Node& node) {
  NodeId last;
  for (const ValueId input : node.inputs) {
    const NodeId maker = graph.producer(input);
    if (maker.valid() && (!last.valid() || graph.place(maker) > graph.place(last))) last = maker;
  }
  return last;
}

}  // namespace

void overlapReductions(GraphRewriter& graph) {
  std::int64_t message = 0;
  for (std::int32_t i = 0, count = static_cast<std::int32_t>(graph.nodeCount()); i < count; ++i) {
    const NodeId id{i};
    if (graph.removed(id) || graph.node(id).op->name != "all_reduce") continue;
    const Node node = graph.node(id);
    if (node.attributes.boolean("dense")) continue;
    const NodeId maker = lastMaker(graph, node);
    if (!maker.valid() || graph.place(maker) + 1 >= graph.place(id)) continue;
    ++message;
    const FieldValues begin{
        {"factor", node.attributes.real("factor")}, {"dense", node.attributes.boolean("dense")}, {"message", message}};
    const std::vector<ValueId> begun = graph.insert(maker, "all_reduce_begin", begin, node.inputs);
    graph.insert(id, "all_reduce_end", {{"message", message}}, begun, node.outputs);
    graph.remove(id);
  }
}

}  // namespace fovea
