// Why: passes take a Graph and return a Graph; this is the workbench between the two. Values keep their ids, so that
// whoever holds one (an input, an output, a probe) still means the same number afterwards.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

// Not thread-safe; used up by finish(). Node ids of the source graph stay valid until finish(), those of removed nodes
// aside.
class GraphRewriter {
 public:
  // `pinned`: values that must be there afterwards under their ids, besides the outputs.
  explicit GraphRewriter(const Graph& graph, std::span<const ValueId> pinned = {});

  std::size_t nodeCount() const { return nodes_.size(); }
  bool removed(NodeId id) const { return removed_[at(id)]; }
  const Node& node(NodeId id) const { return nodes_[at(id)]; }
  // The position in the source graph that the node belongs to: an order in which all nodes can run.
  int place(NodeId id) const { return places_[at(id)]; }
  const Value& value(ValueId id) const { return graph_.values_[static_cast<std::size_t>(id.index)]; }
  // The node that makes a value; invalid for inputs, constants and variables.
  NodeId producer(ValueId id) const { return value(id).producer; }
  // The nodes that read a value, in no order; a node that reads it twice is there twice.
  const std::vector<NodeId>& users(ValueId id) const { return users_[static_cast<std::size_t>(id.index)]; }
  bool pinned(ValueId id) const { return pinned_[static_cast<std::size_t>(id.index)]; }
  // The only reader of a value that nobody else needs; invalid if there is none or several.
  NodeId onlyUser(ValueId id) const;

  // Adds a node that runs where `place` runs (which may have been removed). `outputs` are values that it makes from now
  // on in the place of their former producers, or invalid ids for new ones; fewer than the op has: the rest are new.
  // Types are inferred; those of given outputs must agree. Returns the ids of all outputs; an error is kept for
  // finish().
  std::vector<ValueId> insert(NodeId place, std::string_view op, const FieldValues& attributes,
                              const std::vector<ValueId>& inputs, const std::vector<ValueId>& outputs = {});
  ValueId constant(const Tensor& tensor);
  // Its outputs lose their producer: give them another one, or see that nobody reads them.
  void remove(NodeId id);
  // Every reader of `old` reads `with` instead.
  void replaceUses(ValueId old, ValueId with);
  // One node reads `with` wherever it read `old`.
  void replaceInput(NodeId reader, ValueId old, ValueId with);
  // The value is known from now on; its producer no longer makes it.
  void makeConstant(ValueId id, const Tensor& tensor);

  // The graph without nodes that nobody needs, in an order that keeps the former one but runs each update as soon as
  // all readers of its variable have run, so that gradients die early.
  Result<std::shared_ptr<const Graph>> finish();

 private:
  static std::size_t at(NodeId id) { return static_cast<std::size_t>(id.index); }
  ValueId addValue(const TensorType& type);
  // The node that makes a value makes another one in its place.
  void release(ValueId id);
  void link(NodeId id);
  void unlink(NodeId id);
  void dropUnneeded();
  // Where `copiesLast`, an update also waits for the readers of what is cast from its variable, so that a kernel can
  // write the cast anew in its place. Empty: the nodes wait for each other.
  std::vector<NodeId> order(bool copiesLast) const;
  // The readers of a value and of its views.
  void addReaders(ValueId id, std::vector<NodeId>& readers) const;

  Graph graph_;  // its values and outputs; nodes live in nodes_ until finish()
  std::vector<Node> nodes_;
  std::vector<bool> removed_;
  std::vector<int> places_;  // by node: the position in the source graph that it belongs to
  std::vector<std::vector<NodeId>> users_;
  std::vector<bool> pinned_;
  Status status_;
};

}  // namespace fovea
