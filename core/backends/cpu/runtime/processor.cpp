#include "core/backends/cpu/runtime/processor.h"

#include <omp.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "core/base/rank_environment.h"

namespace fovea::cpu {
namespace {

std::string firstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// Cores in the affinity mask; hyper-threads of one core count once.
int allowedCores() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return 1;
  std::set<std::string> cores;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &allowed)) continue;
    const std::string topology = "/sys/devices/system/cpu/cpu" + std::to_string(cpu) + "/topology/";
    const std::string siblings = firstLine(topology + "thread_siblings_list");
    cores.insert(siblings.empty() ? "cpu " + std::to_string(cpu) : siblings);
  }
  return std::max<int>(1, static_cast<int>(cores.size()));
}

// Cores that the container's quota allows (cgroup v2 "cpu.max": "200000 100000"); a large number without a quota.
int quotaCores() {
  std::istringstream quota(firstLine("/sys/fs/cgroup/cpu.max"));
  double time = 0, period = 0;
  if (!(quota >> time >> period) || period <= 0 || time <= 0) return 1 << 20;
  return std::max(1, static_cast<int>(std::ceil(time / period - 0.01)));
}

int wantedByPerson() {
  const char* text = std::getenv("OMP_NUM_THREADS");
  if (!text) return 0;
  int wanted = 0;
  std::from_chars(text, text + std::char_traits<char>::length(text), wanted);
  return std::clamp(wanted, 0, 4096);
}

}  // namespace

std::string processorName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("model name")) continue;
    const auto colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "Unknown processor";
}

int usableThreads() {
  const int limit = std::max(1, omp_get_thread_limit());
  if (const int wanted = wantedByPerson(); wanted > 0) return std::min(wanted, limit);
  const int cores = std::min(allowedCores(), quotaCores());
  return std::clamp(cores / ranksOnTheseProcessors(rankEnvironment()), 1, limit);
}

void useThreads(int threads) {
  omp_set_dynamic(0);
  if (omp_get_max_active_levels() < 1) omp_set_max_active_levels(1);
  omp_set_num_threads(threads);
}

}  // namespace fovea::cpu
