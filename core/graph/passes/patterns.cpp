#include "core/graph/passes/patterns.h"

#include <algorithm>

namespace fovea {

NodeId onlyUserNamed(const GraphRewriter& graph, ValueId value, std::string_view op) {
  const NodeId user = graph.onlyUser(value);
  return user.valid() && graph.node(user).op->name == op ? user : NodeId();
}

bool gains(const GraphRewriter& graph, const OptimizeOptions& options, std::string_view op,
           const FieldValues& attributes, const std::vector<ValueId>& inputs) {
  const OpType& type = *findOp(op);
  const auto complete = type.attributes.complete(attributes);
  std::vector<TensorType> types;
  for (const ValueId input : inputs) types.push_back(graph.value(input).type);
  if (!complete.ok() || !options.accelerates) return false;
  const auto outputs = inferOp(type, *complete, types);
  return outputs.ok() && options.accelerates(type, *complete, types, *outputs);
}

bool isSteady(const GraphRewriter& graph, ValueId id) {
  if (graph.value(id).kind == ValueKind::Constant) return true;
  if (graph.value(id).kind != ValueKind::Variable) return false;
  const auto updates = [&](NodeId user) {
    const Node& node = graph.node(user);
    return std::any_of(node.op->aliases.begin(), node.op->aliases.end(),
                       [&](const OpAlias& alias) { return node.inputs[static_cast<std::size_t>(alias.input)] == id; });
  };
  return std::none_of(graph.users(id).begin(), graph.users(id).end(), updates);
}

Epilogue epilogueOf(const GraphRewriter& graph, NodeId node) {
  const ValueId y = graph.node(node).outputs[0];
  Epilogue found;
  found.result = y;
  if (const NodeId add = onlyUserNamed(graph, y, "add"); add.valid()) {
    const auto& terms = graph.node(add).inputs;
    const ValueId other = terms[0] == y ? terms[1] : terms[0];
    // Nodes are in execution order, so an earlier node cannot depend on this one.
    const NodeId maker = graph.producer(other);
    const bool early = !maker.valid() || graph.place(maker) < graph.place(node);
    if (other == y || graph.value(other).type != graph.value(y).type || !early) return found;
    found.add = add;
    found.residual = other;
    found.result = graph.node(add).outputs[0];
  }
  found.relu = onlyUserNamed(graph, found.result, "relu");
  if (found.relu.valid()) found.result = graph.node(found.relu).outputs[0];
  return found;
}

void removeWithEpilogue(GraphRewriter& graph, NodeId node, const Epilogue& epilogue) {
  graph.remove(node);
  if (epilogue.add.valid()) graph.remove(epilogue.add);
  if (epilogue.relu.valid()) graph.remove(epilogue.relu);
}

}  // namespace fovea
