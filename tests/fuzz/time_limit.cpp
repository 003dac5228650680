// Why: one limit of time for mutated files, large files and inputs of the guided fuzzer.
#include <cstdlib>

#include "parsers.h"

namespace fovea::test {
namespace {

constexpr double kSecondsAMega = 0.05;
constexpr double kAtAnyRate = 0.25;

}  // namespace

double mostSeconds(std::size_t bytes) {
  const char* text = std::getenv("FOVEA_FUZZ_SLOWNESS");
  const double slowness = text ? std::atof(text) : 1;
  return slowness * (kAtAnyRate + kSecondsAMega * static_cast<double>(bytes) / 1e6);
}

}  // namespace fovea::test
