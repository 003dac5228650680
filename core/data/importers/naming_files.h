// Why: labels and splits of pictures often lie in files beside them, of which there are more forms than anyone knows. A
// file whose lines name the pictures must not be left out without a word.
#pragma once
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/data/importers/found_files.h"
#include "core/data/importers/listed_source.h"

namespace fovea {

// Tables and lists in the folder `root` and in those right below it, more than half of whose first lines name one of
// `pictures`, relative to the root; `known` are left out. At most a few. Cancelled, and what findFiles() fails with.
Result<std::vector<std::string>> filesThatName(const FileList& pictures, const std::filesystem::path& root,
                                               const std::set<std::string>& known, Look look);

}  // namespace fovea
