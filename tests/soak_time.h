// Why: soak tests are short in CTest and last an hour under a sanitizer; one variable says how long.
#pragma once
#include <algorithm>
#include <chrono>
#include <cstdlib>

namespace fovea::test {

// FOVEA_SOAK_SECONDS, else three seconds.
inline std::chrono::seconds soakTime() {
  const char* const seconds = std::getenv("FOVEA_SOAK_SECONDS");
  return std::chrono::seconds(seconds ? std::max(1, std::atoi(seconds)) : 3);
}

}  // namespace fovea::test
