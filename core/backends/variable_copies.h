// Why: a mixed-precision step starts with casts of the variables that it updates at its end. If the update's kernel
// also writes the cast, a separate cast is needed only once, before the first step. Pure.
#pragma once
#include <map>

#include "core/backends/kernel.h"
#include "core/backends/value_uses.h"

namespace fovea {

class VariableCopies {
 public:
  void add(int update, ValueId copy) { copies_.emplace(update, copy); }
  // The copy that the update (a node index) writes along with its variable; invalid if none.
  ValueId keptBy(int update) const {
    const auto found = copies_.find(update);
    return found == copies_.end() ? ValueId() : found->second;
  }
  // Whether the node is a cast that an update keeps current.
  bool isCopy(const Node& node) const {
    for (const auto& [update, copy] : copies_)
      if (node.outputs[0] == copy) return true;
    return false;
  }

 private:
  std::map<int, ValueId> copies_;
};

// Finds at most one copy per variable, and only for variables that a single node updates after all readers of the copy
// have run.
VariableCopies findVariableCopies(const Graph& graph, const ValueUses& uses, const KernelRegistry& kernels);

}  // namespace fovea
