// Why: labels and splits of images are often in files beside them, in unforeseeable forms. A file whose lines name the
// images must not be ignored silently.
#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/data/importers/found_files.h"
#include "core/data/importers/listed_source.h"

namespace fovea {

// Finds tables and lists in `root` and its direct subfolders in which more than half of the first lines name one of
// `pictures` (relative to the root), except for `known` files. Returns at most a few. Fails with Cancelled, and like
// findFiles().
Result<std::vector<std::string>> filesThatName(const FileList& pictures, const std::filesystem::path& root,
                                               const std::set<std::string>& known, Look look);

}  // namespace fovea
