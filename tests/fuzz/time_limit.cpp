// Why: how long a file may take is the same for mutated files, large ones and those that a guided fuzzer finds.
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <map>

#include "parsers.h"

namespace fovea::test {
namespace {

constexpr double kSecondsAMega = 0.05;
constexpr double kAtAnyRate = 0.25;

// The limits of time hold on a machine that takes so long for knownWork().
constexpr double kKnownSeconds = 1e-3;
constexpr int kKnownKeys = 5000;

// Text, small allocations and a tree: what readers do. Nothing of Fovea is in it, so that a reader that becomes slower
// does not move its own limit.
std::size_t knownWork() {
  std::map<std::string, int> keys;
  unsigned state = 1;
  for (int i = 0; i < kKnownKeys; ++i) {
    state = state * 1664525u + 1013904223u;
    keys["a key of some length " + std::to_string(state)] = i;
  }
  return keys.size();
}

}  // namespace

double processorSeconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double slownessNow() {
  const double begin = processorSeconds();
  require(knownWork() == kKnownKeys, "the known work has keys twice");
  return std::max(1.0, (processorSeconds() - begin) / kKnownSeconds);
}

double mostSeconds(std::size_t bytes) {
  const char* text = std::getenv("FOVEA_FUZZ_SLOWNESS");
  const double slowness = text ? std::atof(text) : 1;
  return slowness * (kAtAnyRate + kSecondsAMega * static_cast<double>(bytes) / 1e6);
}

}  // namespace fovea::test
