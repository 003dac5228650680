// Why: tables come as delimited text and as JSON; whoever plans and reads one sees rows of fields in both cases.
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// A column without values that a table is made of.
struct NestedColumn {
  std::string name;
  std::string why;  // a clause: "its values are lists or objects"
};

// The rows of a table in order. One thread.
class TableRows {
 public:
  // By the ending of the name: ".json" and ".jsonl" (or ".ndjson") hold objects, ".data" and ".test" records of C4.5,
  // ".parquet" columns; by what it holds, see line_form.h and joined_tables.h; anything else is delimited text, for
  // which `delimiter` 0 detects the delimiter. Fails as ByteSource::open() and DelimitedFile::open(); Unsupported when
  // JSON holds no objects.
  static Result<std::unique_ptr<TableRows>> open(const std::filesystem::path& path, char delimiter);

  virtual ~TableRows() = default;
  // The next row; false at the end. Fields stay valid until the next call. Corrupt when the file is damaged.
  virtual Result<bool> next(std::vector<std::string_view>& fields) = 0;
  // The line (of a JSON array the element) where the last row began, from 1.
  virtual std::int64_t line() const = 0;
  // 0: the format has none.
  virtual char delimiter() const { return 0; }
  // Whether the first row is known to hold the names of the columns.
  virtual bool isNamed() const { return false; }
  // Columns that hold lists or objects in place of values; their fields are empty.
  virtual const std::vector<NestedColumn>& nested() const;
  // Columns that hold the files of pictures; their fields are empty, see PictureColumn.
  virtual const std::vector<std::string>& pictures() const;
  // What stands between several labels in a field of the column "label"; empty where each row that was read has one.
  virtual std::string labelSeparator() const { return {}; }
  // The classes that the numbers of a column stand for, from 0; empty where the table does not say.
  virtual std::vector<std::string> classNames(const std::string& column) const {
    return (void)column, std::vector<std::string>();
  }
};

// ".json", ".jsonl", ".ndjson", whatever the case.
bool isJsonTable(std::string_view name);

}  // namespace fovea
