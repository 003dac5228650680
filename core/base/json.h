// Why: one bounded way to read JSON (size, depth) and one way to report what is wrong in it.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace fovea {

using Json = nlohmann::ordered_json;

// Parses at most 64 MiB of JSON nested at most 64 deep. Corrupt with line and column otherwise; never throws.
Result<Json> parseJson(std::string_view text);

// Text with two spaces of indent and a final newline; invalid UTF-8 is replaced, never thrown.
std::string formatJson(const Json& json);
// The same on one line, without newline: one event of a JSON-lines stream.
std::string formatJsonLine(const Json& json);

}  // namespace fovea
