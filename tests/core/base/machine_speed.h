// Why: limits of time in tests hold on every machine only if they are measured in its own speed, which may move by half
// within a second.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>

namespace fovea::test {

// Seconds of the processor that this thread has used: a busy machine changes little in them.
inline double processorSeconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// How many times slower this machine is now than the one that limits of time are written for, measured by a known piece
// of work; not less than 1. The work is text, small allocations and a tree, what readers do. Nothing of Fovea is in it,
// so that code that becomes slower does not move its own limit.
inline double slownessNow() {
  constexpr double kKnownSeconds = 1e-3;
  constexpr int kKnownKeys = 5000;
  const double begin = processorSeconds();
  std::map<std::string, int> keys;
  unsigned state = 1;
  for (int i = 0; i < kKnownKeys; ++i) {
    state = state * 1664525u + 1013904223u;
    keys["a key of some length " + std::to_string(state)] = i;
  }
  if (keys.size() != kKnownKeys) std::abort();  // also keeps the work from being optimised away
  return std::max(1.0, (processorSeconds() - begin) / kKnownSeconds);
}

}  // namespace fovea::test
