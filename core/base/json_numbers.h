// Why: the JSON library converts numbers silently (a large unsigned one turns negative, 1.5 becomes 1, true becomes 1).
// These functions accept whole numbers only.
#pragma once
#include <cstdint>
#include <optional>

#include "core/base/json.h"

namespace fovea {

// Returns nothing if the value is not a whole number or does not fit in a signed 64-bit integer.
std::optional<std::int64_t> wholeNumber(const Json& json);

// Returns the whole number under `key`. Throws Json::exception for another type or a missing key, as at() does.
std::int64_t wholeNumberAt(const Json& object, const char* key);

}  // namespace fovea
