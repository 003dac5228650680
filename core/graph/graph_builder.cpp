#include <fmt/format.h>

#include "core/graph/graph.h"

namespace fovea {

GraphBuilder::GraphBuilder() = default;
GraphBuilder::~GraphBuilder() = default;
GraphBuilder::GraphBuilder(const Graph& graph) : graph_(graph) {
  for (const Value& value : graph.values())
    if (value.kind == ValueKind::Variable) variableNames_.insert(value.name);
}

void GraphBuilder::reportError(Error error) {
  if (!status_.ok()) return;
  status_ = scope_.empty() ? std::move(error) : error.within(scope_);
}

ValueId GraphBuilder::addInput(const std::string& name, const TensorType& type) {
  if (graph_.findInput(name).valid())
    reportError(fail(ErrorCode::Internal, "There are two inputs named \"" + name + "\"."));
  Value value;
  value.type = type;
  value.kind = ValueKind::Input;
  value.name = name;
  graph_.values_.push_back(std::move(value));
  return ValueId{static_cast<std::int32_t>(graph_.values_.size()) - 1};
}

ValueId GraphBuilder::addVariable(const std::string& name, const TensorType& type) {
  if (!variableNames_.insert(name).second)
    reportError(fail(ErrorCode::InvalidArgument, "There are two variables named \"" + name + "\"."));
  Value value;
  value.type = type;
  value.kind = ValueKind::Variable;
  value.name = name;
  graph_.values_.push_back(std::move(value));
  return ValueId{static_cast<std::int32_t>(graph_.values_.size()) - 1};
}

ValueId GraphBuilder::constant(const Tensor& tensor) {
  Value value;
  value.type = tensor.type();
  value.kind = ValueKind::Constant;
  value.constant = tensor;
  graph_.values_.push_back(std::move(value));
  return ValueId{static_cast<std::int32_t>(graph_.values_.size()) - 1};
}

std::vector<ValueId> GraphBuilder::emit(std::string_view name, const FieldValues& attributes,
                                        std::span<const ValueId> inputs) {
  const OpType* op = findOp(name);
  if (!op) {
    reportError(fail(ErrorCode::Internal, "There is no op named \"" + std::string(name) + "\"."));
    return std::vector<ValueId>(1);
  }
  const std::vector<ValueId> nothing(op->outputs.size());
  std::vector<TensorType> types;
  for (const ValueId input : inputs) {
    if (!input.valid()) return nothing;
    types.push_back(graph_.value(input).type);
  }
  if (!status_.ok()) return nothing;
  auto complete = op->attributes.complete(attributes);
  if (!complete.ok()) {
    reportError(complete.error());
    return nothing;
  }
  auto inferred = inferOp(*op, *complete, types);
  if (!inferred.ok()) {
    reportError(inferred.error());
    return nothing;
  }
  for (const OpAlias& alias : op->aliases) {
    const ValueKind kind = graph_.value(inputs[static_cast<std::size_t>(alias.input)]).kind;
    if (kind != ValueKind::Variable) {
      reportError(fail(ErrorCode::Internal, op->name + " updates its input, which must be a variable."));
      return nothing;
    }
  }
  Node node;
  node.op = op;
  node.attributes = std::move(complete).value();
  node.inputs.assign(inputs.begin(), inputs.end());
  node.scope = scope_;
  const NodeId nodeId{static_cast<std::int32_t>(graph_.nodes_.size())};
  for (std::size_t i = 0; i < inferred->size(); ++i) {
    Value value;
    value.type = (*inferred)[i];
    value.producer = nodeId;
    value.outputIndex = static_cast<int>(i);
    node.outputs.push_back(ValueId{static_cast<std::int32_t>(graph_.values_.size())});
    graph_.values_.push_back(std::move(value));
  }
  graph_.nodes_.push_back(std::move(node));
  return graph_.nodes_.back().outputs;
}

TensorType GraphBuilder::typeOf(ValueId value) const {
  return value.valid() ? graph_.value(value).type : TensorType{};
}

void GraphBuilder::addOutput(const std::string& name, ValueId value) {
  if (value.valid()) graph_.outputs_.emplace_back(name, value);
}

void GraphBuilder::setName(ValueId value, std::string name) {
  if (!value.valid()) return;
  Value& named = graph_.values_[static_cast<std::size_t>(value.index)];
  if (named.kind == ValueKind::Variable) {
    variableNames_.erase(named.name);
    variableNames_.insert(name);
  }
  named.name = std::move(name);
}

Result<std::shared_ptr<const Graph>> GraphBuilder::finish() {
  if (!status_.ok()) return status_.error();
  std::vector<bool> needed(graph_.values_.size(), false);
  for (const auto& [name, id] : graph_.outputs_) needed[static_cast<std::size_t>(id.index)] = true;
  std::vector<bool> kept(graph_.nodes_.size(), false);
  for (std::size_t i = graph_.nodes_.size(); i-- > 0;) {
    const Node& node = graph_.nodes_[i];
    kept[i] = !node.op->aliases.empty();
    for (const ValueId output : node.outputs) kept[i] = kept[i] || needed[static_cast<std::size_t>(output.index)];
    if (!kept[i]) continue;
    for (const ValueId input : node.inputs) needed[static_cast<std::size_t>(input.index)] = true;
  }
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < graph_.nodes_.size(); ++i) {
    if (!kept[i]) {
      for (const ValueId output : graph_.nodes_[i].outputs)
        graph_.values_[static_cast<std::size_t>(output.index)].producer = {};
      continue;
    }
    for (const ValueId output : graph_.nodes_[i].outputs)
      graph_.values_[static_cast<std::size_t>(output.index)].producer = NodeId{static_cast<std::int32_t>(nodes.size())};
    nodes.push_back(std::move(graph_.nodes_[i]));
  }
  graph_.nodes_ = std::move(nodes);
  return std::make_shared<const Graph>(std::move(graph_));
}

}  // namespace fovea
