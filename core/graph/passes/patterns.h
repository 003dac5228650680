// Why: what several fusion passes look for.
#pragma once
#include "core/graph/graph_rewriter.h"

namespace fovea {

// The only reader of a value that nobody else needs, if it runs `op`.
NodeId onlyUserNamed(const GraphRewriter& graph, ValueId value, std::string_view op);

// A constant, or a variable that this graph never updates.
bool isSteady(const GraphRewriter& graph, ValueId id);

// What may follow a node in one pass over memory: the sum with another value of the same type, then relu.
struct Epilogue {
  NodeId add;        // invalid: no sum
  NodeId relu;       // invalid: no activation
  ValueId residual;  // the other term of the sum, made before the node
  ValueId result;    // what comes out at the end

  bool empty() const { return !add.valid() && !relu.valid(); }
  const char* activation() const { return relu.valid() ? "relu" : "none"; }
};

// What follows output 0 of `node`.
Epilogue epilogueOf(const GraphRewriter& graph, NodeId node);
// Removes the node and those of its epilogue.
void removeWithEpilogue(GraphRewriter& graph, NodeId node, const Epilogue& epilogue);

}  // namespace fovea
