#include "core/data/importers/record_file.h"

#include <nlohmann/json.hpp>

#include "core/base/json.h"
#include "core/data/importers/delimited_file.h"
#include "core/data/importers/text_encoding.h"
#include "core/data/importers/text_lines.h"
#include "core/data/importers/utf8_file.h"
#include "core/data/importing/names.h"

namespace fovea {
namespace {

using Row = std::vector<std::string>;

Status readTable(const std::filesystem::path& path, const std::function<bool(const Row&)>& begin,
                 const std::function<bool(const Row&, std::int64_t)>& take) {
  FOVEA_TRY(const auto table, DelimitedFile::open(path, endingOf(path.filename().string()) == ".tsv" ? '\t' : '\0'));
  std::vector<std::string_view> fields;
  Row row;
  std::size_t columns = 0;
  for (bool first = true;; first = false) {
    FOVEA_TRY(const bool more, table->next(fields));
    if (!more) return {};
    row.clear();
    for (const std::string_view field : fields) row.push_back(utf8Of(trimmed(field)));
    if (first) {
      columns = row.size();
      if (!begin(row)) return {};
      continue;
    }
    // Further fields continue the last one, such as several tags of a track.
    for (std::size_t i = columns; i < row.size(); ++i)
      if (columns > 0 && !row[i].empty()) row[columns - 1] += table->delimiter() + row[i];
    row.resize(columns);
    if (!take(row, table->line())) return {};
  }
}

Status readObjects(const std::filesystem::path& path, const std::function<bool(const Row&)>& begin,
                   const std::function<bool(const Row&, std::int64_t)>& take) {
  FOVEA_TRY(const std::string text, readTextFile(path, kMaximumTextFile));
  TextLines lines(text);
  Row columns, row;
  while (const auto line = lines.nextFilled()) {
    const auto object = parseJson(std::string(*line));
    if (!object.ok()) return object.error().within(path.filename().string());
    if (!object->is_object()) return fail(ErrorCode::Corrupt, path.string() + " holds a line that is no object.");
    if (columns.empty()) {
      for (const auto& [name, value] : object->items()) columns.push_back(name);
      if (!begin(columns)) return {};
    }
    row.clear();
    for (const std::string& name : columns) {
      const auto value = object->find(name);
      row.push_back(value == object->end() || value->is_null() ? ""
                    : value->is_string()                       ? value->get<std::string>()
                                                               : formatJsonLine(*value));
    }
    if (!take(row, lines.number())) return {};
  }
  return {};
}

}  // namespace

bool isRecordFile(std::string_view name) {
  const std::string ending = endingOf(name);
  return ending == ".csv" || ending == ".tsv" || ending == ".jsonl";
}

Status readRecords(const std::filesystem::path& path, const std::function<bool(const Row&)>& begin,
                   const std::function<bool(const Row&, std::int64_t)>& take) {
  return endingOf(path.filename().string()) == ".jsonl" ? readObjects(path, begin, take) : readTable(path, begin, take);
}

}  // namespace fovea
