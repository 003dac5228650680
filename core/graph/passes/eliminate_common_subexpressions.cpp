#include <map>
#include <nlohmann/json.hpp>

#include "core/graph/passes/passes.h"

namespace fovea {
namespace {

// Nodes with the same key compute the same numbers: ops are pure, and random ones depend only on a seed and a step.
std::string keyOf(const Node& node) {
  std::string key = node.op->name + fieldValuesToJson(node.attributes).dump();
  for (const ValueId input : node.inputs) key += " " + std::to_string(input.index);
  return key;
}

}  // namespace

void eliminateCommonSubexpressions(GraphRewriter& graph) {
  std::map<std::string, NodeId> known;
  for (std::size_t i = 0; i < graph.nodeCount(); ++i) {
    const NodeId id{static_cast<std::int32_t>(i)};
    if (graph.removed(id) || !graph.node(id).op->aliases.empty()) continue;
    const auto [first, isNew] = known.emplace(keyOf(graph.node(id)), id);
    if (isNew) continue;
    const std::vector<ValueId> outputs = graph.node(id).outputs;
    bool replaceable = true;
    for (const ValueId output : outputs) replaceable = replaceable && !graph.pinned(output);
    if (!replaceable) continue;
    const std::vector<ValueId> originals = graph.node(first->second).outputs;
    for (std::size_t k = 0; k < outputs.size(); ++k) graph.replaceUses(outputs[k], originals[k]);
    graph.remove(id);
  }
}

}  // namespace fovea
