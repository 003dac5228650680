// Why: the UCI repository keeps tables as C4.5 reads them: NAME.data, NAME.test with a point behind each label, and
// NAME.names, which lists the columns or describes them in words.
#pragma once
#include <optional>

#include "core/data/importers/table_rows.h"

namespace fovea {

// ".data" and ".test", whatever the case.
bool isUciTable(std::string_view name);

struct UciNames {
  std::filesystem::path file;
  std::vector<std::string> columns;  // the attributes and "class"; empty where the file is a text for people
};
// The names beside a table; nothing where there are none.
std::optional<UciNames> uciNamesOf(const std::filesystem::path& table);

// Records without lines that begin with a bar, which are remarks, and without the point that ends a record. The names
// come first where they are as many as the fields. Fails as DelimitedFile::open().
Result<std::unique_ptr<TableRows>> openUciRows(const std::filesystem::path& path, char delimiter);

}  // namespace fovea
