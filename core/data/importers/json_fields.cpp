#include "core/data/importers/json_fields.h"

#include <cmath>

#include "core/data/importers/text_lines.h"

namespace fovea {
namespace {

constexpr std::size_t kLongestField = 4096;
constexpr double kMostCoordinate = 1e6;

}  // namespace

const Json* jsonField(const Json& json, const char* name) {
  if (!json.is_object()) return nullptr;
  const auto found = json.find(name);
  return found == json.end() ? nullptr : &*found;
}

const Json* jsonObject(const Json& json, const char* name) {
  const Json* field = jsonField(json, name);
  return field && field->is_object() ? field : nullptr;
}

const Json* jsonArray(const Json& json, const char* name) {
  const Json* field = jsonField(json, name);
  return field && field->is_array() ? field : nullptr;
}

std::string jsonText(const Json& json, const char* name) {
  const Json* field = jsonField(json, name);
  return field && field->is_string() ? field->get_ref<const std::string&>().substr(0, kLongestField) : std::string();
}

std::optional<std::int64_t> jsonWhole(const Json& json, const char* name) {
  const Json* field = jsonField(json, name);
  if (field && field->is_number_integer()) return field->get<std::int64_t>();
  return field && field->is_string() ? wholeNumber(field->get_ref<const std::string&>()) : std::nullopt;
}

std::optional<float> jsonCoordinate(const Json& json) {
  const double value = json.is_number() ? json.get<double>() : NAN;
  if (!(std::abs(value) <= kMostCoordinate)) return std::nullopt;
  return static_cast<float>(value);
}

std::optional<float> jsonCoordinate(const Json& json, const char* name) {
  const Json* field = jsonField(json, name);
  return field ? jsonCoordinate(*field) : std::nullopt;
}

}  // namespace fovea
