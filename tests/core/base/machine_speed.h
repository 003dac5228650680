// Why: limits of time in tests hold on every machine only if they are relative to its speed, which may change by half
// within a second.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>

namespace fovea::test {

// Processor time of this thread in seconds, which hardly depends on the machine's load.
inline double processorSeconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// The present slowness of this machine, relative to the one for which limits of time are written, measured by a known
// piece of work; at least 1. The work consists of text, small allocations and a tree, as in parsers. It contains no
// code of Fovea, so that slower code does not raise its own limit.
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
