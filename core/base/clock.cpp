#include "core/base/clock.h"

#include <algorithm>
#include <ctime>

namespace fovea {
namespace {

constexpr double kYear10000 = 253402300800.0;  // in seconds since 1970

std::string textOf(std::time_t time) {
  std::tm parts{};
  ::gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace

std::string utcNow() {
  return textOf(std::time(nullptr));
}

std::string utcText(double seconds) {
  const double known = seconds >= 0 ? std::min(seconds, kYear10000 - 1) : 0;  // 0 also for NaN
  return textOf(static_cast<std::time_t>(known));
}

std::optional<double> utcSeconds(std::string_view text) {
  std::tm parts{};
  const std::string copy(text);
  const char* const end = ::strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  if (!end || *end != '\0') return std::nullopt;
  return static_cast<double>(::timegm(&parts));
}

}  // namespace fovea
