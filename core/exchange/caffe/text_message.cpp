#include "core/exchange/caffe/text_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace fovea {
namespace {

std::string inQuotesShort(std::string_view text) {
  std::string shown(text.substr(0, 40));
  for (char& c : shown)
    if (static_cast<unsigned char>(c) < ' ') c = ' ';
  return "“" + shown + (text.size() > 40 ? "…”" : "”");
}

// Parses a number without sign: "12", "0x1F", "017". Returns false if it is invalid or too large.
bool readMagnitude(std::string_view digits, std::uint64_t& value) {
  int base = 10;
  if (digits.size() > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) {
    base = 16;
    digits.remove_prefix(2);
  } else if (digits.size() > 1 && digits[0] == '0') {
    base = 8;
  }
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  return error == std::errc() && end == digits.data() + digits.size() && !digits.empty();
}

}  // namespace

const TextField* TextMessage::find(std::string_view name) const {
  const auto found = std::find_if(fields.rbegin(), fields.rend(), [&](const TextField& f) { return f.name == name; });
  return found == fields.rend() ? nullptr : &*found;
}

std::vector<const TextField*> TextMessage::all(std::string_view name) const {
  std::vector<const TextField*> found;
  for (const TextField& field : fields)
    if (field.name == name) found.push_back(&field);
  return found;
}

const TextMessage& TextMessage::sub(std::string_view name) const {
  static const TextMessage none;
  const TextField* field = find(name);
  return field && field->message ? *field->message : none;
}

const TextMessage& FieldReader::noFields() {
  static const TextMessage none;
  return none;
}

Error failAt(TextPlace place, const std::string& words, std::string advice) {
  if (!place.known()) return fail(ErrorCode::Corrupt, words, std::move(advice));
  return fail(ErrorCode::Corrupt, fmt::format("Line {}, column {}: {}", place.line, place.column, words),
              std::move(advice));
}

TextPlace placeOf(const Error& error) {
  TextPlace place;
  const std::size_t begin = error.message.find("Line ");
  if (begin == std::string::npos) return place;
  if (std::sscanf(error.message.c_str() + begin, "Line %d, column %d", &place.line, &place.column) == 2) return place;
  return {};
}

std::string quotedText(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (c == '\n')
      quoted += "\\n";
    else if (byte < ' ' || byte == 127)
      quoted += fmt::format("\\{:03o}", byte);
    else
      quoted += c;
  }
  return quoted + "\"";
}

std::string textOf(const TextField& field) {
  return field.kind == TextField::Kind::Text ? quotedText(field.value) : field.value;
}

std::string numberText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  const auto narrow = static_cast<float>(value);
  std::string text = fmt::format("{}", narrow);
  double read = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), read);
  // Keeps short decimals short; writes all digits where f32 would lose some.
  if (error != std::errc() || end != text.data() + text.size() || read != value) text = fmt::format("{}", value);
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

void FieldReader::refuse(const TextField& field, const char* wanted) {
  if (!status_.ok()) return;
  const std::string got = field.kind == TextField::Kind::Message ? "a group of fields" : inQuotesShort(field.value);
  status_ = failAt(field.place, fmt::format("{} should be {}, but is {}.", field.name, wanted, got));
}

bool FieldReader::readInteger(const TextField& field, std::int64_t& value) {
  std::string_view word = field.value;
  const bool negative = word.starts_with('-');
  if (negative) word.remove_prefix(1);
  std::uint64_t magnitude = 0;
  if (field.kind != TextField::Kind::Word || !readMagnitude(word, magnitude) || magnitude > (std::uint64_t{1} << 62)) {
    refuse(field, "a whole number");
    return false;
  }
  value = negative ? -static_cast<std::int64_t>(magnitude) : static_cast<std::int64_t>(magnitude);
  return true;
}

bool FieldReader::readReal(const TextField& field, double& value) {
  std::string word = field.value;
  std::transform(word.begin(), word.end(), word.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; });
  if (!word.starts_with("0x") && (word.ends_with('f') && !word.ends_with("inf"))) word.pop_back();
  const char *begin = word.data(), *const end = begin + word.size();
  const auto [read, error] = std::from_chars(begin, end, value);
  const bool tooSmall = error == std::errc::result_out_of_range && std::isfinite(value);
  if (tooSmall) value = 0;
  if (field.kind == TextField::Kind::Word && (error == std::errc() || tooSmall) && read == end && read != begin)
    return true;
  refuse(field, "a number");
  return false;
}

std::int64_t FieldReader::integer(std::string_view name, std::int64_t otherwise) {
  const TextField* field = message_->find(name);
  std::int64_t value = otherwise;
  return field && readInteger(*field, value) ? value : otherwise;
}

double FieldReader::real(std::string_view name, double otherwise) {
  const TextField* field = message_->find(name);
  double value = otherwise;
  return field && readReal(*field, value) ? value : otherwise;
}

bool FieldReader::boolean(std::string_view name, bool otherwise) {
  const TextField* field = message_->find(name);
  if (!field) return otherwise;
  const std::string& word = field->value;
  if (field->kind == TextField::Kind::Word) {
    if (word == "true" || word == "True" || word == "t" || word == "1") return true;
    if (word == "false" || word == "False" || word == "f" || word == "0") return false;
  }
  refuse(*field, "true or false");
  return otherwise;
}

std::string FieldReader::text(std::string_view name, std::string otherwise) {
  const TextField* field = message_->find(name);
  if (!field) return otherwise;
  if (field->kind != TextField::Kind::Message) return field->value;
  refuse(*field, "a text");
  return otherwise;
}

std::vector<std::int64_t> FieldReader::integers(std::string_view name) {
  std::vector<std::int64_t> values;
  for (const TextField* field : message_->all(name)) {
    std::int64_t value = 0;
    if (readInteger(*field, value)) values.push_back(value);
  }
  return values;
}

std::vector<double> FieldReader::reals(std::string_view name) {
  std::vector<double> values;
  for (const TextField* field : message_->all(name)) {
    double value = 0;
    if (readReal(*field, value)) values.push_back(value);
  }
  return values;
}

std::vector<std::string> FieldReader::texts(std::string_view name) {
  std::vector<std::string> values;
  for (const TextField* field : message_->all(name)) {
    if (field->kind == TextField::Kind::Message)
      refuse(*field, "a text");
    else
      values.push_back(field->value);
  }
  return values;
}

}  // namespace fovea
