#include "core/backends/value_uses.h"

namespace fovea {

ValueUses findUses(const Graph& graph) {
  const std::size_t count = graph.values().size();
  ValueUses uses{std::vector<int>(count, -1), std::vector<ValueReader>(count), std::vector<ValueId>(count)};
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.nodes()[i];
    for (std::size_t k = 0; k < node.inputs.size(); ++k) {
      const auto input = static_cast<std::size_t>(node.inputs[k].index);
      uses.reader[input] = uses.last[input] < 0 ? ValueReader{&node, static_cast<int>(k)} : ValueReader();
      uses.last[input] = static_cast<int>(i);
    }
    for (const OpAlias& alias : node.op->aliases) {
      const ValueId target = node.inputs[static_cast<std::size_t>(alias.input)];
      for (const ValueId input : node.inputs) {
        ValueId& updated = uses.updatedWith[static_cast<std::size_t>(input.index)];
        if (input != target && graph.value(input).type == graph.value(target).type && !updated.valid())
          updated = target;
      }
    }
  }
  return uses;
}

}  // namespace fovea
