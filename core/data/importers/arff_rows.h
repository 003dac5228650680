// Why: Weka and OpenML store tables as ARFF: the names and types of the attributes, then the rows.
// https://waikato.github.io/weka-wiki/formats_and_processing/arff_stable/
#pragma once
#include "core/data/importers/table_rows.h"

namespace fovea {

// Returns true for ".arff", ignoring case.
bool isArffName(std::string_view name);

// Reads the attributes' names and then the rows, dense or sparse; "?" becomes an empty field, and the weights of rows
// are dropped. If the last attribute lists words as its values, these are the class names of its column. Fails like
// FileLines::open(), with Corrupt if the attributes cannot be read, and with Unsupported for relational attributes.
Result<std::unique_ptr<TableRows>> openArffRows(const std::filesystem::path& path);

}  // namespace fovea
