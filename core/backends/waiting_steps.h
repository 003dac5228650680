// Why: a network has many small parameters with one update each, and launching these kernels takes longer than their
// work. An update therefore waits for others of its kind, and all run as one step. Results do not change: steps that
// touch each other's writes keep their order. The inputs of waiting updates stay in memory, so their size is limited.
// Not thread-safe.
#pragma once
#include <string>
#include <vector>

#include "core/backends/executor_state.h"

namespace fovea {

class WaitingSteps {
 public:
  // Limits the memory held by waiting steps of one kind.
  void setLimit(std::uint64_t bytes) { limit_ = bytes; }
  std::uint64_t limit() const { return limit_; }

  // Returns the steps that must run before `step`, joined by kind.
  std::vector<ExecutorStep> before(const ExecutorStep& step);
  // Queues `step`, whose kernel has a kind and which holds `bytes` of memory. Returns steps that must run now.
  std::vector<ExecutorStep> add(ExecutorStep step, std::uint64_t bytes);
  std::vector<ExecutorStep> all() { return take(groups_.size()); }

 private:
  // Waiting steps of one kind that do not touch each other's writes.
  struct Group {
    std::string kind;
    std::vector<ExecutorStep> steps;
    std::uint64_t bytes = 0;
  };
  // The number of groups to run so that everything `step` depends on has run.
  std::size_t countBefore(const ExecutorStep& step) const;
  std::vector<ExecutorStep> take(std::size_t count);

  std::uint64_t limit_ = 0;
  std::vector<Group> groups_;  // in execution order; at most one per kind
};

}  // namespace fovea
