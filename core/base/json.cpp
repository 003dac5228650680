#include "core/base/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace fovea {
namespace {

constexpr std::size_t kMaximumBytes = std::size_t{64} << 20;
constexpr int kMaximumDepth = 64;

}  // namespace

Result<Json> parseJson(std::string_view text) {
  if (text.size() > kMaximumBytes) return fail(ErrorCode::Corrupt, "The JSON text is larger than 64 MiB.");
  bool tooDeep = false;
  const auto limitDepth = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > kMaximumDepth) tooDeep = true;
    return !tooDeep;
  };
  try {
    // The parser itself is iterative; the callback drops everything below the limit, so destruction is bounded too.
    Json json = Json::parse(text.begin(), text.end(), limitDepth);
    if (tooDeep) return fail(ErrorCode::Corrupt, "The JSON text is nested more than 64 levels deep.");
    return json;
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
