#include "core/graph/graph_rewriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <queue>

namespace fovea {

GraphRewriter::GraphRewriter(const Graph& graph, std::span<const ValueId> pinned)
    : graph_(graph), users_(graph.values().size()), pinned_(graph.values().size(), false) {
  nodes_ = std::move(graph_.nodes_);
  removed_.resize(nodes_.size(), false);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    places_.push_back(static_cast<int>(i));
    for (const ValueId input : nodes_[i].inputs)
      users_[static_cast<std::size_t>(input.index)].push_back(NodeId{static_cast<std::int32_t>(i)});
  }
  for (const auto& [name, id] : graph_.outputs_) pinned_[static_cast<std::size_t>(id.index)] = true;
  for (const ValueId id : pinned)
    if (id.valid()) pinned_[static_cast<std::size_t>(id.index)] = true;
}

NodeId GraphRewriter::onlyUser(ValueId id) const {
  return !pinned(id) && users(id).size() == 1 ? users(id)[0] : NodeId();
}

ValueId GraphRewriter::addValue(const TensorType& type) {
  Value value;
  value.type = type;
  graph_.values_.push_back(std::move(value));
  users_.emplace_back();
  pinned_.push_back(false);
  return ValueId{static_cast<std::int32_t>(graph_.values_.size()) - 1};
}

ValueId GraphRewriter::constant(const Tensor& tensor) {
  const ValueId id = addValue(tensor.type());
  Value& value = graph_.values_.back();
  value.kind = ValueKind::Constant;
  value.constant = tensor;
  return id;
}

void GraphRewriter::link(NodeId id) {
  const Node& node = nodes_[at(id)];
  for (const ValueId input : node.inputs) users_[static_cast<std::size_t>(input.index)].push_back(id);
  for (std::size_t i = 0; i < node.outputs.size(); ++i) {
    Value& value = graph_.values_[static_cast<std::size_t>(node.outputs[i].index)];
    value.producer = id;
    value.outputIndex = static_cast<int>(i);
  }
}

void GraphRewriter::unlink(NodeId id) {
  for (const ValueId input : nodes_[at(id)].inputs) std::erase(users_[static_cast<std::size_t>(input.index)], id);
  for (const ValueId output : nodes_[at(id)].outputs) {
    Value& value = graph_.values_[static_cast<std::size_t>(output.index)];
    if (value.producer == id) value.producer = {};
  }
}

std::vector<ValueId> GraphRewriter::insert(NodeId place, std::string_view name, const FieldValues& attributes,
                                           const std::vector<ValueId>& inputs, const std::vector<ValueId>& outputs) {
  const OpType* op = findOp(name);
  if (!op) {
    status_ = fail(ErrorCode::Internal, fmt::format("A pass wants the op {}, which is not there.", name));
    return std::vector<ValueId>(std::max<std::size_t>(outputs.size(), 1));
  }
  std::vector<TensorType> types;
  for (const ValueId input : inputs) types.push_back(value(input).type);
  auto complete = op->attributes.complete(attributes);
  Result<std::vector<TensorType>> inferred =
      complete.ok() ? inferOp(*op, *complete, types) : Result<std::vector<TensorType>>(complete.error());
  if (!inferred.ok()) {
    status_ = inferred.error().within(fmt::format("{}, made by a pass", name));
    return std::vector<ValueId>(op->outputs.size());
  }
  Node node;
  node.op = op;
  node.attributes = std::move(complete).value();
  node.inputs = inputs;
  node.scope = nodes_[at(place)].scope;
  for (std::size_t i = 0; i < inferred->size(); ++i) {
    const ValueId given = i < outputs.size() ? outputs[i] : ValueId();
    if (given.valid() && value(given).type != (*inferred)[i])
      status_ = fail(ErrorCode::Internal, fmt::format("{}, made by a pass, gives {} where {} was.", name,
                                                      (*inferred)[i].toString(), value(given).type.toString()));
    if (given.valid()) release(given);
    node.outputs.push_back(given.valid() ? given : addValue((*inferred)[i]));
  }
  const NodeId id{static_cast<std::int32_t>(nodes_.size())};
  const std::vector<ValueId> results = node.outputs;
  nodes_.push_back(std::move(node));
  removed_.push_back(false);
  places_.push_back(places_[at(place)]);
  link(id);
  return results;
}

void GraphRewriter::release(ValueId id) {
  const NodeId maker = producer(id);
  if (!maker.valid() || removed_[at(maker)]) return;
  const ValueId other = addValue(value(id).type);
  Value& replacement = graph_.values_.back();
  replacement.producer = maker;
  replacement.outputIndex = value(id).outputIndex;
  nodes_[at(maker)].outputs[static_cast<std::size_t>(replacement.outputIndex)] = other;
}

void GraphRewriter::remove(NodeId id) {
  unlink(id);
  removed_[at(id)] = true;
}

