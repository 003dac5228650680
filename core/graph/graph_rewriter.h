// Why: passes map a Graph to a Graph; this class holds the graph while a pass edits it. Values keep their ids, so that
// ids held elsewhere (inputs, outputs, probes) stay valid.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

// Not thread-safe; used up by finish(). Node ids of the source graph stay valid until finish(), except those of removed
// nodes.
class GraphRewriter {
 public:
  // `pinned`: values besides the outputs that must survive under their ids.
  explicit GraphRewriter(const Graph& graph, std::span<const ValueId> pinned = {});

  std::size_t nodeCount() const { return nodes_.size(); }
  bool removed(NodeId id) const { return removed_[at(id)]; }
  const Node& node(NodeId id) const { return nodes_[at(id)]; }
  // The node's position in the source graph. Positions define an order in which all nodes can run.
  int place(NodeId id) const { return places_[at(id)]; }
  const Value& value(ValueId id) const { return graph_.values_[static_cast<std::size_t>(id.index)]; }
  // The node that produces a value; invalid for inputs, constants and variables.
  NodeId producer(ValueId id) const { return value(id).producer; }
  // The nodes that read a value, in no particular order. A node that reads it twice is listed twice.
  const std::vector<NodeId>& users(ValueId id) const { return users_[static_cast<std::size_t>(id.index)]; }
  bool pinned(ValueId id) const { return pinned_[static_cast<std::size_t>(id.index)]; }
  // The only reader of a value, or invalid if there are none or several, or if the value is an output or pinned.
  NodeId onlyUser(ValueId id) const;

  // Adds a node at the position of `place`, which may have been removed. The node becomes the producer of the valid ids
  // in `outputs`; an invalid or missing id creates a new value. Types are inferred and must agree with those of given
  // outputs. Returns the ids of all outputs. finish() reports an error.
  std::vector<ValueId> insert(NodeId place, std::string_view op, const FieldValues& attributes,
                              const std::vector<ValueId>& inputs, const std::vector<ValueId>& outputs = {});
  ValueId constant(const Tensor& tensor);
  // Removes a node. Its outputs then need another producer unless nobody reads them.
  void remove(NodeId id);
  // Replaces `old` by `with` in all readers.
  void replaceUses(ValueId old, ValueId with);
  // Replaces `old` by `with` in all inputs of one node.
  void replaceInput(NodeId reader, ValueId old, ValueId with);
  // Turns the value into a constant and detaches it from its producer.
  void makeConstant(ValueId id, const Tensor& tensor);

  // Returns the graph without dead nodes. The order is the former one, except that each update runs as soon as all
  // readers of its variable have run, so that gradients are freed early.
  Result<std::shared_ptr<const Graph>> finish();

 private:
  static std::size_t at(NodeId id) { return static_cast<std::size_t>(id.index); }
  ValueId addValue(const TensorType& type);
  // Gives the producer of a value a new value as its output.
  void release(ValueId id);
  void link(NodeId id);
  void unlink(NodeId id);
  void dropUnneeded();
  // Returns an order in which all nodes can run, or an empty one if there is a cycle. With `copiesLast`, an update also
  // follows all readers of a cast of its variable, so that its kernel can rewrite that cast in place.
  std::vector<NodeId> order(bool copiesLast) const;
  // Adds the readers of a value and of its views.
  void addReaders(ValueId id, std::vector<NodeId>& readers) const;

  Graph graph_;  // its values and outputs; nodes live in nodes_ until finish()
  std::vector<Node> nodes_;
  std::vector<bool> removed_;
  std::vector<int> places_;  // by node: its position in the source graph
  std::vector<std::vector<NodeId>> users_;
  std::vector<bool> pinned_;
  Status status_;
};

}  // namespace fovea
