#include "core/base/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace fovea {
namespace {

constexpr std::size_t kMaximumBytes = std::size_t{64} << 20;
constexpr int kMaximumDepth = 64;

// The most objects and lists that are open at once; brackets within strings do not count.
int depthOf(std::string_view text) {
  int open = 0, deepest = 0;
  bool inString = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') inString = !inString;
    if (inString && c == '\\') ++i;
    if (inString) continue;
    if (c == '[' || c == '{') deepest = std::max(deepest, ++open);
    if (c == ']' || c == '}') --open;
  }
  return deepest;
}

}  // namespace

Result<Json> parseJson(std::string_view text) {
  if (text.size() > kMaximumBytes) return fail(ErrorCode::Corrupt, "The JSON text is larger than 64 MiB.");
  // Looked at beforehand: a callback while parsing takes time that grows with the square of a list's length.
  if (depthOf(text) > kMaximumDepth)
    return fail(ErrorCode::Corrupt, "The JSON text is nested more than 64 levels deep.");
  try {
    return Json::parse(text.begin(), text.end());
  } catch (const Json::parse_error& error) {
    const std::size_t position = std::min(error.byte == 0 ? 0 : error.byte - 1, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n');
    return fail(ErrorCode::Corrupt, "The JSON text is damaged at line " + std::to_string(line) + ".");
  } catch (const std::exception& error) {
    return fail(ErrorCode::Corrupt, std::string("The JSON text is damaged: ") + error.what() + ".");
  }
}

std::string formatJson(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string formatJsonLine(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace fovea
