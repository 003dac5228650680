// Why: a table of files comes as CSV, as TSV or as a JSON object a line; whoever reads one asks for names of columns
// and rows of text.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace fovea {

// Whether the ending is one that readRecords() knows: .csv, .tsv, .jsonl.
bool isRecordFile(std::string_view name);

// Calls `begin` once with the names of the columns and `take` with each row, as many fields as there are columns, and
// its line; either ends the reading by returning false. The columns of JSON lines are the names of the first object;
// values that are no text are written as JSON. Corrupt, Io, InvalidArgument (too large).
Status readRecords(const std::filesystem::path& path, const std::function<bool(const std::vector<std::string>&)>& begin,
                   const std::function<bool(const std::vector<std::string>&, std::int64_t line)>& take);

}  // namespace fovea
