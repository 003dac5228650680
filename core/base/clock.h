// Why: times in files are written one way, so that they sort as text and mean the same everywhere.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace fovea {

// Now, in UTC, ISO 8601: "2024-05-31T09:30:00Z". Thread-safe.
std::string utcNow();
// The same for a time in seconds since 1970. Times before 1970 or after the year 9999 are clamped.
std::string utcText(double seconds);
// Returns the seconds since 1970 for such a text, or nothing for any other text.
std::optional<double> utcSeconds(std::string_view text);

}  // namespace fovea
