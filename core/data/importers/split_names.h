// Why: annotation services put a copy of the list of classes into the folder of each split; the copies must agree, as
// the numbers of the classes refer to them.
#pragma once
#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/data/importers/listed_source.h"

namespace fovea {

using NamesReader = Result<std::vector<std::string>> (*)(const std::filesystem::path& list);

// Reads the list of classes of `root` and of its folders that are named like splits, each the first of `files` that is
// there; empty if there is none. Fails with InvalidArgument if two lists differ (the message names both), with
// Cancelled, and as `read` does.
Result<std::vector<std::string>> namesOfSplits(const std::filesystem::path& root,
                                               std::initializer_list<const char*> files, NamesReader read, Look look);

}  // namespace fovea
