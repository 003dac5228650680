#include "core/base/spin_policy.h"

#include <unistd.h>

#include <cstdlib>

namespace fovea {
namespace {

// LeNet training, batch 64, two threads, means of two runs: with the cores to itself 17,500 images/s against 17,900 with
// the default; beside about seven busy processes 3,900 against 1,200.
constexpr const char* kSpinCount = "3000";

}  // namespace

void preferShortSpins(char** argv) {
  if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY")) return;
  if (::setenv("GOMP_SPINCOUNT", kSpinCount, 1) != 0) return;
  ::execv("/proc/self/exe", argv);
}

}  // namespace fovea
