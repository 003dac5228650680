// Why: kernels, layouts and places in memory are chosen by who reads a value, and when last. Pure.
#pragma once
#include <vector>

#include "core/backends/kernel.h"

namespace fovea {

// By value.
struct ValueUses {
  std::vector<int> last;             // index of the last node that reads it, -1 for none
  std::vector<ValueReader> reader;   // the only one
  std::vector<ValueId> updatedWith;  // the variable that an update combines it with
};
ValueUses findUses(const Graph& graph);

}  // namespace fovea
