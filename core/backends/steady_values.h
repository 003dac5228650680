// Why: what stays the same from run to run is computed once, before the first. Pure.
#pragma once
#include <vector>

#include "core/graph/graph.h"

namespace fovea {

// The values of a graph that stay the same from run to run unless somebody else writes a variable: constants, variables
// that no node updates, and what is computed from these alone.
class SteadyValues {
 public:
  SteadyValues() = default;
  explicit SteadyValues(const Graph& graph);

  bool has(ValueId id) const { return steady_[static_cast<std::size_t>(id.index)]; }
  // Says whether all outputs of the node are steady.
  bool has(const Node& node) const;
  // Says whether a node updates that value; anyUpdated(): whether a node updates any value.
  bool isUpdated(ValueId id) const { return updated_[static_cast<std::size_t>(id.index)]; }
  bool anyUpdated() const;

 private:
  std::vector<bool> steady_, updated_;  // by value
};

}  // namespace fovea
