// Why: folders that hold files may be no classes but variants, origins, scenes or codes. What their names leave
// doubtful is asked. Thread-safety: all functions may be called from any thread.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/data/importing/import_decision.h"

namespace fovea {

using FolderParts = std::vector<std::string>;

// A folder that holds files, by the names that have no other meaning, from the outermost to the innermost.
struct OpenFolder {
  FolderParts parts;
  std::size_t files = 0;
};

// Splits "trainImages2017" into "train" and "images", in lower case and without numbers.
FolderParts wordsOfName(std::string_view name);

// Returns true for names with a word for what belongs to other images: masks, labels, annotations.
bool isTargetName(std::string_view name);

// Returns the question about which of the names are classes; nothing if they are not doubtful.
std::optional<ImportDecision> questionAboutFolders(const std::vector<OpenFolder>& folders);

}  // namespace fovea
