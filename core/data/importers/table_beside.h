// Why: what lies beside a table and is not read, such as folders of further tables, larger files or lists of splits,
// may be what a person wants to learn from. It is named and asked about rather than passed over.
#pragma once
#include <filesystem>
#include <optional>
#include <vector>

#include "core/data/importers/listed_source.h"
#include "core/data/importers/table_files.h"

namespace fovea {

// Returns the question about files and folders in the folder `source` that are neither read nor named in one of the
// decisions: a folder that holds tables, a file that is larger than the tables together or holds mostly numbers, and a
// list named like a split beside tables without one. Returns nothing if there are none, or if `source` is a file. Fails
// with Cancelled.
Result<std::optional<ImportDecision>> askWhatIsBesideTables(const std::filesystem::path& source,
                                                            const TableFiles& tables,
                                                            const std::vector<ImportDecision>& decisions, Look look);

}  // namespace fovea
