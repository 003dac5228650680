#include "core/base/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/json_numbers.h"

namespace fovea {
namespace {

constexpr std::size_t kMaximumBytes = std::size_t{64} << 20;
constexpr std::size_t kMaximumDepth = 64;
constexpr std::size_t kMaximumValues = 4'000'000;  // each takes up to 64 bytes of memory
constexpr std::size_t kFewMembers = 16;            // up to this count, comparing is faster than sorting

Error damaged(const std::string& how) {
  return fail(ErrorCode::Corrupt, "The JSON text " + how + ".");
}

// Finds a name that an object has twice, in O(n log n).
std::optional<std::string> repeatedName(const Json::object_t& object) {
  if (object.size() <= kFewMembers) {
    for (auto at = object.begin(); at != object.end(); ++at)
      if (std::any_of(object.begin(), at, [&](const auto& other) { return other.first == at->first; }))
        return at->first;
    return std::nullopt;
  }
  std::vector<std::string_view> names;
  names.reserve(object.size());
  for (const auto& [name, value] : object) names.push_back(name);
  std::sort(names.begin(), names.end());
  const auto repeated = std::adjacent_find(names.begin(), names.end());
  return repeated == names.end() ? std::nullopt : std::optional<std::string>(*repeated);
}

// Builds the value while the parser runs. Appends members without a check for duplicates, since ordered objects search
// linearly: a text of 200,000 members would take a minute.
class Builder {
 public:
  Json result;
  std::optional<Error> error;
  std::size_t errorPosition = 0;
  bool syntax = false;  // the error is at errorPosition

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(std::int64_t value) { return add(value); }
  bool number_unsigned(std::uint64_t value) {
    if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return refuse("holds the whole number " + std::to_string(value) + ", which is too large");
    return add(value);
  }
  bool number_float(double value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t&) { return refuse("holds binary data"); }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    names_.back() = std::move(name);
    return true;
  }
  bool end_object() {
    if (const auto name = repeatedName(open_.back()->get_ref<const Json::object_t&>()))
      return refuse("names \"" + *name + "\" twice in one object");
    return close();
  }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) {
    errorPosition = position;
    syntax = true;
    return false;
  }

 private:
  bool refuse(const std::string& how) {
    error = damaged(how);
    return false;
  }
  Json* place(Json value) {
    if (open_.empty()) return &(result = std::move(value));
    if (open_.back()->is_array()) return &open_.back()->get_ref<Json::array_t&>().emplace_back(std::move(value));
    auto& object = open_.back()->get_ref<Json::object_t&>();
    object.emplace_back(std::move(names_.back()), std::move(value));
    return &object.back().second;
  }
  bool add(Json value) {
    if (++values_ > kMaximumValues) return refuse("holds more than " + std::to_string(kMaximumValues) + " values");
    place(std::move(value));
    return true;
  }
  bool open(Json container) {
    if (++values_ > kMaximumValues) return refuse("holds more than " + std::to_string(kMaximumValues) + " values");
    if (open_.size() == kMaximumDepth)
      return refuse("is nested more than " + std::to_string(kMaximumDepth) + " levels deep");
    open_.push_back(place(std::move(container)));
    names_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    names_.pop_back();
    return true;
  }

  std::vector<Json*> open_;  // enclosing containers of the next value; none moves while it is open
  std::vector<std::string> names_;
  std::size_t values_ = 0;
};

}  // namespace

Result<Json> parseJson(std::string_view text) {
  if (text.size() > kMaximumBytes) return damaged("is larger than 64 MiB");
  Builder builder;
  try {
    if (Json::sax_parse(text.begin(), text.end(), &builder)) return std::move(builder.result);
  } catch (const std::exception& error) {
    return damaged(std::string("is damaged: ") + error.what());
  }
  if (!builder.syntax && builder.error) return *builder.error;
  const std::size_t position = std::min(builder.errorPosition == 0 ? 0 : builder.errorPosition - 1, text.size());
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n');
  return damaged("is damaged at line " + std::to_string(line));
}

std::string formatJson(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string formatJsonLine(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::optional<std::int64_t> wholeNumber(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto number = json.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return static_cast<std::int64_t>(number);
  }
  if (!json.is_number_integer()) return std::nullopt;
  return json.get<std::int64_t>();
}

std::int64_t wholeNumberAt(const Json& object, const char* key) {
  const Json& json = object.at(key);
  if (const auto number = wholeNumber(json)) return *number;
  throw Json::type_error::create(302, std::string(key) + " must be a whole number", &json);
}

}  // namespace fovea
