#include "core/backends/variable_copies.h"

#include <algorithm>

#include "core/tensor/half.h"

namespace fovea {
namespace {

bool takesCopies(const Graph& graph, const Node& node, const KernelRegistry& kernels) {
  std::vector<TensorType> inputs, outputs;
  for (const ValueId input : node.inputs) inputs.push_back(graph.value(input).type);
  for (const ValueId output : node.outputs) outputs.push_back(graph.value(output).type);
  return kernels.keepsCopies(*node.op, node.attributes, inputs, outputs);
}

// The last node that reads the value or a value that shares its memory.
int lastReader(const Graph& graph, const ValueUses& uses, ValueId id) {
  int last = uses.last[static_cast<std::size_t>(id.index)];
  for (const Node& node : graph.nodes())
    if (node.op->view && node.inputs[0] == id) last = std::max(last, lastReader(graph, uses, node.outputs[0]));
  return last;
}

// Counts the updates of each variable in a step.
std::map<ValueId, int> countUpdates(const Graph& graph) {
  std::map<ValueId, int> updates;
  for (const Node& node : graph.nodes())
    for (const OpAlias& alias : node.op->aliases) ++updates[node.inputs[static_cast<std::size_t>(alias.input)]];
  return updates;
}

bool changesFirst(const Node& node) {
  return !node.op->aliases.empty() && node.op->aliases[0].input == 0 && node.op->aliases[0].output == 0;
}

}  // namespace

VariableCopies findVariableCopies(const Graph& graph, const ValueUses& uses, const KernelRegistry& kernels) {
  VariableCopies result;
  std::map<ValueId, ValueId> casts;  // first 16-bit cast of each variable
  std::map<ValueId, int> updates = countUpdates(graph);
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.nodes()[i];
    if (node.inputs.empty() || graph.value(node.inputs[0]).type.dtype != DataType::Float32) continue;
    if (node.op->name == "cast" && isHalf(graph.value(node.outputs[0]).type.dtype)) {
      casts.emplace(node.inputs[0], node.outputs[0]);
    } else if (const auto cast = casts.find(node.inputs[0]);
               cast != casts.end() && changesFirst(node) && updates[node.inputs[0]] == 1 &&
               lastReader(graph, uses, cast->second) < static_cast<int>(i) && takesCopies(graph, node, kernels)) {
      result.add(static_cast<int>(i), cast->second);
    }
  }
  return result;
}

}  // namespace fovea
