// Why: times in files are written one way, so that they sort as text and mean the same everywhere.
#pragma once
#include <string>

namespace fovea {

// Now, in UTC, ISO 8601: "2024-05-31T09:30:00Z". Thread-safe.
std::string utcNow();

}  // namespace fovea
