// Why: annotations in JSON come from many tools, and any field may be missing or of another type; these return a field
// only if it has the expected type.
#pragma once
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/base/json.h"

namespace fovea {

// Returns a field of an object; null if there is none, or if `json` is no object.
const Json* jsonField(const Json& json, const char* name);
const Json* jsonObject(const Json& json, const char* name);
const Json* jsonArray(const Json& json, const char* name);
// Returns a text of at most 4,096 bytes; empty if there is none.
std::string jsonText(const Json& json, const char* name);
// Returns a whole number; nothing if there is none. A text of digits counts as a number.
std::optional<std::int64_t> jsonWhole(const Json& json, const char* name);
// Returns a coordinate or an extent; nothing if there is none, or if it is larger than a million.
std::optional<float> jsonCoordinate(const Json& json, const char* name);
std::optional<float> jsonCoordinate(const Json& json);

}  // namespace fovea
