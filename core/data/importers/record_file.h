// Why: tables come as CSV, TSV or one JSON object a line; all are read as column names and rows of text.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// Returns true for endings that readRecords() knows: .csv, .tsv, .jsonl.
bool isRecordFile(std::string_view name);

// Calls `begin` once with the column names, and `take` with each row (one field per column) and its line number; either
// stops the reading by returning false. The columns of JSON lines are the names in the first object; values that are
// not strings are written as JSON. Fails with Corrupt, Io or InvalidArgument (too large).
Status readRecords(const std::filesystem::path& path, const std::function<bool(const std::vector<std::string>&)>& begin,
                   const std::function<bool(const std::vector<std::string>&, std::int64_t line)>& take);

}  // namespace fovea
