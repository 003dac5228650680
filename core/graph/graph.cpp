#include "core/graph/graph.h"

#include <fmt/format.h>

namespace fovea {
namespace {

std::string valueWords(const Graph& graph, ValueId id) {
  const Value& value = graph.value(id);
  return fmt::format("%{}{}{}", id.index, value.name.empty() ? "" : ":" + value.name, " " + value.type.toString());
}

std::vector<TensorType> typesOf(const Graph& graph, const std::vector<ValueId>& ids) {
  std::vector<TensorType> types;
  for (const ValueId id : ids) types.push_back(graph.value(id).type);
  return types;
}

}  // namespace

ValueId Graph::findInput(std::string_view name) const {
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (values_[i].kind == ValueKind::Input && values_[i].name == name) return ValueId{static_cast<std::int32_t>(i)};
  return {};
}

ValueId Graph::findVariable(std::string_view name) const {
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (values_[i].kind == ValueKind::Variable && values_[i].name == name) return ValueId{static_cast<std::int32_t>(i)};
  return {};
}

ValueId Graph::findOutput(std::string_view name) const {
  for (const auto& [key, id] : outputs_)
    if (key == name) return id;
  return {};
}

ValueId Graph::aliasOf(ValueId id) const {
  const Value& produced = value(id);
  if (produced.kind != ValueKind::Intermediate) return {};
  const Node& producer = node(produced.producer);
  for (const OpAlias& alias : producer.op->aliases)
    if (alias.output == produced.outputIndex) return producer.inputs[static_cast<std::size_t>(alias.input)];
  return {};
}

Cost Graph::cost() const {
  Cost total;
  for (const Node& node : nodes_) {
    const auto inputs = typesOf(*this, node.inputs);
    const auto outputs = typesOf(*this, node.outputs);
    const Cost cost = costOf(*node.op, {node.attributes, inputs, outputs});
    total.flops += cost.flops;
    total.bytes += cost.bytes;
  }
  return total;
}

std::string Graph::toString() const {
  std::string text;
  for (const Node& node : nodes_) {
    std::vector<std::string> inputs, outputs;
    for (const ValueId id : node.inputs) inputs.push_back(valueWords(*this, id));
    for (const ValueId id : node.outputs) outputs.push_back(valueWords(*this, id));
    text += fmt::format("{} = {}({})  # {}\n", fmt::join(outputs, ", "), node.op->name, fmt::join(inputs, ", "),
                        node.scope);
  }
  return text;
}

}  // namespace fovea
