// Why: matrix products run several times faster in 16 bits, and memory holds twice as many values. This pass inserts
// the casts into a finished step. Variables (the master weights), statistics, losses and updates stay f32.
// Source: Micikevicius et al., "Mixed Precision Training", 2018.
#pragma once
#include <memory>
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

struct RewrittenGraph {
  std::shared_ptr<const Graph> graph;
  std::vector<ValueId> values;  // by value id of the old graph: its replacement, or invalid if there is none
};

// Returns the graph with type `half` (f16 or bf16) wherever precisionRule() allows it. Inputs, variables and outputs
// keep their types; a value is cast at most once to each type. f64 ops stay unchanged. Casts belong to the scope of the
// op that needs them. f16 also needs a loss scale: see loss_scaling.h.
Result<RewrittenGraph> applyPrecision(const Graph& graph, DataType half);

}  // namespace fovea
