// Why: a network has many parameters, most of them small, and each has an update of its own: starting these kernels
// takes longer than their numbers. So an update waits until others of its kind have come, and all are run as one step.
// Nothing that is computed changes: a step runs before any other that touches what it writes, or writes what it reads.
// What an update reads must be kept for as long as it waits, so what is kept is bounded. Not thread-safe.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/backends/executor_state.h"

namespace fovea {

class WaitingSteps {
 public:
  // Of the memory that the steps of one kind keep for others to come.
  void setLimit(std::uint64_t bytes) { limit_ = bytes; }
  std::uint64_t limit() const { return limit_; }

  // Those that must run before `step`, in the order in which they came, joined by kind.
  std::vector<ExecutorStep> before(const ExecutorStep& step);
  // `step`, whose kernel has a kind, waits from now on; it keeps `bytes`. Returns those that have waited long enough.
  std::vector<ExecutorStep> add(ExecutorStep step, std::uint64_t bytes);
  std::vector<ExecutorStep> all();

 private:
  struct Group {
    std::vector<ExecutorStep> steps;
    std::uint64_t bytes = 0;
    int first = 0;  // when its first step came
  };
  template <class Wanted>
  std::vector<ExecutorStep> take(const Wanted& wanted);

  std::uint64_t limit_ = 0;
  std::map<std::string, Group> groups_;  // by kind
  int count_ = 0;                        // of all that came
};

}  // namespace fovea
