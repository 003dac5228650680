#include "core/base/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/json_numbers.h"

namespace fovea {
namespace {

// The shortest text that reads back as the same number; whole numbers without exponent up to 2^53.
std::string plainNumber(double value) {
  if (value == std::floor(value) && std::abs(value) < 9007199254740992.0) return fmt::format("{:.0f}", value);
  return fmt::format("{}", value);
}

std::string rangeWords(const Field& field) {
  const bool low = field.minimum != std::numeric_limits<double>::lowest();
  const bool high = field.maximum != std::numeric_limits<double>::max();
  if (low && high) return fmt::format("from {} to {}", plainNumber(field.minimum), plainNumber(field.maximum));
  if (low) return "at least " + plainNumber(field.minimum);
  return "at most " + plainNumber(field.maximum);
}

Status checkRange(const Field& field, double value) {
  if (std::isfinite(value) && value >= field.minimum && value <= field.maximum) return {};
  if (!std::isfinite(value)) return fail(ErrorCode::InvalidArgument, field.title + " must be a finite number.");
  return fail(ErrorCode::InvalidArgument,
              fmt::format("{} must be {}, not {}.", field.title, rangeWords(field), plainNumber(value)));
}

std::size_t alternativeOf(FieldKind kind) {
  return static_cast<std::size_t>(kind == FieldKind::Choice ? FieldKind::Text : kind);
}

const char* kindWords(FieldKind kind) {
  switch (kind) {
    case FieldKind::Boolean:
      return "true or false";
    case FieldKind::Integer:
      return "a whole number";
    case FieldKind::Real:
      return "a number";
    case FieldKind::Text:
      return "text";
    case FieldKind::IntegerList:
      return "a list of whole numbers";
    case FieldKind::Choice:
      return "one of the choices";
  }
  return "";
}

Error wrongKind(const Field& field) {
  return fail(ErrorCode::InvalidArgument, fmt::format("{} must be {}.", field.title, kindWords(field.kind)));
}

// Formats a value as FieldCondition does.
std::string conditionText(const FieldValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  return assignedText(value);
}

template <class T>
bool parseNumber(std::string_view text, T& value) {
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size();
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

Result<std::vector<std::int64_t>> parseList(const Field& field, std::string text) {
  for (const std::string separator : {"×", "x", "X", ";", "[", "]"}) {
    for (std::size_t at = text.find(separator); at != std::string::npos; at = text.find(separator, at + 1))
      text.replace(at, separator.size(), 1, ',');
  }
  std::vector<std::int64_t> list;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    const std::string_view item = trimmed(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (item.empty()) continue;
    std::int64_t number = 0;
    if (!parseNumber(item, number)) return wrongKind(field);
    list.push_back(number);
  }
  return list;
}

}  // namespace

Status Field::validate(const FieldValue& value) const {
  if (value.index() != alternativeOf(kind)) return wrongKind(*this);
  switch (kind) {
    case FieldKind::Boolean:
    case FieldKind::Text:
      return {};
    case FieldKind::Integer:
      return checkRange(*this, static_cast<double>(std::get<std::int64_t>(value)));
    case FieldKind::Real:
      return checkRange(*this, std::get<double>(value));
    case FieldKind::IntegerList: {
      const auto& list = std::get<std::vector<std::int64_t>>(value);
      const int length = static_cast<int>(list.size());
      if (length < minimumLength || length > maximumLength) {
        const std::string count = minimumLength == maximumLength
                                      ? fmt::format("{}", minimumLength)
                                      : fmt::format("{} to {}", minimumLength, maximumLength);
        return fail(ErrorCode::InvalidArgument, fmt::format("{} needs {} numbers, not {}.", title, count, length));
      }
      for (const std::int64_t entry : list) FOVEA_CHECK(checkRange(*this, static_cast<double>(entry)));
      return {};
    }
    case FieldKind::Choice: {
      const auto& text = std::get<std::string>(value);
      std::string allowed;
      for (const FieldChoice& choice : choices) {
        if (choice.value == text) return {};
        allowed += (allowed.empty() ? "" : ", ") + choice.value;
      }
      return fail(ErrorCode::InvalidArgument, fmt::format("{} must be one of {}, not \"{}\".", title, allowed, text));
    }
  }
  return {};
}

FieldValues::FieldValues(std::initializer_list<std::pair<std::string, FieldValue>> entries) : entries_(entries) {}

void FieldValues::set(std::string_view name, FieldValue value) {
  for (auto& [key, held] : entries_) {
    if (key == name) {
      held = std::move(value);
      return;
    }
  }
  entries_.emplace_back(std::string(name), std::move(value));
}

const FieldValue* FieldValues::find(std::string_view name) const {
  for (const auto& [key, value] : entries_)
    if (key == name) return &value;
  return nullptr;
}

void FieldValues::remove(std::string_view name) {
  std::erase_if(entries_, [&](const auto& entry) { return entry.first == name; });
}

const Field* Schema::find(std::string_view name) const {
  for (const Field& field : fields_)
    if (field.name == name) return &field;
  return nullptr;
}

FieldValues Schema::defaults() const {
  FieldValues values;
  for (const Field& field : fields_) values.set(field.name, field.defaultValue);
  return values;
}

Status Schema::validate(const FieldValues& values) const {
  for (const auto& [name, value] : values) {
    const Field* field = find(name);
    if (!field) return fail(ErrorCode::InvalidArgument, "There is no parameter named \"" + name + "\".");
    FOVEA_CHECK(field->validate(value));
  }
  return {};
}

Result<FieldValues> Schema::complete(const FieldValues& values) const {
  FOVEA_CHECK(validate(values));
  FieldValues result;
  for (const Field& field : fields_) {
    const FieldValue* value = values.find(field.name);
    result.set(field.name, value ? *value : field.defaultValue);
  }
  return result;
}

bool Schema::isRelevant(std::string_view name, const FieldValues& values) const {
  const Field* field = find(name);
  if (!field) return false;
  return std::all_of(field->relevantWhen.begin(), field->relevantWhen.end(), [&](const FieldCondition& condition) {
    const Field* other = find(condition.field);
    assert(other && other != field);
    const FieldValue* value = values.find(condition.field);
    const std::string text = conditionText(value ? *value : other->defaultValue);
    const bool named = std::find(condition.values.begin(), condition.values.end(), text) != condition.values.end();
    return named != condition.except && isRelevant(condition.field, values);
  });
}

Result<FieldValues> Schema::read(const Json& object) const {
  if (!object.is_object()) return fail(ErrorCode::Corrupt, "The parameters must be a JSON object.");
  FieldValues values;
  for (const auto& [name, json] : object.items()) {
    const Field* field = find(name);
    if (!field) return fail(ErrorCode::InvalidArgument, "There is no parameter named \"" + name + "\".");
    FOVEA_TRY(FieldValue value, fieldValueFromJson(*field, json));
    values.set(name, std::move(value));
  }
  return complete(values);
}

double fieldNumber(const FieldValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&value);
  return real ? *real : std::numeric_limits<double>::quiet_NaN();
}

Json fieldValueToJson(const FieldValue& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Result<FieldValue> fieldValueFromJson(const Field& field, const Json& json) {
  switch (field.kind) {
    case FieldKind::Boolean:
      if (json.is_boolean()) return FieldValue(json.get<bool>());
      break;
    case FieldKind::Integer:
      if (const auto number = wholeNumber(json)) return FieldValue(*number);
      break;
    case FieldKind::Real:
      if (json.is_number()) return FieldValue(json.get<double>());
      break;
    case FieldKind::Text:
    case FieldKind::Choice:
      if (json.is_string()) return FieldValue(json.get<std::string>());
      break;
    case FieldKind::IntegerList:
      if (json.is_array() &&
          std::all_of(json.begin(), json.end(), [](const Json& e) { return wholeNumber(e).has_value(); }))
        return FieldValue(json.get<std::vector<std::int64_t>>());
      break;
  }
  return wrongKind(field);
}

Result<FieldValue> fieldValueFromText(const Field& field, std::string_view text) {
  text = trimmed(text);
  FieldValue value;
  switch (field.kind) {
    case FieldKind::Boolean:
      if (text == "true" || text == "on" || text == "yes" || text == "1")
        value = true;
      else if (text == "false" || text == "off" || text == "no" || text == "0")
        value = false;
      else
        return wrongKind(field);
      break;
    case FieldKind::Integer: {
      std::int64_t number = 0;
      if (!parseNumber(text, number)) return wrongKind(field);
      value = number;
      break;
    }
    case FieldKind::Real: {
      double number = 0;
      if (!parseNumber(text, number)) return wrongKind(field);
      value = number;
      break;
    }
    case FieldKind::Text:
    case FieldKind::Choice:
      value = std::string(text);
      break;
    case FieldKind::IntegerList: {
      FOVEA_TRY(auto list, parseList(field, std::string(text)));
      value = std::move(list);
      break;
    }
  }
  FOVEA_CHECK(field.validate(value));
  return value;
}

std::string fieldValueToText(const Field& field, const FieldValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* number = std::get_if<double>(&value)) return plainNumber(*number);
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
    return fmt::format("{}", fmt::join(*list, " × "));
  const auto& text = std::get<std::string>(value);
  for (const FieldChoice& choice : field.choices)
    if (choice.value == text) return choice.title;
  return text;
}

std::string assignedText(const FieldValue& value) {
  return fieldValueToText(Field{}, value);
}

Json fieldValuesToJson(const FieldValues& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = fieldValueToJson(value);
  return object;
}

}  // namespace fovea
