#include "core/data/importers/json_document.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/data/importers/text_lines.h"
#include "core/data/importing/names.h"

namespace fovea {

namespace {

constexpr std::size_t kMostCells = 8'000'000;  // values that get names of their own, about 60 bytes each

template <class Fits>
bool allOf(const Json& values, Fits fits) {
  return !values.empty() && std::all_of(values.begin(), values.end(), fits);
}

bool isObject(const Json& value) {
  return value.is_object();
}

bool holdsScalars(const Json& values) {
  return allOf(values, [](const Json& value) { return !value.is_structured(); });
}

// Adds a member without a search for an equal name.
void addMember(Json& object, const std::string& name, Json value) {
  object.get_ref<Json::object_t&>().emplace_back(name, std::move(value));
}

// Returns true for arrays of the same number of scalars.
bool areRecords(const Json& rows) {
  return rows.is_array() && !rows.empty() && rows.size() * rows[0].size() <= kMostCells &&
         allOf(rows,
               [&](const Json& row) { return row.is_array() && row.size() == rows[0].size() && holdsScalars(row); });
}

Json namedRecords(const Json& rows, const std::vector<std::string>& names) {
  Json all = Json::array();
  for (const Json& row : rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) addMember(object, names[i], row[i]);
    all.push_back(std::move(object));
  }
  return all;
}

// Makes objects of an array of objects or of records; returns false for other values.
bool makeObjects(Json& rows) {
  if (!rows.is_array()) return false;
  if (allOf(rows, isObject)) return true;
  if (!areRecords(rows)) return false;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rows[0].size(); ++i) names.push_back("column " + std::to_string(i + 1));
  rows = namedRecords(rows, names);
  return true;
}

bool takeSplitOrient(Json& document) {
  if (!document.contains("columns") || !document.contains("data") || document.size() > 3) return false;
  const Json &columns = document["columns"], &data = document["data"];
  const auto isName = [](const Json& value) { return value.is_string(); };
  if (!columns.is_array() || !allOf(columns, isName) || !areRecords(data) || data[0].size() != columns.size())
    return false;
  document = namedRecords(data, columns.get<std::vector<std::string>>());
  return true;
}

bool takeSplits(Json& document) {
  const auto isSplit = [](const auto& item) {
    return splitInName(item.key()) && item.value().is_array() &&
           (areRecords(item.value()) || allOf(item.value(), isObject));
  };
  const auto items = document.items();
  if (!std::all_of(items.begin(), items.end(), isSplit)) return false;
  Json all = Json::array();
  for (auto& [name, rows] : document.items()) {
    (void)makeObjects(rows);
    for (Json& row : rows) {
      if (!row.contains("split")) row["split"] = std::string(splitName(*splitInName(name)));
      all.push_back(std::move(row));
    }
  }
  document = std::move(all);
  return true;
}

// Objects with the same names in the same order, and scalars alone.
bool takeObjects(Json& document) {
  if (!allOf(document, [](const Json& value) { return value.is_object() && holdsScalars(value); })) return false;
  const Json& first = document.front();
  if (document.size() * first.size() > kMostCells) return false;
  const auto isAlike = [&](const Json& value) {
    return std::equal(value.items().begin(), value.items().end(), first.items().begin(), first.items().end(),
                      [](const auto& a, const auto& b) { return a.key() == b.key(); });
  };
  if (!allOf(document, isAlike)) return false;
  const auto keys = first.items();
  const bool byColumn = std::all_of(keys.begin(), keys.end(), [](const auto& item) { return wholeNumber(item.key()); });
  if (!byColumn && document.size() < 2) return false;
  Json all = Json::array();
  if (byColumn)
    for (std::size_t i = 0; i < first.size(); ++i) all.push_back(Json::object());
  for (auto& [name, values] : document.items()) {
    std::size_t row = 0;
    if (!byColumn) {
      Json object = Json::object({{values.contains("name") ? "key" : "name", name}});
      for (auto& [key, value] : values.items()) addMember(object, key, std::move(value));
      all.push_back(std::move(object));
    } else {
      for (Json& value : values) addMember(all[row++], name, std::move(value));
    }
  }
  document = std::move(all);
  return true;
}

// One array of flat objects; other arrays of objects would be further tables.
bool takeOnlyArray(Json& document) {
  Json* rows = nullptr;
  for (Json& value : document) {
    if (!value.is_array() || !allOf(value, isObject)) continue;
    if (rows || !allOf(value, holdsScalars)) return false;
    rows = &value;
  }
  if (!rows) return false;
  Json taken = std::move(*rows);
  document = std::move(taken);
  return true;
}

}  // namespace

bool makeRowsOf(Json& document) {
  if (document.is_array()) return makeObjects(document);
  if (!document.is_object() || document.empty()) return false;
  return takeSplitOrient(document) || takeSplits(document) || takeObjects(document) || takeOnlyArray(document);
}

}  // namespace fovea
