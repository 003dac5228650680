// Why: in mixed precision a step begins with casts of the variables that it changes at its end. Where a kernel writes
// the cast together with its variable, the cast is made once, before the first step. Pure.
#pragma once
#include <map>

#include "core/backends/kernel.h"
#include "core/backends/value_uses.h"

namespace fovea {

class VariableCopies {
 public:
  void add(int update, ValueId copy) { copies_.emplace(update, copy); }
  // The copy that the update (a node index) writes besides its variable; invalid if it writes none.
  ValueId keptBy(int update) const {
    const auto found = copies_.find(update);
    return found == copies_.end() ? ValueId() : found->second;
  }
  // Says whether the node is a cast whose result an update keeps.
  bool isCopy(const Node& node) const {
    for (const auto& [update, copy] : copies_)
      if (node.outputs[0] == copy) return true;
    return false;
  }

 private:
  std::map<int, ValueId> copies_;
};

// At most one copy for each variable, and only of variables that one node changes, behind every reader of the copy.
VariableCopies findVariableCopies(const Graph& graph, const ValueUses& uses, const KernelRegistry& kernels);

}  // namespace fovea
