// Why: the program that a device runs, as a plain value: ops in topological order, typed values, stable ids. A pass
// takes a Graph and returns a Graph. Immutable once built, hence freely shared between threads.
#pragma once
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/ops/op_type.h"

namespace fovea {

struct NodeTag;
using NodeId = Id<NodeTag>;

enum class ValueKind {
  Input,         // set before each run
  Constant,      // known when the graph was built
  Variable,      // lives in a VariableStore from run to run: parameters, optimizer state, running statistics
  Intermediate,  // produced by a node
};

struct Value {
  TensorType type;
  ValueKind kind = ValueKind::Intermediate;
  std::string name;  // input or variable: its name; intermediate: the layer that created it, if any
  NodeId producer;   // intermediates only
  int outputIndex = 0;
  Tensor constant;  // constants only
};

struct Node {
  const OpType* op = nullptr;
  FieldValues attributes;  // complete
  std::vector<ValueId> inputs;
  std::vector<ValueId> outputs;
  std::string scope;  // the layer (or "loss", "optimizer") that this op serves; named in errors and profiles
};

class Graph {
 public:
  const std::vector<Node>& nodes() const { return nodes_; }
  const std::vector<Value>& values() const { return values_; }
  const Node& node(NodeId id) const { return nodes_[static_cast<std::size_t>(id.index)]; }
  const Value& value(ValueId id) const { return values_[static_cast<std::size_t>(id.index)]; }
  // Named results, in the order they were declared.
  const std::vector<std::pair<std::string, ValueId>>& outputs() const { return outputs_; }

  // Returns the input, variable or output of that name, or an invalid id.
  ValueId findInput(std::string_view name) const;
  ValueId findVariable(std::string_view name) const;
  ValueId findOutput(std::string_view name) const;

  // Returns the variable that an update with this output overwrites; invalid for other values.
  ValueId aliasOf(ValueId value) const;
  Cost cost() const;  // cost of one run
  // One line a node, for logs, tests and `network show --ops`.
  std::string toString() const;

 private:
  friend class GraphBuilder;
  friend class GraphRewriter;
  std::vector<Node> nodes_;
  std::vector<Value> values_;
  std::vector<std::pair<std::string, ValueId>> outputs_;
};

// Builds a Graph op by op, inferring types on the way. Not thread-safe; used up by finish().
class GraphBuilder : public Emitter {
 public:
  GraphBuilder();
  ~GraphBuilder() override;
  // Continues from an existing graph, keeping its ids.
  explicit GraphBuilder(const Graph& graph);

  ValueId addInput(const std::string& name, const TensorType& type);
  // Names are unique among variables; a duplicate is an error.
  ValueId addVariable(const std::string& name, const TensorType& type);
  ValueId constant(const Tensor& tensor) override;
  using Emitter::emit;
  std::vector<ValueId> emit(std::string_view op, const FieldValues& attributes,
                            std::span<const ValueId> inputs) override;
  TensorType typeOf(ValueId value) const override;
  void addOutput(const std::string& name, ValueId value);
  // Sets the layer that subsequently emitted ops belong to.
  void setScope(std::string scope) { scope_ = std::move(scope); }
  const std::string& scope() const { return scope_; }
  void setName(ValueId value, std::string name);

  const Graph& graph() const { return graph_; }
  // The first error of all calls so far; its message names the scope.
  const Status& status() const { return status_; }
  void reportError(Error error) override;
  // Returns the graph without dead nodes, i.e. those that neither an output nor an update needs.
  Result<std::shared_ptr<const Graph>> finish();

 private:
  Graph graph_;
  std::unordered_set<std::string> variableNames_;
  std::string scope_;
  Status status_;
};

}  // namespace fovea
