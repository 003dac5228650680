// Why: the UCI repository stores tables in the C4.5 format: NAME.data, NAME.test with a full stop after each label, and
// NAME.names, which lists the columns or describes them in prose.
#pragma once
#include <optional>

#include "core/data/importers/table_rows.h"

namespace fovea {

// Returns true for ".data" and ".test", ignoring case.
bool isUciTable(std::string_view name);

struct UciNames {
  std::filesystem::path file;
  std::vector<std::string> columns;  // the attributes and "class"; empty if the file is prose
};
// Reads the names beside a table; nothing if there are none.
std::optional<UciNames> uciNamesOf(const std::filesystem::path& table);

// Reads records without comment lines (which begin with a bar) and without the full stop that ends a record. The column
// names come first if their number matches the fields. Fails like DelimitedFile::open().
Result<std::unique_ptr<TableRows>> openUciRows(const std::filesystem::path& path, char delimiter);

}  // namespace fovea
