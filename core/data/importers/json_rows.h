// Why: records that programs write come as JSON: one object a line, or an array of objects; both are rows of a table.
#pragma once
#include "core/data/importers/table_rows.h"

namespace fovea {

// The first row holds the names of all members that any object has, in the order in which they are met; an object
// without one has an empty field there, as null does. A line has at most 16 MiB, an array is bounded as parseJson() is,
// and there are at most 10,000 names. Unsupported where the JSON is no row of objects; Corrupt with the line where it
// is damaged.
Result<std::unique_ptr<TableRows>> openJsonRows(const std::filesystem::path& path);

}  // namespace fovea
