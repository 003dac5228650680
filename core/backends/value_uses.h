// Why: the choice of kernels, layouts and memory depends on who reads a value, and when last. Pure.
#pragma once
#include <vector>

#include "core/backends/kernel.h"

namespace fovea {

// All vectors are indexed by value.
struct ValueUses {
  std::vector<int> last;             // index of the last node that reads it, -1 for none
  std::vector<ValueReader> reader;   // the only reader, if there is exactly one
  std::vector<ValueId> updatedWith;  // the variable that an update combines it with
};
ValueUses findUses(const Graph& graph);

}  // namespace fovea
