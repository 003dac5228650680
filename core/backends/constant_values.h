// Why: values that are constant across runs are computed once, before the first run. Pure.
#pragma once
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

// The values of a graph that are constant across runs unless somebody else writes a variable: constants, variables that
// no node updates, and values computed only from these.
class ConstantValues {
 public:
  ConstantValues() = default;
  // `variablesChange`: no variable counts as constant, since somebody else writes them before each run.
  ConstantValues(const Graph& graph, bool variablesChange);

  bool has(ValueId id) const { return constant_[static_cast<std::size_t>(id.index)]; }
  // Whether all outputs of the node are constant across runs.
  bool has(const Node& node) const;
  // Whether a node updates that value; anyUpdated(): whether a node updates any value.
  bool isUpdated(ValueId id) const { return updated_[static_cast<std::size_t>(id.index)]; }
  bool anyUpdated() const;

 private:
  std::vector<bool> constant_, updated_;  // by value
};

}  // namespace fovea
