// Why: products run several times faster on 16-bit numbers, and memory holds twice as many; this puts the casts into a
// finished step. What must not lose bits stays f32: variables (the master weights), statistics, losses and updates.
// Source: Micikevicius et al., "Mixed Precision Training", 2018.
#pragma once
#include <memory>
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

struct RewrittenGraph {
  std::shared_ptr<const Graph> graph;
  std::vector<ValueId> values;  // by value of the old graph: what stands for it, invalid where nothing does
};

// The graph with `half` (f16 or bf16) wherever precisionRule() allows it. Inputs, variables and outputs keep their
// types; a value is cast at most once to each type. Ops that deal in f64 are left alone. Casts belong to the scope of
// the op that needs them. Gradients of f16 need a loss scale besides: see loss_scaling.h.
Result<RewrittenGraph> applyPrecision(const Graph& graph, DataType half);

}  // namespace fovea
