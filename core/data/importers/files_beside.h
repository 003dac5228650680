// Why: what lies beside the samples and is not read may hold their labels, in forms that nobody foresaw. It is named,
// and where nothing else says a label, it is a question. Thread-safety: all functions may be called from any thread.
#pragma once
#include <filesystem>
#include <optional>
#include <string_view>

#include "core/data/importers/labelled_files.h"

namespace fovea {

// Returns what to say about the files below `root` that are neither samples nor lists that were read (`found.lists`),
// nor documentation or programs; nothing if there are none. It is a question if the samples have no labels, or if most
// folders of samples hold such a file; otherwise a remark. `samples` is their word: "images". Fails with Cancelled, and
// like findFiles().
Result<std::optional<ImportDecision>> sayFilesBeside(const std::filesystem::path& root, const LabelledFiles& found,
                                                     FileKind kind, std::string_view samples, Look look);

}  // namespace fovea