void GraphRewriter::replaceUses(ValueId old, ValueId with) {
  for (const NodeId reader : std::vector<NodeId>(users(old))) replaceInput(reader, old, with);
}

void GraphRewriter::replaceInput(NodeId reader, ValueId old, ValueId with) {
  for (ValueId& input : nodes_[at(reader)].inputs) {
    if (input != old) continue;
    input = with;
    auto& readers = users_[static_cast<std::size_t>(old.index)];
    readers.erase(std::find(readers.begin(), readers.end(), reader));
    users_[static_cast<std::size_t>(with.index)].push_back(reader);
  }
}

void GraphRewriter::makeConstant(ValueId id, const Tensor& tensor) {
  release(id);
  Value& value = graph_.values_[static_cast<std::size_t>(id.index)];
  value.kind = ValueKind::Constant;
  value.constant = tensor;
  value.producer = {};
}

void GraphRewriter::dropUnneeded() {
  std::vector<NodeId> suspects;
  for (std::size_t i = 0; i < nodes_.size(); ++i) suspects.push_back(NodeId{static_cast<std::int32_t>(i)});
  while (!suspects.empty()) {
    const NodeId id = suspects.back();
    suspects.pop_back();
    if (removed_[at(id)] || !nodes_[at(id)].op->aliases.empty()) continue;
    const auto needed = [&](ValueId output) {
      return producer(output) == id && (pinned(output) || !users(output).empty());
    };
    const Node& node = nodes_[at(id)];
    if (std::any_of(node.outputs.begin(), node.outputs.end(), needed)) continue;
    for (const ValueId input : node.inputs)
      if (producer(input).valid()) suspects.push_back(producer(input));
    remove(id);
  }
}

void GraphRewriter::addReaders(ValueId id, std::vector<NodeId>& readers) const {
  for (const NodeId reader : users(id)) {
    readers.push_back(reader);
    if (node(reader).op->view) addReaders(node(reader).outputs[0], readers);
  }
}

std::vector<NodeId> GraphRewriter::order(bool copiesLast) const {
  // A node waits for the producers of its inputs; an in-place update also for every other reader of its variable.
  std::vector<int> waiting(nodes_.size(), 0);
  std::vector<std::vector<NodeId>> followers(nodes_.size());
  const auto follow = [&](NodeId before, NodeId after) {
    followers[at(before)].push_back(after);
    ++waiting[at(after)];
  };
  using Entry = std::pair<std::pair<int, int>, std::int32_t>;  // {place, tie}, node
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  const auto push = [&](NodeId id) {
    const bool update = !nodes_[at(id)].op->aliases.empty();
    ready.push({{update ? -1 : places_[at(id)], id.index}, id.index});
  };
  std::size_t living = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (removed_[i]) continue;
    ++living;
    const NodeId id{static_cast<std::int32_t>(i)};
    for (const ValueId input : nodes_[i].inputs)
      if (producer(input).valid()) follow(producer(input), id);
    for (const OpAlias& alias : nodes_[i].op->aliases)
      for (const NodeId reader : users(nodes_[i].inputs[static_cast<std::size_t>(alias.input)])) {
        if (reader == id) continue;
        follow(reader, id);
        std::vector<NodeId> copyReaders;
        if (copiesLast && node(reader).op->name == "cast") addReaders(node(reader).outputs[0], copyReaders);
        for (const NodeId copyReader : copyReaders) follow(copyReader, id);
      }
  }
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (!removed_[i] && waiting[i] == 0) push(NodeId{static_cast<std::int32_t>(i)});
  std::vector<NodeId> result;
  while (!ready.empty()) {
    const NodeId id{ready.top().second};
    ready.pop();
    result.push_back(id);
    for (const NodeId next : followers[at(id)])
      if (--waiting[at(next)] == 0) push(next);
  }
  if (result.size() != living) result.clear();
  return result;
}

Result<std::shared_ptr<const Graph>> GraphRewriter::finish() {
  if (!status_.ok()) return status_.error();
  dropUnneeded();
  std::vector<NodeId> sequence = order(true);
  if (sequence.empty()) sequence = order(false);
  if (sequence.empty() && std::count(removed_.begin(), removed_.end(), false) > 0)
    return fail(ErrorCode::Internal, "A pass has made a graph that waits for itself.");
  std::vector<Node> nodes;
  for (const NodeId id : sequence) {
    for (const ValueId output : nodes_[at(id)].outputs)
      graph_.values_[static_cast<std::size_t>(output.index)].producer = NodeId{static_cast<std::int32_t>(nodes.size())};
    nodes.push_back(std::move(nodes_[at(id)]));
  }
  graph_.nodes_ = std::move(nodes);
  return std::make_shared<const Graph>(std::move(graph_));
}

}  // namespace fovea
