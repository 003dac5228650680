// Why: images without classes may still say something by their form or their names, which becomes a question.
// Thread-safety: all functions may be called from any thread.
#pragma once
#include <filesystem>
#include <optional>

#include "core/data/importers/found_files.h"
#include "core/data/importing/import_decision.h"

namespace fovea {

// Asks about images without classes: those that are all twice as wide as high may hold a pair each; those whose names
// are short codes may show them as writing; those that are there with two or more endings of their names ("001cell",
// "001dots") may be images and what belongs to them. Returns nothing for others.
std::optional<ImportDecision> askAboutUnlabelled(const std::filesystem::path& root, const FileList& files);

}  // namespace fovea
