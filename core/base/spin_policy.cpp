#include "core/base/spin_policy.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace fovea {
namespace {

// LeNet training, batch 64, two threads, mean of two runs: 17,500 images/s on idle cores against 17,900 with the
// default spinning; 3,900 against 1,200 next to about seven busy processes.
constexpr const char* kSpinCount = "3000";

}  // namespace

void preferShortSpins(char** argv) {
  if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY")) return;
  if (::setenv("GOMP_SPINCOUNT", kSpinCount, 1) != 0) return;
  // Uses the program's own path, so that process lists show its name instead of "exe".
  std::error_code code;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", code);
  if (!code) ::execv(program.c_str(), argv);
  ::execv("/proc/self/exe", argv);
}

}  // namespace fovea
