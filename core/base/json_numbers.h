// Why: the JSON library converts numbers without a word (a large unsigned one turns negative, 1.5 becomes 1, true
// becomes 1); here a whole number is one, or it is refused.
#pragma once
#include <cstdint>
#include <optional>

#include "core/base/json.h"

namespace fovea {

// Nothing for what is no whole number, or none that 64 bits with a sign hold.
std::optional<std::int64_t> wholeNumber(const Json& json);

// The whole number under `key`. Throws Json::exception for another type and where the key is missing, as at() does.
std::int64_t wholeNumberAt(const Json& object, const char* key);

}  // namespace fovea
