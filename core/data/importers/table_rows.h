// Why: tables come as delimited text, JSON and other formats; planning and reading see rows of fields for all of them.
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

// Reads the rows of a table in order. One thread.
class TableRows {
 public:
  // Opens a table. The ending of its name selects the format: ".json" and ".jsonl" (or ".ndjson") hold objects, ".data"
  // and ".test" records of C4.5, ".parquet" columns, ".arff" those of Weka. The content selects the formats of
  // line_form.h (with JSON under other endings) and joined_tables.h. Other files are delimited text; `delimiter` 0
  // detects the delimiter. Fails like ByteSource::open() and DelimitedFile::open(), and with Unsupported if JSON holds
  // no objects.
  static Result<std::unique_ptr<TableRows>> open(const std::filesystem::path& path, char delimiter);

  virtual ~TableRows() = default;
  // Reads the next row; returns false at the end. The fields stay valid until the next call. Fails with Corrupt if the
  // file is damaged.
  virtual Result<bool> next(std::vector<std::string_view>& fields) = 0;
  // Returns the line (in a JSON array the element) where the last row began, counted from 1.
  virtual std::int64_t line() const = 0;
  // Returns the delimiter; 0 if the format has none.
  virtual char delimiter() const { return 0; }
  // Returns true if the first row is known to hold the names of the columns.
  virtual bool isNamed() const { return false; }
  // Returns the columns that hold lists or objects instead of values; their fields are empty.
  virtual const std::vector<NestedColumn>& nested() const;
  // Returns the columns that contain image files; their fields are empty, see PictureColumn.
  virtual const std::vector<std::string>& pictures() const;
  // Returns the separator of labels in the column "label"; empty if each row so far has one label.
  virtual std::string labelSeparator() const { return {}; }
  // Returns the class names for the numbers of a column, from 0; empty if the table does not state them.
  virtual std::vector<std::string> classNames(const std::string& column) const {
    return (void)column, std::vector<std::string>();
  }
};

// Opens delimited text, whatever the name and the content; `delimiter` 0 detects the delimiter. Fails like
// DelimitedFile::open().
Result<std::unique_ptr<TableRows>> openDelimitedRows(const std::filesystem::path& path, char delimiter);

// Returns true for ".json", ".jsonl" and ".ndjson", ignoring case.
bool isJsonTable(std::string_view name);

}  // namespace fovea
