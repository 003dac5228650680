// Why: a run copies its state to host memory every few seconds and for each checkpoint, while training waits. The
// system takes several times as long to provide fresh memory as the copy itself takes; so a copy uses the memory of
// former ones.
#pragma once
#include <future>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/backends/executor.h"

namespace fovea {

// Not thread-safe; the tensors that it gives may be used and dropped on any thread.
class StateCopies {
 public:
  using Tensors = std::vector<std::pair<std::string, Tensor>>;

  // The present values of a store's variables, by name, without those in `except`. Nobody may change the tensors.
  // Errors: those of VariableStore::read().
  Result<Tensors> take(const VariableStore& store, const std::set<std::string>& except = {});
  // Begins to provide memory for one more copy like `tensors`, on another thread; the next take() waits for that. Does
  // nothing where the copy would need more than a quarter of the free memory.
  void reserve(const Tensors& tensors);

 private:
  Tensor unused(const std::string& name);
  void keep(const std::string& name, const Tensor& tensor);

  std::map<std::string, std::vector<Tensor>> known_;  // by variable: tensors that were given, most of them in use
  std::future<Tensors> reserved_;
};

}  // namespace fovea
