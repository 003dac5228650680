// Why: one limit of time for mutated files, large files and inputs of the guided fuzzer.
#include <algorithm>
#include <cstdlib>

#include "parsers.h"

namespace fovea::test {
namespace {

constexpr double kSecondsAMega = 0.05;
constexpr double kAtAnyRate = 0.25;
constexpr int kMostRuns = 3;

}  // namespace

double mostSeconds(std::size_t bytes) {
  const char* text = std::getenv("FOVEA_FUZZ_SLOWNESS");
  const double slowness = text ? std::atof(text) : 1;
  return slowness * (kAtAnyRate + kSecondsAMega * static_cast<double>(bytes) / 1e6);
}

TimedRun runWithin(const Parser& parser, std::string_view bytes, double limit) {
  TimedRun least{.seconds = 1e9};
  for (int i = 0; i < kMostRuns && least.seconds > limit; ++i) {
    const double begin = processorSeconds();
    least.opened = parser.run(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    const double seconds = processorSeconds() - begin;
    least.seconds = std::min(least.seconds, seconds > limit ? seconds / slownessNow() : seconds);
  }
  return least;
}

}  // namespace fovea::test
