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

// The rows of a table in order. One thread.
class TableRows {
 public:
  // By the ending of the name: ".json" and ".jsonl" (or ".ndjson") hold objects, ".data" and ".test" records of C4.5,
  // anything else is delimited text, for which `delimiter` 0 detects the delimiter. Fails as ByteSource::open() and
  // DelimitedFile::open(); Unsupported when JSON holds no objects.
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
  virtual const std::vector<std::string>& nested() const;
};

// ".json", ".jsonl", ".ndjson", whatever the case.
bool isJsonTable(std::string_view name);

}  // namespace fovea
