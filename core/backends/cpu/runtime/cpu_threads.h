// Why: our own kernels share one way to distribute work over the device's threads, without overhead for small work.
#pragma once
#include <omp.h>

#include <algorithm>
#include <cstdint>

namespace fovea::cpu {

// Below this many floating-point operations or moved elements a parallel region costs more than it saves.
inline constexpr double kParallelWork = 24 * 1024;

// Calls body(task) for every task in [0, tasks). Tasks must not write to the same memory. `work` is the total cost in
// elements. The assignment of tasks to threads is deterministic; at most `threads` threads take part.
template <class Body>
void parallelTasks(std::int64_t tasks, double work, Body&& body, int threads = omp_get_max_threads()) {
  if (tasks < 2 || work < kParallelWork || threads == 1) {
    for (std::int64_t task = 0; task < tasks; ++task) body(task);
    return;
  }
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::int64_t task = 0; task < tasks; ++task) body(task);
}

// Calls body(begin, end) for ranges that cover [0, count), each starting at a multiple of `alignment`.
template <class Body>
void parallelRanges(std::int64_t count, double workPerElement, Body&& body, std::int64_t alignment = 16) {
  const double work = static_cast<double>(count) * workPerElement;
  const std::int64_t threads = omp_get_max_threads();
  if (work < kParallelWork || threads == 1) return body(std::int64_t{0}, count);
  const std::int64_t share = ((count + threads - 1) / threads + alignment - 1) / alignment * alignment;
  parallelTasks((count + share - 1) / share, work,
                [&](std::int64_t task) { body(task * share, std::min(count, (task + 1) * share)); });
}

}  // namespace fovea::cpu
