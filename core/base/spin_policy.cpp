#include "core/base/spin_policy.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace fovea {
namespace {

// LeNet training, batch 64, two threads, means of two runs: with the cores to itself 17,500 images/s against 17,900 with
// the default; beside about seven busy processes 3,900 against 1,200.
constexpr const char* kSpinCount = "3000";

}  // namespace

void preferShortSpins(char** argv) {
  if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY")) return;
  if (::setenv("GOMP_SPINCOUNT", kSpinCount, 1) != 0) return;
  // By its own path, so that lists of processes name the program and not "exe".
  std::error_code code;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", code);
  if (!code) ::execv(program.c_str(), argv);
  ::execv("/proc/self/exe", argv);
}

}  // namespace fovea
