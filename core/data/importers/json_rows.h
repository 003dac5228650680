// Why: records written by programs come as JSON, one object a line or an array of objects; both are rows of a table.
#pragma once
#include "core/data/importers/table_rows.h"

namespace fovea {

// Opens JSON as rows: an object a line, or a document in a form of makeRowsOf(). The first row holds the names of all
// members of any object, in order of appearance; a missing member or null is an empty field. Limits: 16 MiB per line,
// those of parseJson() and 64 MiB for a document, 10,000 names. Fails with Unsupported if the JSON holds no rows, and
// with Corrupt (names the damaged line).
Result<std::unique_ptr<TableRows>> openJsonRows(const std::filesystem::path& path);

}  // namespace fovea
