#include "core/data/importers/table_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr std::size_t kLongestNumber = 64;

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// Returns true for digits in groups of three: "1.234.567".
bool isGrouped(std::string_view whole, char separator) {
  if (whole.starts_with('-') || whole.starts_with('+')) whole.remove_prefix(1);
  const std::size_t first = whole.find(separator);
  if (first == 0 || first > 3 || first == std::string_view::npos) return false;
  for (std::size_t i = first; i < whole.size(); i += 4) {
    if (whole[i] != separator || i + 4 > whole.size()) return false;
    for (std::size_t k = i + 1; k < i + 4; ++k)
      if (!isDigit(whole[k])) return false;
  }
  return true;
}

// Removes digits from the beginning of `text` and returns their value; -1 if there are none or more than `most`.
int takeDigits(std::string_view& text, std::size_t most) {
  int value = 0;
  std::size_t count = 0;
  while (count < text.size() && count < most && isDigit(text[count])) value = value * 10 + (text[count++] - '0');
  text.remove_prefix(count);
  return count == 0 || (!text.empty() && isDigit(text.front())) ? -1 : value;
}

// Returns the fraction of a day that a time zone is ahead of UTC: "Z", "+02:00", "+02", "-0500"; nothing for anything
// else.
std::optional<double> zoneOf(std::string_view text) {
  if (text.empty() || text == "Z" || text == " UTC") return 0;
  const bool behind = text.front() == '-';
  if (!behind && text.front() != '+') return std::nullopt;
  text.remove_prefix(1);
  if (text.size() == 5 && text[2] == ':')
    return zoneOf(fmt::format("{}{}{}", behind ? '-' : '+', text.substr(0, 2), text.substr(3)));
  if ((text.size() != 2 && text.size() != 4) || !std::ranges::all_of(text, isDigit)) return std::nullopt;
  const int hours = (text[0] - '0') * 10 + (text[1] - '0');
  const int minutes = text.size() == 4 ? (text[2] - '0') * 10 + (text[3] - '0') : 0;
  if (hours > 14 || minutes > 59) return std::nullopt;
  return (behind ? -1 : 1) * (hours * 60 + minutes) / 1440.0;
}

// Returns the fraction of a day for "T12:30:15.5Z", in UTC; nothing if that is not a time.
std::optional<double> timeOf(std::string_view text) {
  if (text.empty()) return 0;
  if (text.front() != 'T' && text.front() != ' ') return std::nullopt;
  text.remove_prefix(1);
  std::array<int, 3> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i] = takeDigits(text, 2);
    if (parts[i] < 0) return std::nullopt;
    if (!text.starts_with(':')) break;
    if (i + 1 < parts.size()) text.remove_prefix(1);
  }
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (takeDigits(text, 9) < 0) return std::nullopt;
  }
  const auto zone = zoneOf(text);
  if (!zone) return std::nullopt;
  if (parts[0] > 24 || parts[1] > 59 || parts[2] > 60) return std::nullopt;
  return (parts[0] * 3600 + parts[1] * 60 + parts[2]) / 86400.0 - *zone;
}

}  // namespace

std::optional<double> numberOf(std::string_view field, DecimalSign sign) {
  if (sign == DecimalSign::Point) return realNumber(field);
  if (field.size() > kLongestNumber) return std::nullopt;
  const char decimal = sign == DecimalSign::Comma ? ',' : '.', thousands = sign == DecimalSign::Comma ? '.' : ',';
  const std::size_t point = field.find(decimal);
  const std::string_view whole = field.substr(0, point);
  std::string plain(field);
  if (point != std::string_view::npos) plain[point] = '.';
  if (whole.find(thousands) != std::string_view::npos) {
    if (!isGrouped(whole, thousands)) return std::nullopt;
    const auto end = plain.begin() + static_cast<std::ptrdiff_t>(whole.size());
    plain.erase(std::remove(plain.begin(), end, thousands), end);
  }
  return realNumber(plain);
}

std::optional<double> dateOf(std::string_view field, DateOrder order) {
  if (field.size() < 8 || field.size() > 40 || !isDigit(field.front())) return std::nullopt;
  std::array<int, 3> parts{};
  char separator = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i] = takeDigits(field, 4);
    if (parts[i] < 0) return std::nullopt;
    if (i == 2) break;
    if (field.empty() || (field[0] != '-' && field[0] != '/' && field[0] != '.')) return std::nullopt;
    if (i == 1 && field[0] != separator) return std::nullopt;
    separator = field[0];
    field.remove_prefix(1);
  }
  int year = parts[2];
  int month = parts[1];
  int day = parts[0];
  if (order == DateOrder::YearFirst) std::swap(year, day);
  if (order == DateOrder::MonthFirst) std::swap(month, day);
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > 31) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  const auto time = timeOf(field);
  if (!date.ok() || !time) return std::nullopt;
  return static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count()) + *time;
}

bool isMissing(std::string_view field) {
  if (field.empty()) return true;
  if (field.size() > 4) return false;
  const std::string lower = lowerCase(field);
  return lower == "na" || lower == "n/a" || lower == "nan" || lower == "null" || lower == "none" || lower == "?";
}

std::optional<bool> flagOf(std::string_view field) {
  if (const auto number = realNumber(field))
    return *number == 1 || *number == 0 || *number == -1 ? std::optional(*number == 1) : std::nullopt;
  const std::string word = lowerCase(field);
  if (word == "true" || word == "yes") return true;
  return word == "false" || word == "no" ? std::optional(false) : std::nullopt;
}

std::optional<Split> splitOfField(std::string_view field) {
  if (const auto split = splitOfName(field)) return split;
  const std::string lower = lowerCase(field);
  if (lower == "publictest") return Split::Validation;
  if (lower == "privatetest") return Split::Test;
  const std::size_t end = lower.find_first_of("_-");
  return end == std::string::npos ? std::nullopt : splitOfName(std::string_view(lower).substr(0, end));
}

}  // namespace fovea
