#include <algorithm>

#include "core/graph/passes/passes.h"
#include "core/ops/pointwise.h"

namespace fovea {
namespace {

// Longer programs or more inputs are no faster: the registers of a block no longer fit in the nearest cache.
constexpr std::size_t kMostInputs = 8;
constexpr std::size_t kMostInstructions = 64;

bool isPointwise(const Node& node) {
  return node.op->pointwise && node.op->aliases.empty();
}

// Returns the input of `node` whose producer can be computed in the same pass over memory; -1 if there is none.
int fusableInput(const GraphRewriter& graph, NodeId id) {
  const Node& node = graph.node(id);
  const Shape& shape = graph.value(node.outputs[0]).type.shape;
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    const ValueId input = node.inputs[i];
    const NodeId maker = graph.producer(input);
    if (!maker.valid() || graph.onlyUser(input) != id || graph.value(input).type.shape != shape) continue;
    const Node& inner = graph.node(maker);
    if (!isPointwise(inner) || inner.outputs.size() != 1) continue;
    if (node.inputs.size() + inner.inputs.size() - 1 <= kMostInputs) return static_cast<int>(i);
  }
  return -1;
}

// Returns the same program with one input for each distinct value; removes duplicates from `inputs`.
PointwiseProgram withoutRepetitions(const PointwiseProgram& program, std::vector<ValueId>& inputs) {
  std::vector<ValueId> distinct;
  std::vector<int> mapping;
  for (const ValueId input : inputs) {
    const auto place = std::find(distinct.begin(), distinct.end(), input);
    mapping.push_back(static_cast<int>(place - distinct.begin()));
    if (place == distinct.end()) distinct.push_back(input);
  }
  inputs = std::move(distinct);
  return renameInputs(program, mapping, static_cast<int>(inputs.size()));
}

// Returns the fused node, or an invalid id if the two cannot be fused.
NodeId fuseWithInput(GraphRewriter& graph, NodeId id, int input) {
  const Node outer = graph.node(id);
  const NodeId makerId = graph.producer(outer.inputs[static_cast<std::size_t>(input)]);
  const Node inner = graph.node(makerId);
  std::vector<ValueId> inputs = outer.inputs;
  inputs.erase(inputs.begin() + input);
  inputs.insert(inputs.end(), inner.inputs.begin(), inner.inputs.end());
  const PointwiseProgram chain =
      compose(outer.op->pointwise(outer.attributes), input, inner.op->pointwise(inner.attributes));
  const PointwiseProgram program = simplify(withoutRepetitions(chain, inputs));
  if (program.instructions.size() > kMostInstructions) return {};
  graph.remove(id);
  graph.remove(makerId);
  graph.insert(id, "fused_pointwise", {{"program", toText(program)}}, inputs, outer.outputs);
  return graph.producer(outer.outputs[0]);
}

}  // namespace

void fusePointwise(GraphRewriter& graph) {
  const std::size_t count = graph.nodeCount();
  for (std::size_t i = count; i-- > 0;) {
    NodeId id{static_cast<std::int32_t>(i)};
    while (id.valid() && !graph.removed(id) && isPointwise(graph.node(id))) {
      const int input = fusableInput(graph, id);
      id = input < 0 ? NodeId() : fuseWithInput(graph, id, input);
    }
  }
}

}  // namespace fovea
