#include "core/base/rank_environment.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace fovea {
namespace {

// Returns `otherwise` if the variable is missing or not a number.
int numberIn(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  if (!text || !*text) return otherwise;
  char* end = nullptr;
  const long number = std::strtol(text, &end, 10);
  return *end == '\0' && number >= 0 && number < 1'000'000 ? static_cast<int>(number) : otherwise;
}

}  // namespace

RankEnvironment rankEnvironment() {
  RankEnvironment environment;
  const int size = numberIn("OMPI_COMM_WORLD_SIZE", 0);
  if (size < 1) {
    if (numberIn("PMI_SIZE", 1) > 1) environment.foreign = "PMI";
    return environment;
  }
  environment.size = size;
  environment.rank = std::clamp(numberIn("OMPI_COMM_WORLD_RANK", 0), 0, size - 1);
  environment.onThisMachine = std::clamp(numberIn("OMPI_COMM_WORLD_LOCAL_SIZE", 1), 1, size);
  environment.rankHere = std::clamp(numberIn("OMPI_COMM_WORLD_LOCAL_RANK", 0), 0, environment.onThisMachine - 1);
  return environment;
}

int ranksOnTheseProcessors(const RankEnvironment& environment) {
  cpu_set_t usable;
  if (::sched_getaffinity(0, sizeof usable, &usable) != 0) return environment.onThisMachine;
  const bool bound = CPU_COUNT(&usable) < ::sysconf(_SC_NPROCESSORS_ONLN);
  return bound ? 1 : environment.onThisMachine;
}

}  // namespace fovea
