// Why: pattern matching that several fusion passes share.
#pragma once
#include "core/graph/passes/passes.h"

namespace fovea {

// Returns the only reader of a value if it runs `op` and nothing else needs the value; otherwise invalid.
NodeId onlyUserNamed(const GraphRewriter& graph, ValueId value, std::string_view op);

// Returns whether `op` on these inputs is faster on the device than its unfused parts.
bool gains(const GraphRewriter& graph, const OptimizeOptions& options, std::string_view op,
           const FieldValues& attributes, const std::vector<ValueId>& inputs);

// Returns whether the value is constant across runs: a constant, or a variable that this graph never updates.
bool isSteady(const GraphRewriter& graph, ValueId id);

// Operations that a kernel can apply while writing its output: a sum with another value of the same type, then relu.
struct Epilogue {
  NodeId add;        // invalid: no sum
  NodeId relu;       // invalid: no activation
  ValueId residual;  // the other term of the sum, computed before the node
  ValueId result;    // the final result

  bool empty() const { return !add.valid() && !relu.valid(); }
  const char* activation() const { return relu.valid() ? "relu" : "none"; }
};

// The epilogue that follows output 0 of `node`.
Epilogue epilogueOf(const GraphRewriter& graph, NodeId node);
// Removes the node and its epilogue's nodes.
void removeWithEpilogue(GraphRewriter& graph, NodeId node, const Epilogue& epilogue);

}  // namespace fovea
