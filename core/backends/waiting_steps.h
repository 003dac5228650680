// Why: a network has many parameters, most of them small, and each has an update of its own: starting these kernels
// takes longer than their numbers. So an update waits until others of its kind have come, and all are run as one step.
// Nothing that is computed changes: of two steps where one touches what the other writes, the first stays the first.
// What an update reads must be kept for as long as it waits, so what is kept is bounded. Not thread-safe.
#pragma once
#include <string>
#include <vector>

#include "core/backends/executor_state.h"

namespace fovea {

class WaitingSteps {
 public:
  // Of the memory that the steps of one kind keep for others to come.
  void setLimit(std::uint64_t bytes) { limit_ = bytes; }
  std::uint64_t limit() const { return limit_; }

  // Those that must run before `step`, joined by kind.
  std::vector<ExecutorStep> before(const ExecutorStep& step);
  // `step`, whose kernel has a kind, waits from now on; it keeps `bytes`. Returns those that have waited long enough.
  std::vector<ExecutorStep> add(ExecutorStep step, std::uint64_t bytes);
  std::vector<ExecutorStep> all() { return take(groups_.size()); }

 private:
  // Steps of one kind that do not touch what others of them write.
  struct Group {
    std::string kind;
    std::vector<ExecutorStep> steps;
    std::uint64_t bytes = 0;
  };
  // How many of the groups must run so that all have run that must run before `step`.
  std::size_t countBefore(const ExecutorStep& step) const;
  std::vector<ExecutorStep> take(std::size_t count);

  std::uint64_t limit_ = 0;
  std::vector<Group> groups_;  // in the order in which they are going to run; of each kind at most one
};

}  // namespace fovea
