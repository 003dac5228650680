#include "core/data/importers/record_text.h"

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

constexpr std::size_t kLinesOfRecords = 100;

// Returns true for an opening brace and a name in quotes with a colon behind it, however they are spaced.
bool beginsObject(std::string_view text) {
  if (!text.starts_with('{')) return false;
  text = trimmed(text.substr(1));
  if (!text.starts_with('"')) return false;
  std::size_t end = 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  return end < text.size() && trimmed(text.substr(end + 1)).starts_with(':');
}

RecordText objectsOf(std::string_view text) {
  TextLines lines(text);
  const std::string_view first = lines.nextFilled().value_or("");
  const auto second = lines.nextFilled();
  const auto parsed = parseJson(first);
  if (!parsed.ok() || !parsed->is_object()) return RecordText::Object;
  return second && beginsObject(*second) ? RecordText::JsonRows : RecordText::Object;
}

// Returns true if most lines are tags or elements.
bool areTags(std::string_view text) {
  TextLines lines(text);
  std::size_t seen = 0, tags = 0;
  while (const auto line = lines.nextFilled()) {
    if (++seen > kLinesOfRecords) break;
    tags += line->starts_with('<') && line->ends_with('>');
  }
  return seen > 2 && tags * 2 > seen;
}

}  // namespace

RecordText recordTextOf(std::string_view start) {
  if (start.starts_with("\xef\xbb\xbf")) start.remove_prefix(3);
  const std::string_view text = trimmed(start);
  if (beginsObject(text)) return objectsOf(text);
  if (text.starts_with('[') && beginsObject(trimmed(text.substr(1)))) return RecordText::JsonRows;
  if (text.starts_with("<?xml") || (text.starts_with('<') && areTags(text))) return RecordText::Xml;
  return RecordText::None;
}

}  // namespace fovea
