// Why: tables come as delimited text, JSON and other formats; planning and reading them see rows of fields in all
// cases.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// A column whose values cannot be imported.
struct NestedColumn {
  std::string name;
  std::string why;  // a clause with the reason: "its values are lists or objects"
};

// The rows of a table in order. One thread.
class TableRows {
 public:
  // The ending of the name selects the format: ".json" and ".jsonl" (or ".ndjson") hold objects, ".data" and ".test"
  // records of C4.5, ".parquet" columns. The content selects the formats of line_form.h and joined_tables.h. Anything
  // else is delimited text; `delimiter` 0 detects the delimiter. Fails as ByteSource::open() and DelimitedFile::open(),
  // and with Unsupported when JSON holds no objects.
  static Result<std::unique_ptr<TableRows>> open(const std::filesystem::path& path, char delimiter);

  virtual ~TableRows() = default;
  // The next row; returns false at the end. The fields stay valid until the next call. Fails with Corrupt when the file
  // is damaged.
  virtual Result<bool> next(std::vector<std::string_view>& fields) = 0;
  // The line (in a JSON array the element) where the last row began, from 1.
  virtual std::int64_t line() const = 0;
  // 0: the format has no delimiter.
  virtual char delimiter() const { return 0; }
  // True if the first row is known to hold the names of the columns.
  virtual bool isNamed() const { return false; }
  // Columns that hold lists or objects instead of values; their fields are empty.
  virtual const std::vector<NestedColumn>& nested() const;
  // Columns that contain image files; their fields are empty, see PictureColumn.
  virtual const std::vector<std::string>& pictures() const;
  // The separator of several labels in a field of the column "label"; empty where each row so far has one label.
  virtual std::string labelSeparator() const { return {}; }
  // The class names for the numbers of a column, from 0; empty where the table does not state them.
  virtual std::vector<std::string> classNames(const std::string& column) const {
    return (void)column, std::vector<std::string>();
  }
};

// True for ".json", ".jsonl" and ".ndjson", ignoring case.
bool isJsonTable(std::string_view name);

}  // namespace fovea
