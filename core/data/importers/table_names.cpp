#include "core/data/importers/table_names.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "core/data/importing/names.h"

namespace fovea {

namespace {

// Columns of classes, the clearest names first.
constexpr auto kClassNames = std::to_array<std::string_view>(
    {"label",    "labels",  "class",      "class_name", "classname", "class_label", "gold_label", "class_id", "classid",
     "category", "species", "variety",    "sentiment",  "emotion",   "diagnosis",   "dx",         "digit",    "letter",
     "survived", "income",  "cover_type", "covertype",  "churn",     "exited",      "outcome",    "intent",   "spam",
     "is_spam",  "target",  "y"});
// Further names of targets, which may be numbers; they rank below all names of classes.
constexpr auto kQuantityNames = std::to_array<std::string_view>(
    {"quality", "rating", "overall", "stars", "saleprice", "medv", "median_house_value"});

bool named(const std::string& column, std::initializer_list<std::string_view> names) {
  const std::string lower = lowerCase(column);
  return std::find(names.begin(), names.end(), lower) != names.end();
}

bool allDigits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string withUnderscores(const std::string& column) {
  std::string name = lowerCase(column);
  std::replace(name.begin(), name.end(), ' ', '_');
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace

int columnNamed(const std::vector<std::string_view>& columns, const std::vector<std::string_view>& known) {
  for (const std::string_view name : known)
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (lowerCase(trimmed(columns[i])) == name) return static_cast<int>(i);
  return -1;
}

bool isTextName(const std::string& column) {
  return named(column, {"text", "review", "sentence", "comment", "content", "message", "title", "document", "tweet",
                        "description", "body", "question", "sms", "utterance", "comment_text", "review_text"});
}

bool areTextPair(const std::string& first, const std::string& second) {
  static const std::vector<std::pair<std::string_view, std::string_view>> pairs = {
      {"premise", "hypothesis"},    {"question", "sentence"},  {"question", "answer"},
      {"query", "passage"},         {"context", "hypothesis"}, {"text_a", "text_b"},
      {"sentence_a", "sentence_b"}, {"headline", "body"},      {"question", "passage"}};
  const std::string a = withUnderscores(first), b = withUnderscores(second);
  for (const auto& [one, other] : pairs)
    if (a == one && b == other) return true;
  // Handles "sentence1" and "sentence2", "#1 String" and "#2 String".
  const std::size_t digit = a.find('1');
  return digit != std::string::npos && std::string(a).replace(digit, 1, "2") == b && a != b;
}

bool isTitleName(const std::string& column) {
  return named(column, {"title", "headline", "subject"});
}

bool isInstructionName(const std::string& column) {
  return named(column, {"instruction", "prompt", "completion", "response", "output", "messages", "conversations",
                        "chosen", "rejected", "question", "answer"});
}

bool isChoicesName(const std::string& column) {
  return named(column, {"choices", "endings", "options", "answers", "candidates", "alternatives"});
}

std::optional<int> labelRank(const std::string& column) {
  const std::string name = withUnderscores(column);
  if (const auto found = std::ranges::find(kClassNames, name); found != kClassNames.end())
    return static_cast<int>(found - kClassNames.begin());
  if (const auto found = std::ranges::find(kQuantityNames, name); found != kQuantityNames.end())
    return static_cast<int>(kClassNames.size()) + static_cast<int>(found - kQuantityNames.begin());
  return std::nullopt;
}

bool isAttributeName(const std::string& column) {
  return named(withUnderscores(column),
               {"sex",      "gender",  "married", "marital",  "marital_status", "race",    "ethnicity", "education",
                "region",   "country", "state",   "city",     "town",           "county",  "district",  "continent",
                "smoker",   "weekday", "day",     "month",    "season",         "year",    "group",     "site",
                "location", "unit",    "units",   "currency", "colour",         "color",   "name",      "symbol",
                "ticker",   "stock",   "company", "store",    "shop",           "station", "device",    "sensor"});
}

bool isClassName(const std::string& column) {
  const auto rank = labelRank(column);
  return rank && *rank < static_cast<int>(kClassNames.size());
}

bool isIdName(const std::string& column) {
  const std::string name = withUnderscores(column);
  if (named(name, {"id", "ids", "index", "idx", "uuid", "guid", "key", "rownames", "row", "rownum", "sl._no.", "sno",
                   "s.no", "s._no.", "no", "no.", "nr", "unnamed:_0", ""}))
    return true;
  if (name.ends_with("_id") || name.ends_with("_uuid") || name.starts_with("id_")) return true;
  // Handles "PassengerId" and "customerID".
  if (column.size() < 3) return false;
  const std::string_view end = std::string_view(column).substr(column.size() - 2);
  const char before = column[column.size() - 3];
  return (end == "Id" || end == "ID") && before >= 'a' && before <= 'z';
}

bool isYearName(const std::string& column) {
  return named(column, {"year", "yr", "jahr", "date", "time", "month", "day", "step", "t"});
}

bool isSplitName(const std::string& column) {
  return named(column, {"split", "set", "subset", "usage", "partition"});
}

bool isGroupName(const std::string& column) {
  return named(column, {"group", "group_id", "patient", "patient_id", "patientid", "lesion_id", "subject_id",
                        "subjectid", "case_id", "sentence_id", "sentenceid", "driver_id", "speaker_id"});
}

bool isPersonName(const std::string& column) {
  return named(column, {"subject", "driver", "speaker", "person", "participant"});
}

bool isFileName(const std::string& column) {
  return named(column, {"path", "file", "filename", "image", "file_name", "img"});
}

bool isPixelName(const std::string& column) {
  const std::string name = lowerCase(column);
  if (name.starts_with("pixel")) return allDigits(std::string_view(name).substr(name[5] == '_' ? 6 : 5));
  const std::size_t cross = name.find('x');
  return cross != std::string::npos && allDigits(std::string_view(name).substr(0, cross)) &&
         allDigits(std::string_view(name).substr(cross + 1));
}

std::string columnTitle(const std::string& column) {
  return column.starts_with("column ") ? column : "column " + column;
}

}  // namespace fovea
