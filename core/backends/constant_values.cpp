#include "core/backends/constant_values.h"

#include <algorithm>

namespace fovea {

ConstantValues::ConstantValues(const Graph& graph, bool variablesChange)
    : constant_(graph.values().size(), false), updated_(graph.values().size(), false) {
  for (const Node& node : graph.nodes())
    for (const OpAlias& alias : node.op->aliases)
      updated_[static_cast<std::size_t>(node.inputs[static_cast<std::size_t>(alias.input)].index)] = true;
  for (std::size_t i = 0; i < constant_.size(); ++i) {
    const ValueKind kind = graph.values()[i].kind;
    constant_[i] = kind == ValueKind::Constant || (kind == ValueKind::Variable && !updated_[i] && !variablesChange);
  }
  for (const Node& node : graph.nodes())
    for (const ValueId output : node.outputs) constant_[static_cast<std::size_t>(output.index)] = has(node);
}

bool ConstantValues::has(const Node& node) const {
  return node.op->aliases.empty() && !node.inputs.empty() &&
         std::all_of(node.inputs.begin(), node.inputs.end(), [&](ValueId id) { return has(id); });
}

bool ConstantValues::anyUpdated() const {
  return std::find(updated_.begin(), updated_.end(), true) != updated_.end();
}

}  // namespace fovea
